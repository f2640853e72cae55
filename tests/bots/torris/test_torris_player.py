"""The bot of Torris: equal to plain minimax near the end, and unaffected by interruptions."""

import random
from functools import cache

import numpy as np
import pytest

from ludothek.bots import Budget, Estimate, PlayerView, bot
from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.torris import reasons
from ludothek.bots.torris.alphabeta import PROVE, WON, key_of
from ludothek.bots.torris.player import AlphaBetaBot, Prover
from ludothek.core import CHANCE, Variant
from ludothek.core import table as tables
from ludothek.core.registry import find
from ludothek.games.torris.rules import CELLS, NOTHING, WHITE, State, colour
from tests.playing import play_at_random
from tests.rules.torris.test_torris import position

TORRIS = find("torris").variant(2)


def before_the_end(seed: int, moves: int) -> State:
    """A position from which a random game took this number of moves more."""
    table = play_at_random(tables.Table(TORRIS), random.Random(seed))
    states = list(table.states())
    state: State = states[-1 - moves]
    return state


def renamed(s: State, rng: random.Random) -> State:
    """The same position with stones of one colour and mark in each other's places."""
    new = list(range(CELLS))
    for k in (0, 1):
        for mark in range(1, 5):
            alike = [stone for stone in range(CELLS) if colour(stone) == k and s.mark[stone] == mark]
            for stone, other in zip(alike, rng.sample(alike, len(alike)), strict=True):
                new[stone] = other
    result = s.copy()
    result.top = [stone if stone == NOTHING else new[stone] for stone in s.top]
    for stone in range(CELLS):
        result.under[new[stone]] = s.under[stone] if s.under[stone] == NOTHING else new[s.under[stone]]
    return result


def plain(variant: Variant, root: State) -> dict[str, float]:
    """Return each move's value for the moving player, by minimax over the interpreted rules."""

    @cache
    def white(packed: bytes) -> float:
        s = State.unpack(np.frombuffer(packed, State.dtype)[0])
        if variant.is_over(s):
            return variant.scores(s)[0]
        [seat] = variant.to_act(s)
        best = float(seat)  # the worst value for the moving player
        for action in variant.actions(s, seat):
            value = white(variant.after(s, seat, action).pack().tobytes())
            best = max(best, value) if seat == WHITE else min(best, value)
            if best == 1 - seat:  # won
                break
        return best

    [seat] = variant.to_act(root)
    values = {
        move: white(variant.play(root, seat, move).pack().tobytes()) for move in variant.moves(root, seat)
    }
    return {move: value if seat == WHITE else 1 - value for move, value in values.items()}


@pytest.mark.parametrize("seed", range(10))
def test_hard_is_perfect_eight_moves_before_the_end(seed: int) -> None:
    """Every value is exact and the best move is chosen."""
    state = before_the_end(seed, moves=8)
    [seat] = TORRIS.to_act(state)
    values = plain(TORRIS, state)
    choice = bot(TORRIS.game, "hard").choose(PlayerView.of(TORRIS, state, seat), Budget(), seed)
    if len(values) > 1:
        assert choice.considered == {move: Estimate(value) for move, value in values.items()}
    assert values[choice.move] == max(values.values())


def test_positions_of_other_stones_that_look_the_same_are_one() -> None:
    rng = random.Random(1)
    for seed in range(5):
        state = before_the_end(seed, moves=8)
        other = renamed(state, rng)
        assert other != state
        assert key_of(other) == key_of(state)


def test_positions_that_differ_have_different_keys() -> None:
    """They differ in the seat to move, a mark, a colour, the order of a tower, or the cell."""
    towers = ["w1 b2", "w1 b3", "w1 w2", "b2 w1", "w1"]
    keys = {
        key_of(position(seat, {cell: stones, "h4": "b1"}).state)
        for seat in (0, 1)
        for cell in ("a1", "c2")
        for stones in towers
    }
    assert len(keys) == 2 * 2 * len(towers)


