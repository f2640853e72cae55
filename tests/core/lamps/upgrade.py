from typing import Any

from tests.core.lamps.rules import ASKING, State


def options(version: int, given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "bright"}


def silent_choice(version: int, given: dict[str, Any], kit: object, s: State) -> str | None:
    return "on" if s.stage == ASKING else None
