"""Studies: many games of one variant by the same players, and the statistics collected from them.

Game number k of a study is the same on every machine, on any number of cores or computers: it is seeded by
the study's seed plus its number. Chunks of games are saved to a folder as they finish, so that an interrupted
study continues where it stopped, and a larger one plays only the missing games.

Games played at random or by a guide run in the compiled program `tally`. Bots play at tables, in worker
processes.
"""

import hashlib
import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludothek.bots import player
from ludothek.bots.playout import LONGEST, Guide, any_action
from ludothek.bots.tally import Tally, tally_program
from ludothek.compiler import KIT, STATE, machine
from ludothek.compiler.drivers import cache_folder, prepare, sources
from ludothek.compiler.native import cores
from ludothek.core import CHANCE, Refusal, Variant
from ludothek.core.errors import CannotCompile
from ludothek.core.registry import find
from ludothek.lab.chunks import FIRST, run_in_order
from ludothek.lab.drama import Drama, drama_of, dramas
from ludothek.lab.duel import play, seed_of, workers
from ludothek.lab.game_details import MOST_ENDS, GameDetails, Step, sample_details
from ludothek.lab.guide_rates import guide_of

RANDOM, GUIDE = "random", "guide"  # players that run in the compiled program
CHUNK = 65_536  # most games that a machine plays at a time
INTERPRETED = "interpreted"  # a machine whose buffers are slow to allocate
THREADED = ("native", "wasm")  # machines that run in parallel threads; others are single or hold the GIL
BOT_CHUNK = 2  # games played by bots that a worker gets at a time
MOST_DETAILED = 200  # games whose details are sampled
SAVE_INTERVAL = 2.0  # least seconds of play between two saves
SAVE_RATIO = 25  # least ratio of the time to play and the time to save


@dataclass(frozen=True)
class Study:
    """The variant, players, seed and machine of a study."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    figures: Mapping[str, Any] | None = None  # of the kit; None for the shipped kit
    players: tuple[str, ...] = (RANDOM,)  # one for all seats, or one for each
    seed: int = 1
    machine: str = "native"

    def variant(self) -> Variant:
        return find(self.game).variant(
            self.seats, dict(self.options), None if self.figures is None else dict(self.figures)
        )

    def seated(self) -> list[str]:
        """Return the player of each seat; refuse unknown players and impossible combinations."""
        if len(self.players) not in (1, self.seats):
            raise Refusal(
                f"name one player for all seats, or one for each of the {self.seats}, not {len(self.players)}"
            )
        for name in {*self.players} - {RANDOM, GUIDE}:
            player(find(self.game), name)
        if GUIDE in self.players and len({*self.players}) > 1:
            raise Refusal("the guide cannot be combined with other players: name it alone, or name bots only")
        return [*self.players] * (self.seats if len(self.players) == 1 else 1)

    def guide(self) -> Guide | None:
        """Return the guide that the compiled program follows; None if bots play."""
        seated = {*self.seated()}
        if seated == {GUIDE}:
            return guide_of(find(self.game))
        return any_action if seated == {RANDOM} else None

    def key(self) -> str:
        """Return a digest of everything that determines the games, the rules included, the machine not."""
        content = asdict(self) | {"sources": sources(find(self.game))}
        del content["machine"]
        return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:20]


@dataclass
class StudyGames:
    """The games of a study: tallies and scores of each, and details and dramas of a sample."""

    rows: NDArray[Any]  # tallies
    scores: NDArray[Any]  # (games, seats)
    details: GameDetails = field(default_factory=GameDetails)
    dramas: list[Drama] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.rows)

    @classmethod
    def whole(cls, parts: Sequence["StudyGames"]) -> "StudyGames":
        details = sum((part.details for part in parts), GameDetails())
        rows, scores = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "scores")
        )
        return cls(rows, scores, details, [drama for part in parts for drama in part.dramas])

    def own(self) -> "StudyGames":
        """Return a copy, for arrays that are views of shared memory."""
        return replace(self, rows=self.rows.copy(), scores=self.scores.copy())


class GameRunner(Protocol):
    """Plays the games of a study: on this computer, or on a cluster."""

    def parts(self, study: Study, first: int, games: int, drama_games: int) -> Iterable[StudyGames]:
        """Play games `first` to `games` - 1 and yield them in order."""

    def sample(self, study: Study, games: int, drama_games: int) -> tuple[GameDetails, list[Drama]]:
        """Sample the details and dramas of games played by the compiled program."""


class LocalRunner:
    """Plays games on this computer, with all cores or `jobs` of them."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs

    def parts(self, study: Study, first: int, games: int, drama_games: int) -> Iterator[StudyGames]:
        if first >= games:
            return
        if (guide := study.guide()) is not None:
            if drama_games:
                check_compiler()
            yield from self._tallied(study, guide, first, games)
        else:
            yield play_with_bots(study, drama_games, first)  # compile once, before the workers start
            with workers(self.jobs or cores()) as pool:
                yield from pool.map(
                    partial(play_with_bots, study, drama_games), range(first + 1, games), chunksize=BOT_CHUNK
                )

    def sample(self, study: Study, games: int, drama_games: int) -> tuple[GameDetails, list[Drama]]:
        return sample_games(study, games, drama_games)

    def _tallied(self, study: Study, guide: Guide, first: int, games: int) -> Iterator[StudyGames]:
        """Play chunks in threads, each with a machine of its own."""
        threads = min(self.jobs or cores(), games - first) if study.machine in THREADED else 1
        most = buffer_games(study, games - first, CHUNK)
        free: SimpleQueue[Tallying] = SimpleQueue()
        for number in range(threads):
            free.put(tallying := Tallying(study, guide, room=most))
            if not number:
                tallying.part(first, first + 1)  # compile once, before the threads start

        def play(begin: int, last: int) -> tuple[StudyGames, float]:
            tallying, begun = free.get(), time.monotonic()
            try:
                return tallying.part(begin, last), time.monotonic() - begun
            finally:
                free.put(tallying)

        def wait_for_one(
            pending: Collection[Future[tuple[StudyGames, float]]],
        ) -> tuple[Future[tuple[StudyGames, float]], StudyGames, float]:
            one = next(iter(wait(pending, return_when=FIRST_COMPLETED).done))
            return one, *one.result()

        with ThreadPoolExecutor(threads) as pool:
            try:
                yield from run_in_order(
                    first,
                    games,
                    min(FIRST, most),
                    most,
                    2 * threads,
                    lambda *some: pool.submit(play, *some),
                    wait_for_one,
                )
            finally:
                pool.shutdown(cancel_futures=True)


