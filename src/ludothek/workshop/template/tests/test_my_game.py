"""The rules of My Game, and what every game must keep to."""

import pytest

import ludothek
from ludothek.testing import conforms, found


def opened() -> ludothek.Table:
    return ludothek.Table(found("my_game").variant(2))


def test_it_is_a_game() -> None:
    conforms("my_game")


def test_whoever_takes_the_last_match_wins() -> None:
    table = opened()
    for _ in range(5):
        table.play(0, "3")
        table.play(1, "1")
    table.play(0, "1")
    assert table.status()["outcome"]["scores"] == [1, 0]


def test_nobody_takes_more_than_there_are() -> None:
    table = opened()
    for seat in (0, 1, 0, 1, 0, 1):
        table.play(seat, "3")
    table.play(0, "1")
    with pytest.raises(ludothek.IllegalMove):
        table.play(1, "3")
