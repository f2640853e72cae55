"""Entry points of the worker in which a page's bots think; it does not import the house."""

import gc
import logging
from importlib import import_module
from typing import Any

from pyodide.ffi import to_js

from ludothek.bots import levels
from ludothek.core.registry import installed_games
from ludothek.page import bot_worker_client

log = logging.getLogger(__name__)


def thought(work: str, asked: Any) -> Any:
    return to_js(bot_worker_client.thought(work, bytes(asked.to_bytes())))


def get_ready() -> None:
    """Import all that a house and its bots may need, before a memory snapshot for later workers."""
    import_module("ludothek.page.page_house")
    loaded = {game.id: (levels(game), game.texts) for game in installed_games()}
    gc.collect()
    log.debug("ready for %s", ", ".join(loaded))