def run_study(
    study: Study,
    games: int,
    drama_games: int = 0,
    runner: GameRunner | None = None,
    keep: Path | None = None,
    report: Callable[[int], None] = lambda _: None,
    with_details: bool = True,
    forget: bool = True,
) -> StudyGames:
    """Play the games that the folder does not have yet, and return all games of the study.

    `report` is called with the number of games so far. With `with_details`, details and dramas are sampled.
    Without a folder `keep`, saved chunks are deleted when the study is complete, unless `forget` is false.
    """
    by_program, runner = study.guide() is not None, runner or LocalRunner()
    check_memory(study, games)
    folder = StudyCache.of(study, keep)
    parts = list(folder.parts(games))
    done = sum(part.games for part in parts)
    report(done)
    unsaved: list[StudyGames] = []

    def save() -> None:
        if unsaved:
            folder.save(done - sum(part.games for part in unsaved), StudyGames.whole(unsaved))
            unsaved.clear()

    saved, interval = time.monotonic(), SAVE_INTERVAL
    try:
        for part in runner.parts(study, done, games, drama_games):
            parts.append(part)
            unsaved.append(part)
            done += part.games
            if (now := time.monotonic()) - saved > interval:
                save()
                saved = time.monotonic()
                interval = max(SAVE_INTERVAL, SAVE_RATIO * (saved - now))
            report(done)
    finally:  # an interrupted study keeps all finished games
        save()
    whole = StudyGames.whole(parts)
    if by_program and with_details:
        whole.details, whole.dramas = runner.sample(study, games, drama_games)
    if forget:
        folder.done()
    return whole


def check_memory(study: Study, games: int) -> None:
    """Refuse more games than fit into memory: each has a row in its chunk and in the whole."""
    needed = 2 * games * (Tally.dtype.itemsize + 4 * study.seats)
    if hasattr(os, "sysconf") and needed > (
        available := os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    ):
        raise Refusal(
            f"{games:,} games need {needed / 1e9:,.0f} GB of memory, and this computer has"
            f" {available / 1e9:,.0f}:"
            " play fewer of them, or part of them with another --seed"
        )


def check_compiler() -> None:
    """Refuse to measure drama without a compiler, before any game is played: playouts are always compiled."""
    try:
        prepare()
    except CannotCompile as missing:
        raise Refusal(f"{missing}; or skip the measurement of drama with --drama 0") from None


def delete_cached(studies: Iterable[Study]) -> None:
    """Delete the cached games of studies that are complete."""
    for study in studies:
        StudyCache.of(study, None).done()


def buffer_games(study: Study, games: int, most: int) -> int:
    """Return the number of games that a machine allocates buffers for, which is the largest chunk."""
    return min(games, FIRST, most) if study.machine == INTERPRETED else min(games, most)


