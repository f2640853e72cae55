"""Duels: compare two players over many games.

Where seats compete, both players share a table: the first has one seat, which rotates from game to game, the
second has all others. A game is decided between the first player's seat and its left neighbour: by the score,
or, if both score the same (for instance because a third seat has won), by points. So players of equal
strength each win half of the decided games, with any number of seats. A team game or a puzzle is played once
by each player on all seats, with the same random seed, and compared likewise; these solo games can be reused
by other duels of a level. Each game is seeded by its number: the same duel gives the same games on any number
of cores.
"""

import hashlib
import math
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from ludothek.bots import Bot, Budget, Choice, PlayerView, player, title
from ludothek.core import CHANCE, BadOption, IllegalMove
from ludothek.core.chance import SecretSeed
from ludothek.core.game import Game, Variant
from ludothek.core.registry import find
from ludothek.core.table import Table

CHUNK = 4  # games handed to a worker at a time
Z95 = 1.96


@dataclass(frozen=True)
class Duel:
    """A game, its seats, two players and a seed."""

    game: str
    seats: int
    first: str | Bot  # a level, `module:object`, or a player
    second: str | Bot
    seed: int = 1

    def command(self, games: int) -> str:
        """Return the command line that repeats the duel."""
        seed = f" --seed {self.seed}" if self.seed != 1 else ""
        players = f"{title(self.first)} {title(self.second)}"
        return f"ludothek lab duel {self.game} {players} --seats {self.seats} --games {games}{seed}"

    def variant(self) -> Variant:
        return find(self.game).variant(self.seats)

    def game_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"


@dataclass(frozen=True, order=True)
class Ending:
    """How a game ended for a player: the score, then the points if the game counts them."""

    score: float
    points: float = 0.0


@dataclass(frozen=True)
class DuelGame:
    """One game, as it ended for each of the two players."""

    first: Ending
    second: Ending


# Endings of solo games, by level and game number.
Endings = dict[tuple[str | Bot, int], Ending]


@dataclass
class DuelResult:
    """The totals of a duel so far."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    first: float = 0.0  # the sum of the first player's scores
    second: float = 0.0  # the sum of the second player's scores
    points: float = 0.0  # the sum of the first player's leads in points

    def add(self, result: DuelGame) -> None:
        first, second = result.first, result.second
        self.games += 1
        self.wins += first > second
        self.losses += first < second
        self.first += first.score
        self.second += second.score
        self.points += first.points - second.points

    @property
    def draws(self) -> int:
        return self.games - self.wins - self.losses

    @property
    def share(self) -> float:
        """The share of the decided games that the first player won."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else 0.5

    def interval(self) -> tuple[float, float]:
        """Return the 95 % Wilson interval of that share."""
        return wilson(self.wins, self.wins + self.losses)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    share, z = wins / games, Z95 * Z95 / games
    middle = (share + z / 2) / (1 + z)
    half = Z95 * math.sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def is_contest(variant: Variant) -> bool:
    """Whether seats play against each other."""
    return variant.seats > 1 and not variant.game.declared.together


def play(
    game: "str | Game | Variant",
    players: Sequence[str | Bot],
    seed: str | int = 1,
    watch: Callable[[Choice], None] = lambda _: None,
    budget: Budget = Budget(),  # noqa: B008
) -> Table:
    """Play one game to its end, with one player per seat, and return its table.

    `game` is an id, a game or a variant. `watch` is called with every choice.
    """
    if isinstance(game, str):
        game = find(game)
    variant = game.variant(len(players)) if isinstance(game, Game) else game
    if len(players) != variant.seats:
        raise BadOption(
            f"{variant.game.id} with {variant.seats} seats needs {variant.seats} players, not {len(players)}"
        )
    table, chance = Table(variant), SecretSeed(str(seed).encode())
    bots = [player(variant.game, name) for name in players]
    while acting := variant.to_act(table.state):
        number = len(table.moves)
        if acting == [CHANCE]:
            table.play(CHANCE, chance.draw(number, variant.chances(table.state)))
            continue
        seat = acting[0]
        view = PlayerView.at(table, seat, bots[seat].remembers)
        choice = bots[seat].choose(view, budget, seed_of(f"{seed}/{number}/{seat}"))
        watch(choice)
        try:
            table.play(seat, choice.move)
        except IllegalMove as refusal:
            raise IllegalMove(f"the player {title(players[seat])} made an illegal move: {refusal}") from None
    return table


