"""The players of Safehouse."""

import random
from itertools import product
from typing import Any

import pytest

from ludothek.bots import Budget, Estimate, PlayerView, bot
from ludothek.bots.safehouse import reasons
from ludothek.bots.safehouse.entries import NOTHING, after, sheet_before_writing
from ludothek.bots.safehouse.guide import candidates, guide
from ludothek.bots.safehouse.labour import CLIMBING, EQUAL, LABOUR, RISING, TOP
from ludothek.bots.safehouse.sheet import left_after, rows_to_spare, sheet_of
from ludothek.core import CHANCE, Phrase, floats, wholes
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.safehouse.rules import DONE, GAME, PLACES, ROWS, colour_of
from ludothek.lab.duel import play
from tests.playing import opened
from tests.rules.safehouse.test_safehouse import fallen, kit, thrown, write_in


def view(table: Table, seat: int = 0) -> PlayerView:
    return PlayerView.of(table.variant, table.state, seat)


def chosen(table: Table, seat: int = 0) -> str:
    """Return the guide's move."""
    seen = view(table, seat)
    moves = seen.moves()
    return list(moves)[guide(seen.variant.kit, seen.state, seat, list(moves.values()), len(moves), [0] * 4)]


def nearly(seats: int = 1, **state: Any) -> Table:
    """A table at which row 3 of seat 0 lacks its yellow field, which must be at least 3."""
    table = opened("safehouse", seats)
    write_in(table, 0, 3, 1, 2)
    write_in(table, 0, 3, 2, 3)
    for name, value in state.items():
        setattr(table.state, name, value)
    return table


def test_labour_is_counted_in_dice() -> None:
    assert LABOUR[CLIMBING][1][1][TOP] == pytest.approx(6 / 5)  # anything but a pursuer
    assert LABOUR[CLIMBING][1][3][3] == LABOUR[EQUAL][1][3][3] == pytest.approx(6.0)
    assert LABOUR[RISING][2][4][5] > LABOUR[CLIMBING][2][4][5]
    for fields in range(1, 6):
        for least in range(1, TOP + 1):
            for most in range(least, TOP):
                assert (
                    LABOUR[CLIMBING][fields][least][most] >= LABOUR[CLIMBING][fields][least][most + 1] - 1e-9
                ), "more room, less labour"
                assert LABOUR[CLIMBING][fields][least][most] < LABOUR[CLIMBING][fields + 1][least][most], (
                    "more fields, more labour"
                )


def test_what_is_not_needed_on_the_way_into_the_safehouse_is_spared() -> None:
    def spared(position: int) -> tuple[list[int], float]:
        table = nearly(position=[position, 0, 0, 0])
        sheet = sheet_of(table.variant.kit, table.state, 0, 0.0, wholes(2, PLACES), floats(2, ROWS))
        rows = rows_to_spare(table.variant.kit, sheet, 40 - position)
        return [row for row in range(8) if rows >> row & 1], left_after(
            table.variant.kit, table.state, sheet, 0, 0
        )

    all_but_the_third, little = spared(38)
    assert all_but_the_third == [0, 1, 3, 4, 5, 6, 7], "the third row alone is enough"
    more, further = spared(32)
    assert 2 not in more
    assert len(more) < 7
    assert further > little
    least, whole = spared(16)
    assert len(least) == 1, "27 steps less the 24 that are needed"
    assert whole > further


@pytest.mark.parametrize("faces", ["4235", "1114", "5432"])
def test_no_other_entries_together_leave_less_to_do(faces: str) -> None:
    """The entries are found by searching a few choices in depth; here all choices are compared."""
    table = opened("safehouse", 1)
    for row, field, number in ((2, 1, 1), (4, 1, 1), (6, 1, 2), (7, 2, 2)):
        write_in(table, 0, row, field, number)
    table.state.again, table.state.chameleons = 0, [0] * 4
    for seat, move in thrown(0, "YGRB", faces):
        table.play(CHANCE if seat == "chance" else int(seat), move)
    kit_, state, actions = table.variant.kit, table.state, table.variant.actions(table.state, 0)
    sheet = sheet_before_writing(kit_, state, 0, wholes(2, PLACES), floats(2, ROWS))
    entries = [
        [NOTHING] + [k for k, action in enumerate(actions) if action != DONE and colour_of(action) == colour]
        for colour in range(4)
    ]
    least = min(after(kit_, state, sheet, actions, choice) for choice in product(*entries))
    written = [NOTHING] * 4
    while (move := chosen(table)) != "done":
        action = table.variant.action(table.state, 0, move)
        written[colour_of(action)] = actions.index(action)
        table.play(0, move)
    assert after(kit_, state, sheet, actions, written) == pytest.approx(least)
    assert least < left_after(kit_, state, sheet, 0, 0)


