"""Where a game stands, and what a move makes of it: computed once, when the move is decided, and never
changed.
"""

from typing import Any, NamedTuple

from ludothek.core import Event, Variant


class Position(NamedTuple):
    """A state, and the legal moves of those who are to act: their texts and actions.

    Nobody is when the game is over.
    """

    state: Any
    asked: dict[int, dict[str, int]]

    @classmethod
    def of(cls, variant: Variant, state: Any) -> "Position":
        return cls(state, {seat: variant.moves(state, seat) for seat in variant.to_act(state)})


class PlayedMove(NamedTuple):
    """A move, what it told, and where it led."""

    seat: int
    move: str
    action: int
    told: list[Event]
    position: Position

    @classmethod
    def at(cls, variant: Variant, position: Position, seat: int, move: str) -> "PlayedMove":
        action = position.asked[seat][move]
        after = variant.after(position.state, seat, action)
        return cls(
            seat, move, action, variant.tell(position.state, seat, action, after), Position.of(variant, after)
        )
