"""A study: many games of one variant, by the same players, and what is counted in them.

Game number k of a study is the same on every machine, on any number of cores or computers: it is seeded by
the study's seed and its number. What has been played is kept in a folder, part by part, so that a study which
is broken off goes on where it was; and one that is to have more games plays only what is missing.

At random, or by a game's guide, games are played by the program `tally`; players that think play at tables,
in processes of their own.
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
from ludothek.lab.chunks import FIRST, in_order
from ludothek.lab.drama import Drama, drama_of, dramas
from ludothek.lab.duel import play, seed_of, workers
from ludothek.lab.game_details import MOST_ENDS, GameDetails, Step, look
from ludothek.lab.guide_rates import guide_of

RANDOM, GUIDE = "random", "guide"  # players that need no table
CHUNK = 65_536  # games that a machine plays at a time, at most
INTERPRETED = "interpreted"  # a machine whose buffers are filled one by one
THREADED = (
    "native",
    "wasm",
)  # machines that play beside each other: the others are one, or keep Python's lock
FEW = 2  # games of players that think: a worker is given as many at a time
MOST_LOOKED = 200  # games that are looked at more closely
PAUSE = 2.0  # seconds of play between two parts that are kept, at least
WORTH = 25  # times as long as it takes to keep a part one plays before the next is kept


@dataclass(frozen=True)
class Study:
    """What is played, and by whom."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    figures: Mapping[str, Any] | None = None  # of a kit; without, the shipped ones
    players: tuple[str, ...] = (RANDOM,)  # one for all seats, or one for each
    seed: int = 1
    machine: str = "native"

    def variant(self) -> Variant:
        return find(self.game).variant(
            self.seats, dict(self.options), None if self.figures is None else dict(self.figures)
        )

    def seated(self) -> list[str]:
        """Who plays each seat; whoever cannot is refused."""
        if len(self.players) not in (1, self.seats):
            raise Refusal(
                f"name one player for all seats, or one for each of the {self.seats}, not {len(self.players)}"
            )
        for name in {*self.players} - {RANDOM, GUIDE}:
            player(find(self.game), name)
        if GUIDE in self.players and len({*self.players}) > 1:
            raise Refusal("the guide plays with nobody but itself: name it alone, or players that think")
        return [*self.players] * (self.seats if len(self.players) == 1 else 1)

    def guide(self) -> Guide | None:
        """What a program plays by; None where players think."""
        seated = {*self.seated()}
        if seated == {GUIDE}:
            return guide_of(find(self.game))
        return any_action if seated == {RANDOM} else None

    def key(self) -> str:
        """Another game, other rules or another seed: another study.

        Which machine plays it makes no difference.
        """
        told = asdict(self) | {"sources": sources(find(self.game))}
        del told["machine"]
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:20]


@dataclass
class StudyGames:
    """The games of a study: what was counted in each and how it ended for its seats; a closer look at some;
    the drama of some.
    """

    rows: NDArray[Any]  # tallies
    scores: NDArray[Any]  # (games, seats)
    looked: GameDetails = field(default_factory=GameDetails)
    dramas: list[Drama] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.rows)

    @classmethod
    def whole(cls, parts: Sequence["StudyGames"]) -> "StudyGames":
        looked = sum((part.looked for part in parts), GameDetails())
        rows, scores = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "scores")
        )
        return cls(rows, scores, looked, [drama for part in parts for drama in part.dramas])

    def own(self) -> "StudyGames":
        """The same in memory of its own, where it lies in somebody else's."""
        return replace(self, rows=self.rows.copy(), scores=self.scores.copy())


class GameRunner(Protocol):
    """Who plays a study: this computer, or many."""

    def parts(self, study: Study, first: int, games: int, dramatic: int) -> Iterable[StudyGames]:
        """Its games from the first on, in their order."""

    def closely(self, study: Study, games: int, dramatic: int) -> tuple[GameDetails, list[Drama]]:
        """What a program has played, seen closely: moves and ends of some games, and the drama of some."""


