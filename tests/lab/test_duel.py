"""Duels: reproducible on any number of cores, with confidence intervals."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from ludothek.bots import Budget, Choice, PlayerView
from ludothek.core import IllegalMove
from ludothek.core.registry import find, game_ids
from ludothek.lab.duel import (
    Duel,
    DuelGame,
    DuelResult,
    Ending,
    Endings,
    is_contest,
    play,
    run,
    shared_game,
    solo_game,
    wilson,
    workers,
)


def test_the_same_duel_gives_the_same_games_on_one_core_and_on_two() -> None:
    duel = Duel("connect_four", 2, "easy", "random")
    assert list(run(duel, 8, jobs=1)) == list(run(duel, 8, jobs=2))
    even = [list(run(Duel("connect_four", 2, "random", "random", seed), 12, jobs=1)) for seed in (1, 2)]
    assert even[0] != even[1]


def test_the_player_who_breaks_off_waits_for_nobody() -> None:
    """The processes sleep for longer than any test may take, and more such jobs are queued."""
    others, ours = {*multiprocessing.active_children()}, set[Any]()

    def sleep() -> None:
        with workers(2) as pool:
            assert pool.submit(abs, -1).result() == 1
            for _ in range(6):
                pool.submit(time.sleep, 10_000)
            ours.update({*multiprocessing.active_children()} - others)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sleep()
    assert ours
    for process in ours:
        process.join()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there, workers are not told")
def test_a_key_that_breaks_off_is_heard_only_by_who_has_started_the_workers() -> None:
    """Interrupts reach all processes of a terminal, but must not end a worker, which would break the pool."""
    with workers(2) as pool:
        asked = {pool.submit(os.getpid).result() for _ in range(20)}
        for process in asked:
            os.kill(process, signal.SIGINT)
        assert {pool.submit(os.getpid).result() for _ in range(20)} & asked


def test_easy_beats_random_at_connect_four() -> None:
    standing = DuelResult()
    for result in run(Duel("connect_four", 2, "easy", "random"), 30, jobs=2):
        standing.add(result)
    assert standing.share > 0.65


def test_a_player_that_makes_a_move_which_is_none_is_named() -> None:
    class Confused:
        remembers = False

        def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
            return Choice("z")

    with pytest.raises(
        IllegalMove,
        match="the player Confused made an illegal move: 'z' is not legal for seat 0; legal: a, b",
    ):
        play("connect_four", [Confused(), "random"])


def test_teams_and_puzzles_are_no_contests() -> None:
    contests = {
        "connect_four": True,
        "torris": True,
        "squid": True,
        "museum": False,
        "safehouse": False,
        "clear_board": False,
    }
    for game_id, contest in contests.items():
        game = find(game_id)
        assert is_contest(game.variant(max(game.fewest, min(2, game.most)))) is contest


def test_where_a_third_has_won_the_points_of_the_two_decide() -> None:
    standing = DuelResult()
    for first, second in [
        ((0.0, 5.0), (0.0, 3.0)),
        ((0.0, 2.0), (0.0, 3.0)),
        ((1.0, 2.0), (0.0, 3.0)),
        ((0.5, 4.0), (0.5, 4.0)),
    ]:
        standing.add(DuelGame(Ending(*first), Ending(*second)))
    assert (standing.wins, standing.draws, standing.losses) == (2, 1, 1)


def test_a_puzzle_is_decided_by_the_stones_left() -> None:
    results = list(run(Duel("clear_board", 1, "easy", "random"), 12, jobs=1))
    assert all(result.first.points < 0 and result.second.points < 0 for result in results)
    standing = DuelResult()
    for result in results:
        standing.add(result)
    assert standing.wins > standing.losses


def test_a_level_that_plays_alone_plays_its_games_once_for_all_duels_that_it_is_in() -> None:
    played: Endings = {}
    list(run(Duel("clear_board", 1, "easy", "random"), 4, jobs=1, known=played))
    played["random", 0] = Ending(0.0, -99.0)  # an impossible result, which a replay would not reproduce
    duel = Duel("clear_board", 1, "medium", "random")
    results = list(run(duel, 5, jobs=1, known=played))
    assert results[0].second == Ending(0.0, -99.0)
    assert [result.first for result in results] == [played["medium", number] for number in range(5)]
    assert results[4].second == solo_game(duel, "random", 4)


@pytest.mark.parametrize("game_id", ["number_poker", "shell_game"])
def test_equal_players_win_half_of_the_decided_games_with_any_number_of_seats(game_id: str) -> None:
    standing = DuelResult()
    for result in run(Duel(game_id, 4, "random", "random"), 200, jobs=1):
        standing.add(result)
    low, high = standing.interval()
    assert low < 0.5 < high
    assert standing.draws < 100


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_played_and_counted(game_id: str) -> None:
    game = find(game_id)
    for seats in {game.fewest, game.most}:
        duel = Duel(game_id, seats, "random", "random")
        end = shared_game(duel, 0).first if is_contest(duel.variant()) else solo_game(duel, "random", 0)
        assert end.score >= 0


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(65, 100)
    assert (round(low, 4), round(high, 4)) == (0.5525, 0.7364)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_command_says_it_in_a_line() -> None:
    command = [
        sys.executable,
        "-m",
        "ludothek",
        "lab",
        "duel",
        "connect_four",
        "easy",
        "random",
        "--games",
        "4",
        "--jobs",
        "1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("connect_four (2 seats), 4 games: easy beats random in ")
    wrong = subprocess.run(
        [*command[:6], "genius", *command[7:]], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "has no player" in wrong.stderr
