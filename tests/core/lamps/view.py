from typing import Any

from ludothek.core import Event, Phrase
from tests.core.lamps.rules import State


def view(kit: object, s: State, seat: int) -> dict[str, Any]:
    return {"lit": s.lit, "total": s.total}


def describe(kit: object, s: State, seat: int) -> list[Phrase]:
    return []


def ask(kit: object, s: State, seat: int) -> Phrase:
    return Phrase("title")


def label(kit: object, s: State, seat: int, action: int) -> Phrase:
    return Phrase("title")


def tell(kit: object, before: State, seat: int, action: int, after: State) -> list[Event]:
    return []


def outcome(kit: object, s: State) -> dict[str, Any]:
    return {"reason": "done"}