class LocalRunner:
    """This computer, with all its cores, or as many as are named."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs

    def parts(self, study: Study, first: int, games: int, dramatic: int) -> Iterator[StudyGames]:
        if first >= games:
            return
        if (guide := study.guide()) is not None:
            if dramatic:
                must_compile()
            yield from self._tallied(study, guide, first, games)
        else:
            yield thought_out(
                study, dramatic, first
            )  # here: what is to be compiled is compiled once, for all workers
            with workers(self.jobs or cores()) as pool:
                yield from pool.map(
                    partial(thought_out, study, dramatic), range(first + 1, games), chunksize=FEW
                )

    def closely(self, study: Study, games: int, dramatic: int) -> tuple[GameDetails, list[Drama]]:
        return seen_closely(study, games, dramatic)

    def _tallied(self, study: Study, guide: Guide, first: int, games: int) -> Iterator[StudyGames]:
        """Every core has a machine of its own, so that none waits for another."""
        threads = min(self.jobs or cores(), games - first) if study.machine in THREADED else 1
        most = room_for(study, games - first, CHUNK)
        free: SimpleQueue[Tallying] = SimpleQueue()
        for number in range(threads):
            free.put(tallying := Tallying(study, guide, room=most))
            if not number:
                tallying.part(first, first + 1)  # compiles what is to be compiled, once, for all threads

        def play(begin: int, last: int) -> tuple[StudyGames, float]:
            tallying, begun = free.get(), time.monotonic()
            try:
                return tallying.part(begin, last), time.monotonic() - begun
            finally:
                free.put(tallying)

        def over(
            coming: Collection[Future[tuple[StudyGames, float]]],
        ) -> tuple[Future[tuple[StudyGames, float]], StudyGames, float]:
            one = next(iter(wait(coming, return_when=FIRST_COMPLETED).done))
            return one, *one.result()

        with ThreadPoolExecutor(threads) as pool:
            try:
                yield from in_order(
                    first,
                    games,
                    min(FIRST, most),
                    most,
                    2 * threads,
                    lambda *some: pool.submit(play, *some),
                    over,
                )
            finally:
                pool.shutdown(cancel_futures=True)


def studied(
    study: Study,
    games: int,
    dramatic: int = 0,
    hands: GameRunner | None = None,
    keep: Path | None = None,
    tell: Callable[[int], None] = lambda _: None,
    closely: bool = True,
    forget: bool = True,
) -> StudyGames:
    """Play what the folder does not have yet, and tell how many games there are; all of them, some looked at
    closely.

    Without a folder of one's own they are forgotten when all have been played, unless somebody who has more
    to study says otherwise.
    """
    by_program, hands = study.guide() is not None, hands or LocalRunner()
    must_fit(study, games)
    folder = StudyCache.of(study, keep)
    parts = list(folder.parts(games))
    done = sum(part.games for part in parts)
    tell(done)
    fresh: list[StudyGames] = []

    def save() -> None:
        if fresh:
            folder.save(done - sum(part.games for part in fresh), StudyGames.whole(fresh))
            fresh.clear()

    saved, pause = time.monotonic(), PAUSE
    try:
        for part in hands.parts(study, done, games, dramatic):
            parts.append(part)
            fresh.append(part)
            done += part.games
            if (now := time.monotonic()) - saved > pause:
                save()
                saved = time.monotonic()
                pause = max(PAUSE, WORTH * (saved - now))
            tell(done)
    finally:  # whoever breaks off loses nothing that has been played
        save()
    whole = StudyGames.whole(parts)
    if by_program and closely:
        whole.looked, whole.dramas = hands.closely(study, games, dramatic)
    if forget:
        folder.done()
    return whole


def must_fit(study: Study, games: int) -> None:
    """Every game has a row, in its part and in the whole: refuse more of them than there is memory, before it
    is full.
    """
    needed = 2 * games * (Tally.dtype.itemsize + 4 * study.seats)
    if hasattr(os, "sysconf") and needed > (
        there := os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    ):
        raise Refusal(
            f"{games:,} games need {needed / 1e9:,.0f} GB of memory, and this computer has {there / 1e9:,.0f}:"
            " play fewer of them, or part of them with another --seed"
        )


def must_compile() -> None:
    """Who was ahead is reckoned by compiled play, whatever has played: refuse it where that is not, before
    anything has been played.
    """
    try:
        prepare()
    except CannotCompile as missing:
        raise Refusal(f"{missing}; or leave out who was ahead, with --drama 0") from None


def forgotten(studies: Iterable[Study]) -> None:
    """What has been played of these is needed no more."""
    for study in studies:
        StudyCache.of(study, None).done()


def room_for(study: Study, games: int, most: int) -> int:
    """For how many of these games a machine should have buffers, and so be handed at a time."""
    return min(games, FIRST, most) if study.machine == INTERPRETED else min(games, most)


class Tallying:
    """Games by the program, on one core or card, with buffers for all of them."""

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


def seen_closely(study: Study, games: int, dramatic: int) -> tuple[GameDetails, list[Drama]]:
    """The first of so many games that a program plays, once more."""
    guide, variant = study.guide(), study.variant()
    assert guide is not None, "players that think are looked at while they play"
    looked = look(variant, min(games, MOST_LOOKED), study.seed, guide, LONGEST) + ended(study, guide, games)
    return looked, dramas(variant, 0, min(dramatic, games), study.seed, guide) if dramatic else []


def ended(study: Study, guide: Guide, games: int) -> GameDetails:
    """Why the first games ended."""
    looked, count = GameDetails(), min(games, MOST_ENDS)
    tallying = Tallying(study, guide, room=count)
    tallying.part(0, count)
    for record in tallying.ends():
        looked.end(tallying.variant, tallying.variant.game.rules.State.unpack(record))
    return looked


def thought_out(study: Study, dramatic: int, number: int) -> StudyGames:
    """One game by players that think. The drama of the first games is looked into."""
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
    part.looked.add(variant, iter(steps))
    part.looked.end(variant, table.state)
    if number < dramatic:
        part.dramas.append(
            drama_of(variant, states, [seat for _, seat, _ in steps], seed_of(f"{study.seed}/{number}"))
        )
    return part


class StudyCache:
    """The parts of a study in a folder: each in a file named by its first game."""

    @classmethod
    def of(cls, study: Study, folder: Path | None) -> "StudyCache":
        """A folder of one's own stays; without one, parts lie with what is compiled, until the study is
        complete.
        """
        home = cache_folder(find(study.game)) / "studies" if folder is None else folder
        return cls(home / f"{study.game}-{study.key()}", stays=folder is not None)

    def __init__(self, folder: Path, stays: bool) -> None:
        self.folder, self.stays = folder, stays
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(f"{folder} cannot be written: {error.strerror}") from None

    def parts(self, games: int) -> Iterator[StudyGames]:
        """So many games at most, without a gap: what lies behind one is not read."""
        at = 0
        for file in sorted(self.folder.glob("*.npz")):
            if int(file.stem) == at < games and (part := _read(file)) is not None:
                part.rows, part.scores = part.rows[: games - at], part.scores[: games - at]
                at += part.games
                yield part

    def save(self, first: int, part: StudyGames) -> None:
        """Whole, or not at all; also where somebody studies the same at the same time, and takes the folder
        away when they are done.
        """
        told = {"looked": vars(part.looked), "dramas": [asdict(drama) for drama in part.dramas]}
        begun, whole = (self.folder / f"{first:012}.{ending}" for ending in (f"{os.getpid()}.part", "npz"))
        while True:
            self.folder.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                with begun.open("wb") as file:
                    np.savez(
                        file,
                        rows=part.rows,
                        scores=part.scores,
                        told=np.frombuffer(json.dumps(told).encode(), np.uint8),
                    )
                begun.replace(whole)
                return

    def done(self) -> None:
        if not self.stays:
            shutil.rmtree(self.folder, ignore_errors=True)


def _read(file: Path) -> StudyGames | None:
    try:
        with np.load(file) as read:
            told = json.loads(read["told"].tobytes())
            looked: dict[str, Any] = {
                name: Counter(value) if isinstance(value, dict) else value
                for name, value in told["looked"].items()
            }
            return StudyGames(
                read["rows"], read["scores"], GameDetails(**looked), [Drama(**one) for one in told["dramas"]]
            )
    except (OSError, ValueError, KeyError, TypeError):
        return None  # broken: played again