def duel(
    game: str,
    first: str | Bot,
    second: str | Bot,
    games: int = 100,
    seats: int | None = None,
    seed: int = 1,
    jobs: int = 1,
) -> "DuelResult":
    """Compare two players over a number of games.

    With more than one job, games run in worker processes, which import both players.
    """
    found = find(game)
    wanted = Duel(game, found.variant(seats or found.usual).seats, first, second, seed)
    standing = DuelResult()
    for result in run(wanted, games, jobs):
        standing.add(result)
    return standing


def shared_game(duel: Duel, number: int) -> DuelGame:
    """Play one game with both players at the table."""
    variant = duel.variant()
    mine, neighbour = number % duel.seats, (number + 1) % duel.seats
    players = [duel.first if seat == mine else duel.second for seat in range(duel.seats)]
    state = play(variant, players, duel.game_seed(number)).state
    ends = endings(variant, state)
    return DuelGame(ends[mine], ends[neighbour])


def endings(variant: Variant, state: Any) -> list[Ending]:
    """Return how a game ended for each seat."""
    return list(map(Ending, variant.scores(state), _points(variant, state)))


def solo_game(duel: Duel, level: str | Bot, number: int) -> Ending:
    """Play one game with the same player on all seats, and return how it ended for seat 0."""
    variant, state = duel.variant(), play_alone(duel, level, number)
    return Ending(variant.scores(state)[0], _points(variant, state)[0])


def play_alone(
    duel: Duel, level: str | Bot, number: int, watch: Callable[[Choice], None] = lambda _: None
) -> Any:
    """Play one game with the same player on all seats, and return its final state."""
    return play(duel.variant(), [level] * duel.seats, duel.game_seed(number), watch).state


def run(duel: Duel, games: int, jobs: int, known: Endings | None = None) -> Iterator[DuelGame]:
    """Yield the results of games 0, 1, 2 … in order, as they finish.

    Solo games in `known` are not played again.
    """
    with workers(jobs) as pool:
        if is_contest(duel.variant()):
            if jobs > 1:
                shared_game(duel, 0)  # compile once, before the workers start
            yield from pool.map(partial(shared_game, duel), range(games), chunksize=CHUNK)
        else:
            yield from _solo_games(duel, games, pool, {} if known is None else known)


class DuelProcess(SpawnProcess):
    """A worker process that ignores Ctrl-C from its start; the parent process terminates it."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            return super().start()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited by the child
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DuelContext(SpawnContext):
    """The multiprocessing context of the worker pool: it spawns `DuelProcess`es."""

    Process = DuelProcess


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """Open a pool of worker processes; for one job, a thread of this process.

    Players defined at a Python prompt cannot be imported by a worker process, but run in the thread. On an
    error or Ctrl-C, the processes are terminated at once and their pending games dropped.
    """
    pool: Any = ThreadPoolExecutor(1) if jobs == 1 else ProcessPoolExecutor(jobs, DuelContext())
    try:
        yield pool
    except BaseException:
        processes, manager = (
            ([*pool._processes.values()], pool._executor_manager_thread) if jobs > 1 else ([], None)
        )
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        if manager is not None:
            # Join while the pool exists: afterwards the thread would report the cancelled futures.
            manager.join()
        raise
    pool.shutdown()


def _solo_games(duel: Duel, games: int, pool: Executor, known: Endings) -> Iterator[DuelGame]:
    """Yield the results of games that each player plays alone, and add them to `known`."""
    wanted = [
        (level, number) for number in range(games) for level in dict.fromkeys((duel.first, duel.second))
    ]
    missing = [game for game in wanted if game not in known]
    for level in {level for level, _ in missing}:
        solo_game(duel, level, 0)  # compile once, as above
    pending = {game: pool.submit(solo_game, duel, *game) for game in missing}
    for number in range(games):
        first, second = ((level, number) for level in (duel.first, duel.second))
        known |= {game: pending[game].result() for game in (first, second) if game in pending}
        yield DuelGame(known[first], known[second])


def at_table(game: str, seats: int) -> str:
    """Return a game and its seats as a heading for figures."""
    return f"{game} ({seats} {'seat' if seats == 1 else 'seats'})"


def seed_of(text: str) -> int:
    """Derive a 56-bit seed from a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def _points(variant: Variant, state: Any) -> list[float]:
    """Return the points or stones that the game counts for each seat; for a puzzle, minus the stones left."""
    if (standing := variant.standing(state)) is not None:
        return [float(points) for points in standing]
    left = (variant.outcome(state) or {}).get("left")
    return [0.0 if left is None else -float(left)] * variant.seats
