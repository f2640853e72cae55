"""Resampling of hidden information always gives a state that is consistent with the seat's view."""

import random

import pytest

from ludothek.core.chance import seed_stream
from ludothek.core.table import Table
from ludothek.games.squid.rules import TRICKS, resample
from tests.playing import opened, play_at_random


@pytest.mark.rule("SQ-19")
def test_a_dealt_world_looks_the_same_to_the_seat_and_conserves_the_tricks() -> None:
    stream = [0] * 4
    seed_stream(stream, 1)
    for seed in range(40):
        table = play_at_random(opened("squid", 4), random.Random(seed), 12 + seed)
        variant = table.variant
        if variant.is_over(table.state):
            continue
        for seat in range(4):
            seen = variant.seen_by(table.state, seat)
            world = seen.copy()
            resample(variant.kit, world, seat, stream)
            assert sum(world.trick_pile) == world.tricks_left
            assert all(sum(world.hand[other]) == world.held[other] for other in range(4))
            assert totals(world) == totals(table.state)
            assert variant.seen_by(world, seat).hand[seat] == seen.hand[seat]
            assert all(min(world.hand[other]) >= 0 for other in range(4))


def test_every_unseen_trick_can_be_anywhere() -> None:
    table: Table = play_at_random(opened("squid", 2), random.Random(1), 4)
    stream = [0] * 4
    seed_stream(stream, 2)
    met = set()
    for _ in range(300):
        world = table.variant.seen_by(table.state, 0)
        resample(table.variant.kit, world, 0, stream)
        met.add(tuple(world.hand[1]))
    assert len(met) >= 12  # of at most fifteen hands of two


def totals(s: object) -> list[int]:
    pile, discard, hands = s.trick_pile, s.trick_discard, s.hand  # type: ignore[attr-defined]
    return [pile[trick] + discard[trick] + sum(hand[trick] for hand in hands) for trick in range(TRICKS)]