def test_a_search_that_is_interrupted_at_every_node_says_the_same() -> None:
    root, said = before_the_end(3, moves=9), []
    for nodes in (1, 7, 1 << 30):
        with borrow_machine(TORRIS.game, PROVE) as here:
            prover, used, step = Prover(here, TORRIS.kit, 1 << 12), 0, 0
            prover.ask(root)
            while step >= 0:
                step, took, *answer = prover.go_on(1, 6, nodes)
                used += took
        said.append((used, *answer))
    assert said[0] == said[1] == said[2]


def test_what_is_certain_is_certain_at_every_depth() -> None:
    """A closed answer of a shallow search is that of a search to the end."""
    closed = 0
    for seed in range(6):
        root = before_the_end(seed, moves=7)
        for bound in (WON, 0, -WON + 1):
            answers = []
            for depth in (3, 5, 50):
                with borrow_machine(TORRIS.game, PROVE) as here:
                    prover = Prover(here, TORRIS.kit, 1 << 14)
                    prover.ask(root)
                    _, _, value, _, is_certain = prover.go_on(bound, depth, 1 << 30)
                answers.append((bool(is_certain), value >= bound))
            assert answers[-1][0]
            assert all(yes == answers[-1][1] for is_closed, yes in answers if is_closed)
            closed += sum(is_closed for is_closed, _ in answers[:-1])
    assert closed


def test_time_is_kept() -> None:
    """Not a measurement: a search that would take hours ends."""
    state = play_at_random(tables.Table(TORRIS), random.Random(1), CELLS).state
    view = PlayerView.of(TORRIS, state, 0)
    assert AlphaBetaBot(nodes=1 << 40).choose(view, Budget(seconds=0.05), seed=1).move in view.moves()


def test_it_beats_random_play() -> None:
    won = 0.0
    for game in range(8):
        table, rng = play_at_random(tables.Table(TORRIS), random.Random(game), CELLS), random.Random(game)
        while acting := TORRIS.to_act(table.state):
            assert acting != [CHANCE]
            player = bot(TORRIS.game, "medium" if acting[0] == game % 2 else "random")
            table.play(
                acting[0], player.choose(PlayerView.at(table, acting[0]), Budget(), rng.getrandbits(32)).move
            )
        won += TORRIS.scores(table.state)[game % 2]
    assert won >= 7


REASONS: list[tuple[dict[str, str], str, str]] = [  # white moves a1-b1; why, in German and in English
    ({"a1": "w1", "b1": "b1"}, "Beendet das Spiel, und du liegst vorn.", "Ends the game, and you are ahead."),
    (
        {"a1": "w1", "b1": "b2 b4", "a4": "w1", "b4": "w1"},
        "Danach kann Bo nicht ziehen, und du bist gleich noch einmal dran.",
        "Then Bo cannot move, and it is your turn again.",
    ),
    (
        {"a1": "w1", "b1": "b1", "c1": "b1"},
        "Erobert den Turm auf b1, er ist dann 2 hoch.",
        "Takes the tower on b1, which is then 2 high.",
    ),
    (
        {"a1": "w1", "b1": "b1", "c4": "b1", "d4": "b1"},
        "Erobert den Turm auf b1, dann 2 hoch, und Bo kann nicht gleich wieder hinauf.",
        "Takes the tower on b1, then 2 high, and Bo cannot climb back at once.",
    ),
    (
        {"a1": "w1", "b1": "w1 w4", "c4": "b1", "d4": "b1"},
        "Dein Turm auf b1 ist dann 3 hoch, und Bo kann nicht gleich hinauf.",
        "Your tower on b1 is then 3 high, and Bo cannot climb it at once.",
    ),
]


@pytest.mark.parametrize(("towers", "german", "english"), REASONS)
def test_reasons_are_drawn_from_the_position(towers: dict[str, str], german: str, english: str) -> None:
    table = position(0, towers)
    reason = reasons(PlayerView.of(table.variant, table.state, 0), "a1-b1")
    assert reason
    assert [TORRIS.game.texts[language].say(reason, ["Ada", "Bo"]) for language in ("de", "en")] == [
        german,
        english,
    ]


def test_a_move_that_does_nothing_of_note_needs_no_reason() -> None:
    table = position(0, {"a1": "w1", "b1": "w4", "c4": "b1", "d4": "b1"})
    assert reasons(PlayerView.of(table.variant, table.state, 0), "a1-b1") is None
