"""What the worker calls that thinks for a device's bots.

It imports what players need, and nothing of the house that asks them.
"""

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
    """Load what a house and its bots may soon need: the memory of this worker is kept, and the next ones of
    both kinds begin with it.
    """
    import_module("ludothek.page.page_house")
    loaded = {game.id: (levels(game), game.texts) for game in installed_games()}
    gc.collect()
    log.debug("ready for %s", ", ".join(loaded))
