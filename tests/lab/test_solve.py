"""Counting and solving."""

import pytest

from ludothek.core import Refusal
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.lab.solve import perft, solved


def test_ways_are_counted_as_the_rules_have_them() -> None:
    assert list(perft(find("connect_four").variant(2), 7)) == [
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
    best, way, positions = solved(variant)
    table = Table(variant)
    for move in way:
        table.play(table.variant.to_act(table.state)[0], move)
    assert variant.is_over(table.state)
    assert variant.scores(table.state) == [best] == [1.0]
    assert positions >= len(way)
    with pytest.raises(Refusal, match="only a game for one without chance"):
        solved(find("torris").variant(2))
