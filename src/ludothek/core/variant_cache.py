"""Games with their options and kits, shared by all who play the same: nothing in one ever changes."""

import json
from functools import lru_cache
from typing import Any

from ludothek.core.game import Variant
from ludothek.core.registry import find

KEPT = 64


def setting_of(options: dict[str, Any], kit: dict[str, Any] | None) -> bytes:
    """What was chosen, in a form that can be compared, and sent to another process."""
    return json.dumps([options, kit]).encode()


@lru_cache(KEPT)
def shared(game: str, seats: int, setting: bytes) -> Variant:
    options, kit = json.loads(setting)
    return find(game).variant(seats, options, kit, begun=True)