def test_a_row_is_completed() -> None:
    table = nearly(again=0)
    for seat, move in thrown(0, "YG", "45"):
        table.play(CHANCE if seat == "chance" else int(seat), move)
    assert chosen(table) == "3.3=Y"
    assert reasons(view(table), "3.3=Y") == Phrase("hints.completes", row=3, n=2)


def test_the_winning_entry_is_found_and_named() -> None:
    table = nearly(again=0, position=[38, 0, 0, 0], pursuer=30)
    for seat, move in thrown(0, "YG", "45"):
        table.play(CHANCE if seat == "chance" else int(seat), move)
    choice = bot(find("safehouse"), "hard").choose(view(table), Budget(nodes=100), seed=1)
    assert choice.move == "3.3=Y"
    assert choice.considered["3.3=Y"] == Estimate(1)
    assert reasons(view(table), "3.3=Y") == Phrase("hints.wins")


def test_who_is_in_the_safehouse_opens_no_row() -> None:
    table = opened("safehouse", 2)
    table.state.position[0], table.state.again = 40, 0
    for seat, move in thrown(0, "YGRB", "1234"):
        table.play(CHANCE if seat == "chance" else int(seat), move)
    assert chosen(table, 0) == "done"
    assert chosen(table, 1) != "done"


def test_calm_is_kept_for_many_pursuers_or_the_last_moment() -> None:
    def helped(pursuer: int, faces: str) -> str:
        table = opened("safehouse", 1, [(0, "throw YGRB"), *fallen("")])
        table.state.again, table.state.pursuer = 0, pursuer
        for face in faces:
            table.play(CHANCE, face)
        return chosen(table)

    assert helped(3, "123X") == "keep"
    assert helped(3, "1XXX") == "calm"
    assert helped(15, "123X") == "calm", "the pursuer would catch us"


def test_reasons_for_throws_and_help() -> None:
    table = opened("safehouse", 1, thrown(0, "YGR", "XX3"))
    assert reasons(view(table), "calm") == Phrase("hints.calm", n=2)
    assert reasons(view(table), "again Y") == Phrase("hints.again", n=1)
    assert reasons(view(table), "again R") == Phrase("hints.again_better")
    for move in ("keep", "4.1=R", "done"):
        table.play(0, move)
    assert reasons(view(table), "recall") == Phrase("hints.recall", n=1)
    assert reasons(view(table), "throw yg") == Phrase("hints.throw", n=2)


STRANGE = kit(
    faces=[7, 1, 7, "X", 7_000, "X"], joker_faces=[2, 2, 2, 2, 2, 30], chameleons=[0, 9, 9, 9], lead=14
)


@pytest.mark.parametrize(("seats", "figures"), [(1, None), (3, None), (2, STRANGE)])
def test_the_guide_moves_legally_with_any_kit_and_is_among_its_candidates(seats: int, figures: Any) -> None:
    """Interpreted, where an index out of bounds is an error."""
    variant = find("safehouse").variant(seats, kit=figures)
    rng, state, out = random.Random(2), variant.start(), [0] * GAME.legal
    for _ in range(150):
        acting = variant.to_act(state)
        if not acting:
            break
        if acting == [CHANCE]:
            odds = variant.chances(state)
            state = variant.play(state, CHANCE, rng.choices(list(odds), list(odds.values()))[0])
            continue
        actions = variant.actions(state, acting[0])
        place = guide(variant.kit, state, acting[0], actions, len(actions), [0] * 4)
        count = candidates(variant.kit, state, acting[0], actions, len(actions), out)
        assert 1 <= count <= 7
        assert all(0 <= other < len(actions) for other in out[:count])
        assert 0 <= place < len(actions)
        state = variant.after(state, acting[0], actions[place])


def test_the_guide_is_far_better_than_chance() -> None:
    variant = find("safehouse").variant(1)
    won = {
        level: sum(variant.scores(play(variant, [level], number).state)[0] for number in range(40))
        for level in ("random", "easy", "medium")
    }
    assert won["random"] == 0
    assert 5 <= won["easy"] < won["medium"]