class Tallying:
    """Runs the `tally` program on one core or GPU, with buffers for a chunk."""

    def __init__(self, study: Study, guide: Guide, room: int = CHUNK) -> None:
        self.study, self.variant, self.program = study, study.variant(), tally_program(guide)
        self.machine = machine(study.machine, self.variant.game, (self.program,), 1, room)
        zeros = self.machine.zeros
        self.kit, self.start, self.states, self.tallies = (
            zeros(KIT, 1),
            zeros(STATE, 1),
            zeros(STATE, room),
            zeros(Tally, room),
        )
        self.results = zeros("f4", room * study.seats)
        self.machine.write(self.kit, self.variant.kit.pack())
        self.machine.write(self.start, self.variant.start().pack())

    def part(self, first: int, last: int) -> StudyGames:
        games, study = last - first, self.study
        buffers = (self.kit, self.start, self.states, self.tallies, self.results)
        self.machine.run(self.program, games, *buffers, study.seed + first, study.seats, LONGEST)
        scores = self.machine.host(self.results)[: games * study.seats].reshape(games, study.seats)
        return StudyGames(self.machine.host(self.tallies)[:games].copy(), scores.copy())

    def ends(self) -> Any:
        return self.machine.host(self.states)


def sample_games(study: Study, games: int, drama_games: int) -> tuple[GameDetails, list[Drama]]:
    """Replay the first games of a study to sample their details, endings and dramas."""
    guide, variant = study.guide(), study.variant()
    assert guide is not None, "the details of games by bots are recorded while they play"
    details = sample_details(variant, min(games, MOST_DETAILED), study.seed, guide, LONGEST) + sample_endings(
        study, guide, games
    )
    return details, dramas(variant, 0, min(drama_games, games), study.seed, guide) if drama_games else []


def sample_endings(study: Study, guide: Guide, games: int) -> GameDetails:
    """Count the reasons why the first games ended."""
    details, count = GameDetails(), min(games, MOST_ENDS)
    tallying = Tallying(study, guide, room=count)
    tallying.part(0, count)
    for record in tallying.ends():
        details.end(tallying.variant, tallying.variant.game.rules.State.unpack(record))
    return details


def play_with_bots(study: Study, drama_games: int, number: int) -> StudyGames:
    """Play one game with bots; measure its drama if it is one of the first games."""
    variant = study.variant()
    table = play(variant, study.seated(), f"{study.seed}/{number}")
    states, part = (
        list(table.states()),
        StudyGames(np.zeros(1, Tally.dtype), np.array([variant.scores(table.state)], np.float32)),
    )
    steps: list[Step] = [
        (state, seat, variant.action(state, seat, move))
        for state, (seat, move) in zip(states, table.moves, strict=False)
    ]
    row, widths = (
        part.rows[0],
        [len(variant.actions(state, seat)) for state, seat, _ in steps if seat != CHANCE],
    )
    row["is_over"], row["decisions"], row["chances"] = 1, len(widths), len(steps) - len(widths)
    row["options"], row["widest"], row["single"] = sum(widths), max(widths, default=0), widths.count(1)
    part.details.add(variant, iter(steps))
    part.details.end(variant, table.state)
    if number < drama_games:
        part.dramas.append(
            drama_of(variant, states, [seat for _, seat, _ in steps], seed_of(f"{study.seed}/{number}"))
        )
    return part


class StudyCache:
    """The saved chunks of a study: a folder with a file for each, named by its first game."""

    @classmethod
    def of(cls, study: Study, folder: Path | None) -> "StudyCache":
        """Open the cache in `folder`, or in the compiler cache, where it is deleted with the study's end."""
        home = cache_folder(find(study.game)) / "studies" if folder is None else folder
        return cls(home / f"{study.game}-{study.key()}", stays=folder is not None)

    def __init__(self, folder: Path, stays: bool) -> None:
        self.folder, self.stays = folder, stays
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(f"{folder} cannot be written: {error.strerror}") from None

    def parts(self, games: int) -> Iterator[StudyGames]:
        """Yield saved chunks up to `games` games, stopping at the first gap."""
        at = 0
        for file in sorted(self.folder.glob("*.npz")):
            if int(file.stem) == at < games and (part := _read(file)) is not None:
                part.rows, part.scores = part.rows[: games - at], part.scores[: games - at]
                at += part.games
                yield part

    def save(self, first: int, part: StudyGames) -> None:
        """Save a chunk atomically, even if another process deletes the folder meanwhile."""
        content = {"looked": vars(part.details), "dramas": [asdict(drama) for drama in part.dramas]}
        begun, whole = (self.folder / f"{first:012}.{ending}" for ending in (f"{os.getpid()}.part", "npz"))
        while True:
            self.folder.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                with begun.open("wb") as file:
                    np.savez(
                        file,
                        rows=part.rows,
                        scores=part.scores,
                        told=np.frombuffer(json.dumps(content).encode(), np.uint8),
                    )
                begun.replace(whole)
                return

    def done(self) -> None:
        if not self.stays:
            shutil.rmtree(self.folder, ignore_errors=True)


def _read(file: Path) -> StudyGames | None:
    try:
        with np.load(file) as read:
            content = json.loads(read["told"].tobytes())
            details: dict[str, Any] = {
                name: Counter(value) if isinstance(value, dict) else value
                for name, value in content["looked"].items()
            }
            return StudyGames(
                read["rows"],
                read["scores"],
                GameDetails(**details),
                [Drama(**one) for one in content["dramas"]],
            )
    except (OSError, ValueError, KeyError, TypeError):
        return None  # damaged: the games are played again
