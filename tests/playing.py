"""How tests play: tables opened, moves made, positions reached at random."""

from collections.abc import Iterable
from typing import Any

import pytest

from ludothek.core import BadKit, IllegalMove
from ludothek.core.registry import find
from ludothek.core.table import Table, seat_of
from ludothek.testing import at_random as play_at_random

__all__ = ["legal", "opened", "play", "play_at_random", "refused", "refused_kit"]


def play(table: Table, moves: Iterable[tuple[int | str, str]]) -> Table:
    """Make the moves given as (seat, text); a seat may be "chance"."""
    for seat, move in moves:
        table.play(seat_of(seat), move)
    return table


def opened(
    game: str,
    seats: int,
    moves: Iterable[tuple[int | str, str]] = (),
    *,
    options: Any = None,
    kit: Any = None,
) -> Table:
    return play(Table.open(game, seats, options, kit), moves)


def legal(table: Table, seat: int | str) -> list[str]:
    """The legal moves of a seat, sorted."""
    return sorted(table.variant.moves(table.state, seat_of(seat)))


def refused(table: Table, seat: int | str, move: str) -> None:
    """Assert that the move is refused, and that nothing changes by it."""
    before = table.state.copy()
    with pytest.raises(IllegalMove):
        table.play(seat_of(seat), move)
    assert table.state == before


def refused_kit(game: str, kit: object) -> str:
    """Return why the game refuses the kit, in English; assert that the German text names the same figure."""
    with pytest.raises(BadKit) as refused:
        find(game).variant(find(game).fewest, kit=kit)
    english, german = str(refused.value), refused.value.said("de")
    assert german != english
    assert german.startswith(f"{refused.value.figure}: ")
    assert english.startswith(f"{refused.value.figure}: ")
    return english
