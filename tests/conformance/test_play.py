"""What holds for the play of every game."""

import json
import random
from itertools import permutations

import pytest

from ludothek.core import CHANCE, IllegalMove, Variant
from ludothek.core.table import Table
from tests.playing import play_at_random

GAMES = 6
POSITIONS = 12


def positions(variant: Variant, seed: int, count: int = POSITIONS) -> list[Table]:
    """Tables stopped at random moments of random games, most of them unfinished."""
    rng = random.Random(seed)
    length = len(play_at_random(Table(variant), rng).moves)
    return [play_at_random(Table(variant), rng, rng.randrange(length)) for _ in range(count)]


def test_random_play_ends_with_a_score_for_every_seat(variant: Variant) -> None:
    for seed in range(GAMES):
        table = play_at_random(Table(variant), random.Random(seed))
        outcome = table.variant.outcome(table.state)
        assert outcome is not None
        assert len(outcome["scores"]) == variant.seats
        assert all(0 <= score <= 1 for score in outcome["scores"])
        assert isinstance(outcome["reason"], str)
        json.dumps(outcome)


def test_every_legal_action_has_one_text_and_every_text_one_action(variant: Variant) -> None:
    for table in positions(variant, 1):
        for seat in variant.to_act(table.state):
            actions = variant.actions(table.state, seat)
            moves = variant.moves(table.state, seat)
            assert actions, "a seat that is to act can act"
            assert len(set(actions)) == len(actions) == len(moves)
            assert len(actions) <= variant.game.declared.legal
            for move, action in moves.items():
                assert move.isascii()
                assert variant.action(table.state, seat, move) == action


def test_chance_moves_carry_positive_weights(variant: Variant) -> None:
    for table in positions(variant, 2):
        if variant.to_act(table.state) == [CHANCE]:
            assert all(weight > 0 for weight in variant.chances(table.state).values())


def test_replay_gives_the_same_packed_state(variant: Variant) -> None:
    for seed in range(GAMES):
        table = play_at_random(Table(variant), random.Random(seed))
        record = json.loads(json.dumps(table.record()))
        again = Table.load(record)
        assert again.state.pack().tobytes() == table.state.pack().tobytes()
        assert again.record() == record


def test_a_packed_state_and_a_plain_one_are_the_same(variant: Variant) -> None:
    for table in positions(variant, 3):
        packed = table.state.pack()
        assert type(table.state).unpack(packed[0]) == table.state
        assert hash(table.state) == hash(table.state.copy())


def test_refused_moves_change_nothing(variant: Variant) -> None:
    rng = random.Random(4)
    for table in positions(variant, 4):
        before = table.state.copy()
        acting = variant.to_act(table.state)
        for seat in range(CHANCE + 1):
            legal = variant.moves(table.state, seat) if seat in acting else {}
            garbage = [
                "",
                " ",
                "nonsense",
                "0 ",
                "1\n",
                "é",
                str(rng.random()),
                *[f"{move} " for move in legal],
                *(m.upper() + "?" for m in legal),
            ]
            for move in garbage:
                with pytest.raises(IllegalMove):
                    table.play(seat, move)
        assert table.state == before


def test_playing_does_not_change_the_state_it_is_given(variant: Variant) -> None:
    for table in positions(variant, 5):
        before = table.state.copy()
        for seat in variant.to_act(table.state):
            for move in list(variant.moves(table.state, seat))[:20]:
                variant.play(table.state, seat, move)
        assert table.state == before


def test_the_order_of_simultaneous_choices_does_not_matter(variant: Variant) -> None:
    rng = random.Random(6)
    met = False
    for table in positions(variant, 6, count=30):
        acting = variant.to_act(table.state)
        if len(acting) < 2:
            continue
        met = True
        choices = {seat: rng.choice(list(variant.moves(table.state, seat))) for seat in acting}
        reached = set()
        for order in list(permutations(acting))[:24]:
            state = table.state
            for seat in order:
                if seat not in variant.to_act(state):
                    break  # open choices may end the game before the last has chosen
                state = variant.play(state, seat, choices[seat])
            else:
                reached.add(state.pack().tobytes())
        assert len(reached) <= 1
    if variant.game.id in {"number_poker", "squid"}:
        assert met


def test_take_back_restores_the_position_before(variant: Variant) -> None:
    for table in positions(variant, 7):
        if not table.can_take_back():
            continue
        record = table.record()
        seat, move = table.take_back()
        assert table.record()["moves"] == record["moves"][:-1]
        table.play(seat, move)
        assert Table.load(record).state == table.state
