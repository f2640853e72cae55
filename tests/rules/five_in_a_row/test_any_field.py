"""Five wins on fields of any shape and place, against the slow reference rules."""

import random
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ludothek.games.five_in_a_row.rules import SLOTS, STONES, WIDTH, fingerprint
from ludothek.games.five_in_a_row.terminal import draw as drawing
from tests.playing import legal, opened
from tests.rules.five_in_a_row.fields import (
    Cell,
    Field,
    endgame,
    field_of,
    groups,
    sides,
    slow_moves,
    text,
    touching,
)

examples = settings(max_examples=60, deadline=None)
seats = st.integers(0, 1)
places = st.tuples(st.integers(-2500, 2500), st.integers(-2500, 2500))


@st.composite
def fields(draw: Any) -> Field:
    """Generate a connected field, at most sixteen stones a seat; in a thin one few cells touch two others."""
    picks = draw(st.lists(st.integers(0, 65), min_size=4, max_size=STONES - 1))
    colours = draw(st.integers(0, (1 << STONES) - 1))
    thin = draw(st.booleans())
    cells: list[Cell] = [(0, 0)]
    for pick in picks:
        rim = sorted(touching(cells))
        if thin:
            rim = [cell for cell in rim if sum(side in cells for side in sides(cell)) == 1]
        cells.append(rim[pick % len(rim)])
    field: Field = {}
    for k, cell in enumerate(cells):
        seat = colours >> k & 1
        field[cell] = seat if list(field.values()).count(seat) < STONES // 2 else 1 - seat
    return field


def shifted(field: Field, by: Cell) -> Field:
    return {(x + by[0], y + by[1]): seat for (x, y), seat in field.items()}


def shape(field: Field) -> Field:
    """Return the field moved to the origin, to compare fields up to translation."""
    return shifted(field, (-min(x for x, _ in field), -min(y for _, y in field)))


@pytest.mark.rule("FI-4", "FI-5", "FI-6", "FI-7", "FI-8")
@examples
@given(field=fields(), seat=seats, place=places, data=st.data())
def test_moves_and_captures_are_those_of_a_flood_fill(
    field: Field, seat: int, place: Cell, data: st.DataObject
) -> None:
    field = shifted(field, place)
    table = endgame(field, seat)
    slow = slow_moves(field, seat)
    assert legal(table, seat) == sorted(slow)
    if slow:
        captures = [move for move in slow if len(slow[move]) < len(field)]
        move = data.draw(st.sampled_from(captures or list(slow)))
        table.play(seat, move)
        assert field_of(table) == slow[move]
        if not table.state.ended:
            other = slow_moves(slow[move], 1 - seat)
            assert table.variant.to_act(table.state) == [1 - seat if other else seat]


@pytest.mark.rule("FI-6")
@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize("arms", [[(1, 0), (-1, 0)], [(1, 0), (0, 1)], [(1, 0), (-1, 0), (0, 1)]])
@pytest.mark.parametrize("bent", [False, True])
def test_taking_the_middle_of_equal_arms_leaves_tied_groups(
    length: int, arms: list[Cell], bent: bool
) -> None:
    """If bent, each arm turns at its end, so that arms come close to one another."""
    cells = {(x * k, y * k) for x, y in arms for k in range(1, length + 1)}
    if bent:
        cells |= {(x * length - y * k, y * length + x * k) for x, y in arms for k in range(1, length)}
    field = {cell: k % 2 for k, cell in enumerate(sorted(cells))} | {(0, 0): 0}
    tied = groups(cells)
    assert len(tied) == len(arms) or bent
    slow = slow_moves(field, 0)
    assert legal(endgame(field, 0), 0) == sorted(slow)
    for move in [move for move in slow if move.startswith("0,0>")]:
        table = endgame(field, 0)
        table.play(0, move)
        assert field_of(table) == slow[move]


@pytest.mark.rule("FI-2")
@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_laying_touches_with_a_side(rng: random.Random) -> None:
    table = opened("five_in_a_row", 2, [(0, "0,0")])
    while table.state.moves < STONES and not table.state.ended:
        seat = table.state.turn
        assert legal(table, seat) == sorted(map(text, touching(field_of(table))))
        table.play(seat, rng.choice(legal(table, seat)))


def test_a_field_wanders_over_the_grid_and_keeps_its_coordinates() -> None:
    table = endgame({(x, y): (x + y) % 2 for x in range(5) for y in range(2)}, 0)
    field = field_of(table)
    while max(x for x, _ in field) < 3 * WIDTH:
        seat = table.state.turn
        slow = slow_moves(field, seat)
        assert legal(table, seat) == sorted(slow)
        quiet = (move for move in slow if len(slow[move]) == len(field))
        move = max(quiet, key=lambda move: sum(x for x, _ in slow[move]))
        table.play(seat, move)
        assert table.variant.to_act(table.state) == [1 - seat]
        field = slow[move]
        assert field_of(table) == field
        table.state.quiet, table.state.latest = 0, [0] * SLOTS  # let it go on


@pytest.mark.rule("FI-9")
@examples
@given(field=fields(), seat=seats, place=places, data=st.data())
def test_positions_are_the_same_up_to_translation_and_nothing_else(
    field: Field, seat: int, place: Cell, data: st.DataObject
) -> None:
    position = fingerprint(endgame(field, seat).state)
    assert 0 <= position < 1 << 62
    assert fingerprint(endgame(shifted(field, place), seat).state) == position
    assert (
        fingerprint(endgame(dict(reversed(field.items())), seat).state) == position
    )  # other stones of the same colours
    assert fingerprint(endgame(field, 1 - seat).state) != position
    assert fingerprint(endgame({cell: 1 - field[cell] for cell in field}, seat).state) != position
    if slow := slow_moves(field, seat):
        after = data.draw(st.sampled_from(list(slow.values())))
        assert (fingerprint(endgame(after, seat).state) == position) == (shape(after) == shape(field))


def test_the_widest_and_the_highest_field_is_drawn_in_eighty_columns() -> None:
    console = Console(width=80, record=True, file=StringIO())
    chain = {(x - 1015, 0): x % 2 for x in range(STONES)}
    for field in chain, {(y, x): seat for (x, y), seat in chain.items()}:
        table = endgame(field, 0)
        table.play(0, legal(table, 0)[0])
        console.print(drawing(table.variant.view(table.state), table.variant.game.texts["de"].say))
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.count("◆") for line in lines) > 16
