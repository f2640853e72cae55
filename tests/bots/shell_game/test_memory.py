"""A memory like a person's: lost stones stay lost, moved ones are forgotten first, and none is perfect."""

import itertools
import random
from collections.abc import Iterator

import pytest

from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.shell_game import (
    HARD,
    LEVELS,
    ORDINARY,
    HumanLikeBot,
    Memory,
    ObservedTurn,
    Speed,
    beliefs,
    reasons,
    to_win,
)
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.shell_game.rules import ANSWERING, ASKING, TURN_UP
from tests.playing import legal, opened, play

SHELLS = find("shell_game").variant(2)
SLIDES = ["1>4", "2>3", "4>2"]


def slid(lay: str = "PLTS", slides: list[str] = SLIDES) -> Table:
    """A table at the first question."""
    return opened("shell_game", 2, [(0, lay), (0, "hide"), *((0, slide) for slide in slides)])


def turns(count: int) -> Iterator[Table]:
    """Tables at the first question, after random lays and slides."""
    rng = random.Random(1)
    for _ in range(count):
        table = opened("shell_game", 2)
        while table.state.stage < ASKING:
            table.play(0, rng.choice(legal(table, 0)))
        yield table


def rate(player: HumanLikeBot, count: int) -> float:
    """How often the player is right at the first question of a turn."""
    right = 0
    for seed, table in enumerate(turns(count)):
        table.play(0, random.Random(seed).choice(legal(table, 0)))
        move = player.choose(PlayerView.at(table, 1, remember=True), Budget(), seed).move
        s = table.state
        right += s.symbol[s.row[SHELLS.action(s, 1, move) - TURN_UP]] == s.asked
    return right / count


@pytest.mark.parametrize("level", LEVELS)
def test_within_a_turn_the_same_stones_are_lost_whatever_the_seed(level: str) -> None:
    player = LEVELS[level]
    assert isinstance(player, HumanLikeBot)
    for table in turns(30):
        lost = None
        while table.state.stage in (ASKING, ANSWERING):
            table.play(0, legal(table, 0)[0])
            view = PlayerView.at(table, 1, remember=True)
            now = player.memory.lost(ObservedTurn(view), 1)
            assert lost in (None, now)
            lost = now
            known = ObservedTurn(view).known(player.memory, 1)
            if table.state.asked in known:
                assert len({player.choose(view, Budget(), seed).move for seed in range(5)}) == 1
            table.play(1, player.choose(view, Budget(), 1).move)


def test_what_is_lost_stays_lost_while_the_sliding_goes_on() -> None:
    grown = 0
    for table in turns(40):
        held: set[int] = set()
        for number in range(3, len(table.moves) + 1):
            sofar = play(opened("shell_game", 2), table.moves[:number])
            lost = Memory(0.4).lost(ObservedTurn(PlayerView.at(sofar, 1, remember=True)), 1)
            assert lost >= held
            grown += lost > held
            held = lost
    assert grown


def test_seats_and_memories_lose_different_stones() -> None:
    lost = [
        [Memory(0.4).lost(ObservedTurn(PlayerView.at(t, seat, remember=True)), seat) for t in turns(20)]
        for seat in (0, 1)
    ]
    assert lost[0] != lost[1]


def test_the_stone_that_is_slid_is_lost_most_easily() -> None:
    """In the swap 1>2 the first stone is slid, the second shifted, and the others stay."""
    slid_stone, shifted, stayed, other = Memory(0.3).doubts(ORDINARY, [4 * 0 + 1])
    assert slid_stone > shifted > stayed == other > 0


def test_the_faster_the_easier() -> None:
    doubts = [Memory(0.2).doubts(Speed(15, ms), [1, 6, 11]) for ms in (400, 900, 2000)]
    assert all(
        quick > slow
        for fast, slower in itertools.pairwise(doubts)
        for quick, slow in zip(fast, slower, strict=True)
    )
    assert min(Memory(0.2).doubts(Speed(10, 900), [])) > max(Memory(0.2).doubts(Speed(20, 900), []))


