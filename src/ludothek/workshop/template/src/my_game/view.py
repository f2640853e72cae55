"""What is seen and said. No sentence stands here: the words are in texts/de.toml and texts/en.toml."""

from typing import Any, TypedDict

from ludothek.core import Event, Nothing, Phrase, Seat

from .rules import MATCHES, State


class View(TypedDict):
    """What the board is given to draw."""

    heap: int  # matches at first
    left: int
    turn: int | None


def view(kit: Nothing, s: State, seat: int) -> View:
    return {"heap": MATCHES, "left": s.left, "turn": s.turn if s.left else None}


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    return [Phrase("describe.heap", n=s.left)]


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    return Phrase("prompts.take")


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    return Phrase("moves.take", n=action + 1)


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    return [Event("takes", who=Seat(seat), n=action + 1)]


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    return {"reason": f"seat {s.turn} took the last match"}


def why(kit: Nothing, s: State) -> Phrase:
    return Phrase("why.last", who=Seat(s.turn))
