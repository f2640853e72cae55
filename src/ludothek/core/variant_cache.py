"""Variants, cached by game, seats and setting. A Variant is immutable, so callers share it."""

import json
from functools import lru_cache
from typing import Any

from ludothek.core.game import Variant
from ludothek.core.registry import find

CACHE_SIZE = 64


def setting_of(options: dict[str, Any], kit: dict[str, Any] | None) -> bytes:
    """Serialize options and kit, as a cache key and to send to another process."""
    return json.dumps([options, kit]).encode()


@lru_cache(CACHE_SIZE)
def shared(game: str, seats: int, setting: bytes) -> Variant:
    """Return the cached variant with this setting."""
    options, kit = json.loads(setting)
    return find(game).variant(seats, options, kit, begun=True)
