"""Counting and solving."""

import random
import re
from typing import Any

import pytest

from ludothek.bots.number_poker.public import public
from ludothek.cli import solve_screen
from ludothek.core import IllegalMove, Refusal
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.lab.backward_solver import matrix_game, solve_backwards
from ludothek.lab.solve import perft, play_opening, solve_puzzle
from tests.cli.test_commands import run

POKER, FOUR = find("number_poker").variant(2), find("connect_four").variant(2)
LATE = ["4", "4", "4", "4", "3", "3", "3", "2"]  # seat 0 has won a 3, which seat 1 still has


def test_ways_are_counted_as_the_rules_have_them() -> None:
    assert list(perft(FOUR, 7)) == [
        1,
        7,
        49,
        343,
        2401,
        16807,
        117649,
        823536,
    ]  # the last less the games that are won


def test_the_puzzle_is_solved_and_the_way_leads_there() -> None:
    variant = find("clear_board").variant(1)
    best, way, positions = solve_puzzle(variant, variant.start())
    table = Table(variant)
    for move in way:
        table.play(table.variant.to_act(table.state)[0], move)
    assert variant.is_over(table.state)
    assert variant.scores(table.state) == [best] == [1.0]
    assert positions >= len(way)


@pytest.mark.parametrize(
    ("payoffs", "worth", "rows", "columns"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),  # stone, paper, scissors
        ([[3, 5], [2, 7]], 3, [1, 0], [1, 0]),  # one row and one column suffice
        ([[3, -1], [-2, 1]], 1 / 7, [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
        (
            [[1, 0, 0.5], [0, 1, 0.75]],
            0.5,
            [0.5, 0.5],
            [0.5, 0.5, 0],
        ),  # the third column is never the best answer
    ],
)
def test_a_table_is_worth_what_the_best_mixtures_make_of_it(
    payoffs: list[list[float]], worth: float, rows: list[float], columns: list[float]
) -> None:
    found = matrix_game(payoffs)
    assert found[0] == pytest.approx(worth)
    assert found[1] == pytest.approx(rows)
    assert found[2] == pytest.approx(columns)


def test_number_poker_is_worth_what_was_proved_of_it() -> None:
    """Worked out from the rules alone; what the player knows was found in another way (docs/duels.md)."""
    start = play_opening(POKER, LATE)
    solution = solve_backwards(POKER, start)
    assert solution.worth == pytest.approx(public().worth[public().find(start)], abs=1e-9)
    assert 0.5 < solution.worth < 1
    assert {seat: sum(mixture.values()) for seat, mixture in solution.plays.items()} == pytest.approx(
        {0: 1, 1: 1}
    )
    assert list(solution.plays[1]) == ["-", "1", "2", "3"]


def test_an_open_game_is_worth_what_trying_everything_says() -> None:
    """Connect four with eight places left: some games are won by each seat, and some by none."""

    def tried(state: Any) -> float:
        if FOUR.is_over(state):
            return FOUR.scores(state)[0]
        [seat] = FOUR.to_act(state)
        return (min if seat else max)(
            tried(FOUR.after(state, seat, action)) for action in FOUR.actions(state, seat)
        )

    rng = random.Random(4)
    late: list[Any] = []
    while len(late) < 6:
        state = FOUR.start()
        while not FOUR.is_over(state) and state.laid < 34:
            state = FOUR.after(state, state.laid % 2, rng.choice(FOUR.actions(state, state.laid % 2)))
        late += [] if FOUR.is_over(state) else [state]
    for state in late:
        solution = solve_backwards(FOUR, state)
        [[seat, plays]] = solution.plays.items()
        assert solution.worth == tried(state)
        assert tried(FOUR.play(state, seat, next(iter(plays)))) == solution.worth


def test_what_cannot_be_worked_out_is_refused() -> None:
    with pytest.raises(Refusal, match="needs two seats; number_poker has 3"):
        solve_backwards(find("number_poker").variant(3), find("number_poker").variant(3).start())
    with pytest.raises(Refusal, match="an opening must not end before all have chosen"):
        solve_backwards(POKER, play_opening(POKER, ["4"]))
    with pytest.raises(IllegalMove):
        play_opening(POKER, ["9"])
    with pytest.raises(Refusal, match=r"more than 50 positions from there: name the moves of an opening"):
        solve_backwards(POKER, play_opening(POKER, LATE), most=50)
    puzzle, museum = find("clear_board").variant(1), find("museum").variant(2)
    with pytest.raises(Refusal, match=r"more than 50 positions from there: name the moves of an opening"):
        solve_puzzle(puzzle, puzzle.start(), most=50)
    with pytest.raises(Refusal, match="museum goes on for too long from there"):
        solve_backwards(museum, museum.start())


def test_nobody_waits_without_a_word_of_how_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solve_screen, "SOON", -1)
    solve_screen.show(POKER, ["4"] * 4, most=20_000)
    told = capsys.readouterr()
    assert re.fullmatch(
        r"number_poker, after 4 moves: solved or given up within \d+ s, at 20,000 positions\n", told.err
    ), "and once"
    assert "19,951 positions seen" in told.out


def test_the_command_says_how_to_play() -> None:
    done = run("lab", "solve", "number_poker", "--opening", "4 4 4 4 3 3 3 3 2 2")
    assert "after 10 moves: played perfectly seat 0 scores 0.5 and seat 1 0.5 on average" in done.stdout, (
        done.stderr
    )
    assert "seat 1 then plays" in done.stdout
