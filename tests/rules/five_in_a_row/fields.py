"""Fields for tests, drawn or generated, set on a table; and a slow reference implementation of the rules.

A field is a dictionary from (x, y) to the seat whose stone is there.
"""

from collections.abc import Iterable

from ludothek.core.table import Table
from ludothek.games.five_in_a_row.rules import (
    RING,
    STONES,
    WIDTH,
    add_to_rim,
    drop_from_rim,
    lay,
    note_position,
    x_of,
    y_of,
)
from tests.playing import opened

Cell = tuple[int, int]
Field = dict[Cell, int]


def drawn(picture: str) -> Field:
    """Rows of A (seat 0), B (seat 1) and dots. The first sign of the last row is 0,0."""
    rows = picture.split()
    return {
        (x, y): "AB".index(sign)
        for y, row in enumerate(reversed(rows))
        for x, sign in enumerate(row)
        if sign != "."
    }


def endgame(field: Field, turn: int) -> Table:
    """A table with this field after the 32nd stone; the missing stones have been captured."""
    table = opened("five_in_a_row", 2)
    s = table.state
    drop_from_rim(s, 0)
    start = next(iter(field))
    s.left, s.low = start[0] - 1, start[1] - 1
    add_to_rim(s, ring(start), 0)
    numbers = [iter(range(0, STONES, 2)), iter(range(1, STONES, 2))]
    waiting = dict(field)
    while waiting:
        cell = next(cell for cell in waiting if s.board[ring(cell)] < 0)
        lay(s, next(numbers[waiting.pop(cell)]), ring(cell))
    s.moves = STONES
    s.turn = turn
    note_position(s)
    return table


def ring(cell: Cell) -> int:
    return (cell[0] + WIDTH * cell[1]) & RING


def field_of(table: Table) -> Field:
    s = table.state
    return {
        (x_of(s, s.at[stone]), y_of(s, s.at[stone])): stone % 2
        for stone in range(STONES)
        if s.field >> stone & 1
    }


def all_laid(first: Iterable[Cell], second: Iterable[Cell]) -> Table:
    """A table at which each seat has laid its stones, in an order that is legal."""
    table = opened("five_in_a_row", 2)
    waiting = [list(first), list(second)]
    while table.state.moves < STONES:
        seat = table.state.turn
        moves = table.variant.moves(table.state, seat)
        cell = next(cell for cell in waiting[seat] if text(cell) in moves)
        waiting[seat].remove(cell)
        table.play(seat, text(cell))
    return table


def text(*cells: Cell) -> str:
    return ">".join(f"{x},{y}" for x, y in cells)


def sides(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def touching(cells: Iterable[Cell]) -> set[Cell]:
    """The cells beside these."""
    there = set(cells)
    return {side for cell in there for side in sides(cell)} - there


def groups(cells: Iterable[Cell]) -> list[set[Cell]]:
    left, found = set(cells), []
    while left:
        group, new = set(), {left.pop()}
        while new:
            group |= new
            new = touching(group) & left
            left -= new
        found.append(group)
    return found


def slow_moves(field: Field, seat: int) -> dict[str, Field]:
    """The endgame moves of a seat (FI-4 to FI-7), and the field each leads to."""
    moves = {}
    for taken in [cell for cell in field if field[cell] == seat and touching([cell]) - field.keys()]:
        rest = field.keys() - {taken}
        parts = groups(rest)
        largest = [part for part in parts if len(part) == max(map(len, parts))]
        for kept in largest:
            others = {cell for part in largest if part is not kept for cell in touching(part)}
            for to in touching(kept) - rest - others - {taken}:
                moves[text(taken, to)] = {cell: field[cell] for cell in kept} | {to: seat}
    return moves