def test_a_table_says_how_fast_it_slides() -> None:
    tables = list(turns(60))
    lost = [
        sum(
            len(
                HARD.memory.lost(
                    ObservedTurn(PlayerView.at(table, 1, remember=True, pace={"slide_ms": ms})), 1
                )
            )
            for table in tables
        )
        for ms in (400, 2000)
    ]
    assert lost[0] > 2 * lost[1]


def test_the_same_again_and_back_are_easier_to_follow() -> None:
    there_and_on, twice, there_and_back = (
        sum(Memory(0.2).doubts(ORDINARY, slides)) for slides in ([3, 14], [3, 3], [3, 12])
    )
    assert there_and_on > twice
    assert there_and_on > there_and_back


def test_nobody_is_perfect_and_each_level_remembers_more() -> None:
    players = [player for player in LEVELS.values() if isinstance(player, HumanLikeBot)]
    rates = [rate(player, 150) for player in players]
    assert 0.45 < rates[0] < rates[1] < rates[2] < 1.0


def test_without_what_was_seen_it_can_only_guess() -> None:
    table = slid()
    table.play(0, "?T")
    view = PlayerView.of(table.variant, table.state, 1)
    assert len(set(HARD.choose(view, Budget(), 1).considered.values())) == 1
    assert len({HARD.choose(view, Budget(), seed).move for seed in range(40)}) == 4


def test_the_last_one_is_found_by_elimination() -> None:
    found = 0
    for table in turns(60):
        turn = ObservedTurn(PlayerView.at(table, 1, remember=True))
        if len(Memory(0.3).lost(turn, 1)) == 1:
            found += 1
            assert len(turn.known(Memory(0.3), 1)) == 4
    assert found


def test_a_clever_slider_asks_for_the_lost_last() -> None:
    """With two known and two lost stones, asking for a known one first leaves one lost stone fewer to guess.

    The last question is then about the lost, where one of two guesses costs two stones.
    """
    certain = beliefs({0: 0.0, 1: 0.0, 2: 1.0, 3: 1.0})
    assert to_win(certain, 0, asked=0) == pytest.approx(1.0)
    assert to_win(certain, 0, asked=2) == pytest.approx(0.5)
    assert to_win(certain, 0) == pytest.approx(1.0)
    assert to_win(beliefs(dict.fromkeys(range(4), 1.0)), 0) == pytest.approx(3 / 4 + 2 / 3 + 1)


def test_a_clever_slider_moves_many_stones_and_never_back() -> None:
    table = opened("shell_game", 2, [(0, "PLTS"), (0, "hide")])
    while table.state.stage < ASKING:
        view = PlayerView.at(table, 0, remember=True)
        chosen = HARD.choose(view, Budget(), 1)
        assert chosen.considered[chosen.move].value == max(
            chance.value for chance in chosen.considered.values()
        )
        table.play(0, chosen.move)
    rows = [state.row for state in table.states()][2:]
    assert len({tuple(row) for row in rows}) == 4


def test_chances_count_the_turns_to_come() -> None:
    """Sliding costs stones, but every player will have to slide: at the start no player is far ahead."""
    table = opened("shell_game", 2, [(0, "PLTS"), (0, "hide")])
    choice = HARD.choose(PlayerView.at(table, 0, remember=True), Budget(), 1)
    assert 0.4 < choice.considered[choice.move].value < 0.6


def test_reasons() -> None:
    table = opened("shell_game", 2, [(0, "PLTS"), (0, "hide")])
    touches = reasons(PlayerView.at(table, 0, remember=True), "1>4")
    assert touches
    assert touches.gaps == {"n": 4}
    play(table, [(0, "1>2"), (0, "1>2"), (0, "1>2"), (0, "?S")])
    view = PlayerView.at(table, 1, remember=True)
    followed = reasons(view, bot(SHELLS.game, "hard").choose(view, Budget(), 1).move)
    assert followed
    assert followed.key == "hints.followed"
    assert followed.gaps == {"place": 4}
    guess = reasons(PlayerView.of(SHELLS, table.state, 1), "=1")
    assert guess
    assert guess.key == "hints.guess"
