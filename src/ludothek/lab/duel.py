"""Duels: how two players compare, over enough games to say so.

Where seats play against each other the two share a table: the first has one seat, which moves round from game
to game, the second all others. A game is decided between the first and its left neighbour: who scores more,
or, if both score alike (as where a third has won), who has more points. So equal players win half of the
decided games, however many they are. A team or a puzzle is played by each of them alone, with the same dice
and cards, and decided likewise; so a level's games serve all duels that it is in. Every game is seeded by its
number: the same duel gives the same games on any number of cores.
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
    """Who plays what against whom."""

    game: str
    seats: int
    first: str | Bot  # a level, `module:object`, or a player
    second: str | Bot
    seed: int = 1

    def command(self, games: int) -> str:
        """What to type to have it played again."""
        seed = f" --seed {self.seed}" if self.seed != 1 else ""
        return f"ludothek lab duel {self.game} {title(self.first)} {title(self.second)} --seats {self.seats} --games {games}{seed}"

    def variant(self) -> Variant:
        return find(self.game).variant(self.seats)

    def game_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"


@dataclass(frozen=True, order=True)
class Ending:
    """How a game ended for a player: the score, then the points, where the game counts them."""

    score: float
    points: float = 0.0


@dataclass(frozen=True)
class DuelGame:
    """One game, as it ended for each of the two players."""

    first: Ending
    second: Ending


# How games ended that a level played alone, by level and number of the game.
Endings = dict[tuple[str | Bot, int], Ending]


@dataclass
class DuelResult:
    """What the games so far say."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    first: float = 0.0
    second: float = 0.0
    points: float = 0.0

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
        """Wilson's 95 % interval of that share."""
        return wilson(self.wins, self.wins + self.losses)


def wilson(wins: float, games: int) -> tuple[float, float]:
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
            f"{variant.game.id} with {variant.seats} seats needs as many players, not {len(players)}"
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
            raise IllegalMove(
                f"the player {title(players[seat])} made a move that is none: {refusal}"
            ) from None
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
    """How two players compare over a number of games.

    With more than one job, in processes of their own, which import both players.
    """
    found = find(game)
    wanted = Duel(game, found.variant(seats or found.usual).seats, first, second, seed)
    standing = DuelResult()
    for result in run(wanted, games, jobs):
        standing.add(result)
    return standing


def shared_game(duel: Duel, number: int) -> DuelGame:
    """Both players at one table."""
    variant = duel.variant()
    mine, neighbour = number % duel.seats, (number + 1) % duel.seats
    players = [duel.first if seat == mine else duel.second for seat in range(duel.seats)]
    state = play(variant, players, duel.game_seed(number)).state
    ends = endings(variant, state)
    return DuelGame(ends[mine], ends[neighbour])


def endings(variant: Variant, state: Any) -> list[Ending]:
    """How a game ended for each seat."""
    return list(map(Ending, variant.scores(state), _points(variant, state)))


def own_game(duel: Duel, level: str | Bot, number: int) -> Ending:
    """One player alone, on all seats."""
    variant, state = duel.variant(), play_alone(duel, level, number)
    return Ending(variant.scores(state)[0], _points(variant, state)[0])


def play_alone(
    duel: Duel, level: str | Bot, number: int, watch: Callable[[Choice], None] = lambda _: None
) -> Any:
    return play(duel.variant(), [level] * duel.seats, duel.game_seed(number), watch).state


def run(duel: Duel, games: int, jobs: int, known: Endings | None = None) -> Iterator[DuelGame]:
    """The results of games 0, 1, 2 …, in order, as they come in.

    What is known of games that a level played alone is not played again.
    """
    with workers(jobs) as pool:
        if is_contest(duel.variant()):
            if jobs > 1:
                shared_game(duel, 0)  # compiles what is to be compiled, once, for all workers
            yield from pool.map(partial(shared_game, duel), range(games), chunksize=CHUNK)
        else:
            yield from _side_by_side(duel, games, pool, {} if known is None else known)


class DuelProcess(SpawnProcess):
    """A process that hears nothing of it, from its first moment on, when somebody breaks off: whoever started
    it ends it.
    """

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            return super().start()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which it inherits
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DuelContext(SpawnContext):
    Process = DuelProcess


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """Processes; or, for one job, a thread of this one: players typed at a prompt are known only here. When
    somebody breaks off, processes are ended without a word, and nobody waits for what they had been given.
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
            # As long as the pool is there: without it, it would complain of what has been cancelled
            manager.join()
        raise
    pool.shutdown()


def _side_by_side(duel: Duel, games: int, pool: Executor, played: Endings) -> Iterator[DuelGame]:
    wanted = [
        (level, number) for number in range(games) for level in dict.fromkeys((duel.first, duel.second))
    ]
    missing = [game for game in wanted if game not in played]
    for level in {level for level, _ in missing}:
        own_game(duel, level, 0)  # compiles, as above
    coming = {game: pool.submit(own_game, duel, *game) for game in missing}
    for number in range(games):
        first, second = ((level, number) for level in (duel.first, duel.second))
        played |= {game: coming[game].result() for game in (first, second) if game in coming}
        yield DuelGame(played[first], played[second])


def at_table(game: str, seats: int) -> str:
    """As it is named above figures."""
    return f"{game} ({seats} {'seat' if seats == 1 else 'seats'})"


def seed_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def _points(variant: Variant, state: Any) -> list[float]:
    """What the game counts beside winning: points, stones won, or, against one, stones left; nothing where it
    counts nothing.
    """
    outcome = variant.outcome(state) or {}
    if "points" in outcome:
        return [float(points) for points in outcome["points"]]
    if "left" in outcome:
        return [-float(outcome["left"])]
    seats = variant.view(state).get("seats")
    won: list[Any] = (
        [seat.get("won", 0) for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    )
    return [float(sum(stones) if isinstance(stones, list) else stones) for stones in won] or [
        0.0
    ] * variant.seats
