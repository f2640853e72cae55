"""The players that have a guide: they leave it on evidence only."""

import numpy as np
import pytest

from ludothek.bots.lookahead import ROUND, Standing


def standing(rounds: list[tuple[float, float]]) -> Standing:
    """After one round of each: (games won, squared differences from the guide's move); the guide's move comes first."""
    made = Standing(len(rounds))
    made.won += [won for won, _ in rounds]
    made.apart += [apart for _, apart in rounds]
    made.drop()
    return made


@pytest.mark.parametrize(
    ("other", "best"),
    [
        ((26.0, 10.0), 1),  # six games ahead, out of ten that differ
        ((22.0, 10.0), 0),  # two games ahead may be luck
        ((10.0, 12.0), 0),
    ],
)
def test_another_move_is_made_only_if_it_is_clearly_ahead(other: tuple[float, float], best: int) -> None:
    assert standing([(20.0, 0.0), other]).best() == best


def test_what_falls_behind_or_makes_no_difference_is_dropped() -> None:
    made = standing([(20.0, 0.0), (20.0, 0.0), (10.0, 12.0), (19.0, 5.0)])
    assert made.alive.tolist() == [True, False, False, True]
    assert made.tried.tolist() == [ROUND] * 4
    assert made.played == 4 * ROUND
    assert made.is_open()


def test_one_round_is_played_even_without_a_choice_so_that_a_value_can_be_stated() -> None:
    made = Standing(1)
    assert made.is_open()
    made.won += np.array([20.0])
    made.drop()
    assert not made.is_open()
