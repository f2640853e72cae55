"""The general search: it finds forced moves, plays mixed strategies, and knows no more than its seat."""

from collections import Counter

import pytest

from ludothek.bots import Budget, PlayerView
from ludothek.bots.search import SearchBot
from tests.playing import opened

BOT = SearchBot(nodes=4000)


@pytest.mark.parametrize(("moves", "best"), [("dadbd", "d"), ("adbdcd", "d"), ("aabbc", "d")])
def test_it_wins_or_blocks_in_connect_four(moves: str, best: str) -> None:
    """Three own stones are completed, three of the opponent's are blocked."""
    table = opened("connect_four", 2, [(n % 2, move) for n, move in enumerate(moves)])
    [seat] = table.variant.to_act(table.state)
    assert BOT.choose(PlayerView.of(table.variant, table.state, seat), Budget(), seed=1).move == best


def test_values_are_chances_to_win() -> None:
    table = opened("connect_four", 2, [(0, "d"), (1, "a"), (0, "d"), (1, "b"), (0, "d"), (1, "a")])
    considered = BOT.choose(PlayerView.of(table.variant, table.state, 0), Budget(), seed=1).considered
    assert considered["d"].value == 1.0
    assert max(chance.value for move, chance in considered.items() if move != "d") < 1.0
    assert min(chance.error for chance in considered.values()) > 0, "playouts prove nothing"


def test_simultaneous_choices_are_mixed() -> None:
    """In the last round of number poker in which both can choose, a fixed choice would be found out."""
    table = opened("number_poker", 2)
    view = PlayerView.of(table.variant, table.state, 0)
    chosen = Counter(SearchBot(nodes=300).choose(view, Budget(), seed).move for seed in range(30))
    assert len(chosen) >= 4
    assert max(chosen.values()) < 20


def test_a_seat_that_has_chosen_does_not_change_what_the_others_do() -> None:
    for choice in "1234-":
        table = opened("number_poker", 2, [(1, choice)])
        view = PlayerView.of(table.variant, table.state, 0)
        assert BOT.choose(view, Budget(nodes=200), seed=3) == BOT.choose(
            PlayerView.of(table.variant, opened("number_poker", 2, [(1, "4")]).state, 0),
            Budget(nodes=200),
            seed=3,
        )


def test_time_is_kept() -> None:
    """Not a measurement: when the time is up, far fewer nodes than requested have been searched."""
    table = opened("connect_four", 2)
    view = PlayerView.of(table.variant, table.state, 0)
    BOT.choose(view, Budget(nodes=1), seed=1)
    slow = SearchBot(nodes=10**9)
    assert slow.choose(view, Budget(seconds=0.05), seed=1).move in view.moves()
