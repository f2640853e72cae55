"""The players that have a guide: they leave it on evidence only."""

import pytest

from ludothek.bots.contract import Estimate
from ludothek.bots.lookahead import ROUND, CandidateStats, Correction

MANY = 10_000


def standing(rounds: list[tuple[float, float]], games: int = MANY) -> CandidateStats:
    """Statistics after one round of each candidate: (games won, squared differences from the guide's move).

    The guide's move comes first.
    """
    made = CandidateStats(len(rounds), games)
    made.won = [won for won, _ in rounds]
    made.lead = [won - rounds[0][0] for won, _ in rounds]
    made.apart = [apart for _, apart in rounds]
    made.drop()
    return made


@pytest.mark.parametrize(
    ("other", "trust", "best"),
    [
        ((14.0, 6.0), 1.5, 1),  # four games ahead, out of six that differ
        ((11.0, 3.0), 1.5, 0),  # one game ahead may be luck
        ((11.0, 3.0), 0.0, 1),  # but without trust in the guide luck counts
        ((4.0, 8.0), 0.0, 0),
    ],
)
def test_another_move_is_made_only_if_it_is_clearly_ahead(
    other: tuple[float, float], trust: float, best: int
) -> None:
    assert standing([(10.0, 0.0), other]).best(trust) == best


def test_what_falls_behind_or_makes_no_difference_is_dropped() -> None:
    made = standing([(10.0, 0.0), (10.0, 0.0), (4.0, 8.0), (9.0, 5.0)])
    assert made.alive == [True, False, False, True]
    assert made.tried == [ROUND] * 4
    assert made.is_open()


def test_no_more_games_are_played_than_asked_for_but_one_round_at_least() -> None:
    assert CandidateStats(40, 10).is_open()
    assert not standing([(1.0, 0.0), (0.0, 1.0)], games=2).is_open()
    assert CandidateStats(4, 20).size == 5
    alone = standing([(10.0, 0.0)])
    assert not alone.is_open()
    assert [share.value for share in alone.shares(0)] == [10 / ROUND]


def test_a_correction_rises_and_can_be_undone() -> None:
    chance = Correction(shift=0.4, slope=0.8)
    assert chance(0.3) < chance(0.5) < chance(0.9)
    assert chance(0.5) > 0.5
    assert chance.undone(chance(0.3)) == pytest.approx(0.3)
    assert Correction()(0.7) == pytest.approx(0.7)


def test_the_move_that_is_made_and_the_guides_go_on_until_a_chance_can_be_stated() -> None:
    made = standing([(8.0, 0.0), (15.0, 7.0), (4.0, 8.0)])
    assert made.settle(1, games=2 * ROUND)
    assert (made.alive, made.size) == ([True, True, False], ROUND)
    made.won = [16.0, 20.0, 4.0]
    made.lead = [0.0, 4.0, -4.0]
    made.drop()
    assert [share.value for share in made.shares(1)] == [16 / 32, (16 + 7 - 3) / 32, 16 / 32 - 4 / 16]
    assert not made.settle(1, games=ROUND), "they have had as many"


def test_what_was_ahead_by_luck_is_not_put_above_the_move_that_is_made() -> None:
    made = standing([(10.0, 0.0), (11.0, 3.0), (4.0, 8.0)])
    assert made.best(1.5) == 0
    first, lucky, behind = made.shares(0)
    assert first.value == lucky.value == 10 / ROUND
    assert behind.value < first.value
    assert first.error < lucky.error


def test_a_move_that_wins_at_once_is_made() -> None:
    made = standing([(16.0, 0.0), (16.0, 0.0), (0.0, 16.0)])
    made.over = [False, True, True]
    assert made.best(2.0) == 1
    assert [share.value for share in made.shares(1)] == [1.0, 1.0, 0.0]


def test_what_is_asked_about_is_played_to_the_end_however_bad_it_is() -> None:
    made = CandidateStats(3, MANY, kept=2)
    made.lead = [0.0, -9.0, -9.0]
    made.apart = [0.0, 9.0, 9.0]
    made.drop()
    assert made.alive == [True, False, True]
    assert made.settle(0, games=2 * ROUND)
    assert made.alive == [True, False, True], "also while others are dropped for the chance that is stated"


def test_a_correction_says_how_certain_it_is() -> None:
    straight, flat = Correction(), Correction(slope=0.5)
    share = Estimate(0.5, 0.04)
    assert straight.estimate(share).error == pytest.approx(0.04, rel=0.01)
    assert flat.estimate(share).error == pytest.approx(0.02, rel=0.01)
