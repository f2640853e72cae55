"""The rules of Under the Cups, its bots, and the conformance checks."""

from cups.players import at_least

import ludothek
from ludothek.testing import conforms, found


def opened(*dice: int) -> ludothek.Table:
    """Two seats, with these dice under their cups."""
    table = ludothek.Table(found("cups").variant(2))
    for face in dice:
        table.play(ludothek.CHANCE, str(face))
    return table


def test_it_is_a_game() -> None:
    conforms("cups")


def test_a_claimer_of_too_much_loses_a_chip_and_begins() -> None:
    table = opened(1, 1, 2, 2)
    table.play(0, "7")
    table.play(1, "doubt")
    assert table.state.chips[:2] == [1, 2]
    for _ in range(4):
        table.play(ludothek.CHANCE, "6")
    assert table.to_act() == [0]


def test_a_doubter_of_a_true_claim_loses_a_chip() -> None:
    table = opened(1, 1, 2, 2)
    table.play(0, "6")
    table.play(1, "doubt")
    assert table.state.chips[:2] == [2, 1]


def test_the_highest_claim_can_only_be_doubted() -> None:
    table = opened(1, 1, 2, 2)
    table.play(0, "24")
    assert table.legal_moves(1) == ["doubt"]


def test_the_dice_of_others_are_hidden() -> None:
    table = opened(1, 2, 3, 4)
    assert [seat["dice"] for seat in table.view(0)["seats"]] == [[1, 2], [None, None]]
    assert [seat["dice"] for seat in table.view()["seats"]] == [[None, None]] * 2


def test_the_odds_are_those_of_dice() -> None:
    assert at_least(2, 2) == 1
    assert abs(at_least(2, 7) - 21 / 36) < 1e-9
