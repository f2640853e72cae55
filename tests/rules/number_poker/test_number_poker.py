"""Number poker, rule by rule."""

import pytest

from ludothek.core.table import Table
from tests.playing import legal, opened, play, refused


def shown(*choices: str) -> list[tuple[int, str]]:
    """One round: each seat's choice."""
    return list(enumerate(choices))


def won(table: Table, seat: int) -> list[int]:
    return [value for value in range(1, 5) for _ in range(table.state.won[seat][value])]


@pytest.mark.rule("NP-1")
def test_everybody_has_two_of_each_value_and_one_empty_hand() -> None:
    table = opened("number_poker", 3)
    assert all(table.state.left[seat] == [1, 2, 2, 2, 2] for seat in range(3))
    assert legal(table, 2) == ["-", "1", "2", "3", "4"]


@pytest.mark.rule("NP-2")
def test_all_choose_at_once_and_each_once() -> None:
    table = opened("number_poker", 3, [(1, "4")])
    assert table.variant.to_act(table.state) == [0, 2]
    refused(table, 1, "3")


@pytest.mark.rule("NP-2", "NP-6")
def test_without_stones_the_empty_hand_may_be_shown_or_kept() -> None:
    table = opened("number_poker", 2, shown("-", "1"))
    play(table, [(0, "x1")])
    for mine, yours in zip("1122334", "1223344", strict=True):
        play(table, shown(mine, yours))
    assert table.state.round == 9
    assert legal(table, 0) == ["4"]  # a single legal move is still made
    assert legal(table, 1) == ["-", "pass"]
    play(table, [(1, "pass"), (0, "4")])
    assert table.variant.is_over(table.state)
    assert won(table, 0) == [1, 4]


@pytest.mark.rule("NP-3")
@pytest.mark.parametrize(
    ("choices", "winner", "value"),
    [("3122", 0, 3), ("4431", 2, 3), ("4433", None, None), ("--31", 2, 3), ("1111", None, None)],
)
def test_the_highest_value_that_stands_alone_wins(
    choices: str, winner: int | None, value: int | None
) -> None:
    table = opened("number_poker", 4, shown(*choices))
    assert [won(table, seat) for seat in range(4)] == [[value] if seat == winner else [] for seat in range(4)]
    assert table.state.round == 2


@pytest.mark.rule("NP-4")
@pytest.mark.parametrize(
    ("choices", "stolen", "wins"),
    [
        ("442-", "x0", [[], [4], [], [4]]),  # the other 4 stands alone now
        ("442-", "x2", [[], [], [], [2]]),  # the 4s cancel each other
        ("332-", "x2", [[], [], [], [2]]),
        ("431-", "x0", [[], [3], [], [4]]),
        ("4-", "x0", [[], [4]]),
    ],
)
def test_a_single_empty_hand_steals_and_the_rest_decide_a_second_winner(
    choices: str, stolen: str, wins: list[list[int]]
) -> None:
    table = opened("number_poker", len(choices), shown(*choices))
    thief = choices.index("-")
    assert table.variant.to_act(table.state) == [thief]
    assert legal(table, thief) == [f"x{k}" for k in range(len(choices)) if k != thief]
    play(table, [(thief, stolen)])
    assert [won(table, seat) for seat in range(len(choices))] == wins


@pytest.mark.rule("NP-5")
def test_an_empty_hand_is_used_up_also_when_blocked() -> None:
    table = opened("number_poker", 3, shown("-", "-", "1"))
    assert legal(table, 0) == legal(table, 1) == ["1", "2", "3", "4"]
    assert "-" in legal(table, 2)


@pytest.mark.rule("NP-6")
def test_eight_rounds_without_an_empty_hand() -> None:
    table = opened("number_poker", 2)
    for value in "11223344":
        play(table, shown(value, value))
    assert table.variant.is_over(table.state)
    assert table.state.round == 8


@pytest.mark.rule("NP-6")
def test_nine_rounds_with_one() -> None:
    table = opened("number_poker", 2, shown("-", "-"))
    for value in "11223344":
        play(table, shown(value, value))
    assert table.variant.is_over(table.state)
    assert table.state.round == 9


@pytest.mark.rule("NP-7")
@pytest.mark.parametrize(
    ("rounds", "scores"),
    [
        (["21", "12", "32", "23", "41", "14", "34", "43"], [0.5, 0.5]),  # four stones each, of equal sum
        (["21", "21", "32", "32", "43", "43", "14", "14"], [1.0, 0.0]),
        (["12", "12", "23", "23", "34", "34", "41", "41"], [0.0, 1.0]),
        (["11", "11", "22", "22", "33", "33", "44", "44"], [0.5, 0.5]),  # no player won a stone: all share
        (["12", "12", "33", "33", "41", "41", "24", "24"], [0.0, 1.0]),
        (["14", "14", "41", "21", "43", "33", "22", "32"], [1.0, 0.0]),
    ],
)
def test_most_stones_then_the_higher_sum_then_shared(rounds: list[str], scores: list[float]) -> None:
    table = opened("number_poker", 2)
    for choices in rounds:
        play(table, shown(*choices))
    assert table.variant.scores(table.state) == scores


@pytest.mark.rule("NP-7")
def test_equal_stones_are_decided_by_their_sum() -> None:
    table = opened("number_poker", 2)
    for choices in ["11", "12", "22", "24", "31", "33", "43", "44"]:
        play(table, shown(*choices))
    assert [won(table, seat) for seat in (0, 1)] == [[3, 4], [2, 4]]
    assert table.variant.scores(table.state) == [1.0, 0.0]


@pytest.mark.rule("NP-8")
def test_before_the_reveal_a_view_shows_who_has_chosen_and_ones_own_choice() -> None:
    table = opened("number_poker", 3, [(0, "4"), (1, "-")])
    mine = table.variant.view(table.state, 0)["seats"]
    assert [seat["has_chosen"] for seat in mine] == [True, True, False]
    assert [seat["choice"] for seat in mine] == [4, None, None]
    assert [seat["choice"] for seat in table.variant.view(table.state)["seats"]] == [None, None, None]
    assert mine[2]["left"] == [2, 2, 2, 2]
