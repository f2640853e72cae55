"""A position with its legal moves, computed once when a move is decided."""

from typing import Any, NamedTuple

from ludothek.core import Event, Variant


class Position(NamedTuple):
    """A state and the legal moves, by text, of each seat that must act; none if the game is over."""

    state: Any
    legal_moves: dict[int, dict[str, int]]

    @classmethod
    def of(cls, variant: Variant, state: Any) -> "Position":
        return cls(state, {seat: variant.moves(state, seat) for seat in variant.to_act(state)})


class PlayedMove(NamedTuple):
    """A move with the events it caused and the position after it."""

    seat: int
    move: str
    action: int
    events: list[Event]
    position: Position

    @classmethod
    def at(cls, variant: Variant, position: Position, seat: int, move: str) -> "PlayedMove":
        action = position.legal_moves[seat][move]
        after = variant.after(position.state, seat, action)
        return cls(
            seat, move, action, variant.tell(position.state, seat, action, after), Position.of(variant, after)
        )
