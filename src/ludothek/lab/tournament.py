"""Tournaments: all levels and guest players of a game, rated by the games they play.

At tables of two, every pair meets equally often with each seat; larger tables are drawn by lot, seeded by the
game number. A team game or a puzzle is played by each player alone with the same dice and cards, and a game
ranks them all. Games are appended to a JSON lines file, so that a tournament can be continued.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from ludothek.bots import levels
from ludothek.bots.levels import guests, player
from ludothek.core import Refusal
from ludothek.core.registry import find
from ludothek.lab.duel import Duel, Ending, endings, is_contest, play, solo_game, workers
from ludothek.lab.rating import Rating, fit_ratings, stages

RANDOM = "random"


@dataclass(frozen=True)
class Tournament:
    game: str
    seats: int
    players: tuple[str, ...]
    seed: int = 1

    @classmethod
    def of(cls, game: str, seats: int, players: Sequence[str] = (), seed: int = 1) -> "Tournament":
        found = find(game)
        names = tuple(players) or (*levels(found), *guests(found))
        if len(set(names)) < 2:
            raise Refusal(
                f"a tournament needs two players or more; {game} has:"
                f" {', '.join([*levels(found), *guests(found)])}"
            )
        for name in names:
            player(found, name)
        found.variant(seats)
        return cls(game, seats, tuple(dict.fromkeys(names)), seed)

    def seated(self, number: int) -> list[str]:
        """Return the players of a game by seat; all players in a team game or a puzzle."""
        if not is_contest(find(self.game).variant(self.seats)):
            return [*self.players]
        if self.seats == 2:
            pairs = list(combinations(self.players, 2))
            pair = pairs[number % len(pairs)]
            return list(pair if number // len(pairs) % 2 == 0 else pair[::-1])
        rng = random.Random(f"{self.seed}/{number}")
        pool = [*self.players] * -(-self.seats // len(self.players))
        return rng.sample(pool, self.seats)


@dataclass(frozen=True)
class Ranked:
    """One game: its players, and how it ended for each."""

    number: int
    players: list[str]
    endings: list[Ending]


def one_game(tournament: Tournament, number: int) -> Ranked:
    variant, seated = find(tournament.game).variant(tournament.seats), tournament.seated(number)
    if is_contest(variant):
        state = play(variant, seated, f"{tournament.seed}/{number}").state
        return Ranked(number, seated, endings(variant, state))
    duel = Duel(tournament.game, tournament.seats, seated[0], seated[0], tournament.seed)
    return Ranked(number, seated, [solo_game(duel, name, number) for name in seated])


def games(tournament: Tournament, count: int, jobs: int, file: Path | None = None) -> Iterator[Ranked]:
    """Yield games 0 to count - 1: recorded ones first, then the missing ones, recorded as they finish."""
    recorded = {one.number: one for one in _read(file, tournament)} if file else {}
    yield from (recorded[number] for number in sorted(recorded) if number < count)
    missing = [number for number in range(count) if number not in recorded]
    if not missing:
        return
    if jobs > 1:
        one_game(tournament, missing[0])  # compile once, before the workers start
    with workers(jobs) as pool:
        for one in pool.map(partial(one_game, tournament), missing):
            if file:
                _write(file, tournament, one)
            yield one


def standings(ranked: Sequence[Ranked]) -> list[Rating]:
    """Rate the players; `random` is at 0 points if it takes part."""
    told = [stage for one in ranked for stage in stages(one.players, one.endings)]
    return fit_ratings(told, RANDOM if any(RANDOM in one.players for one in ranked) else None)


def _head(tournament: Tournament) -> dict[str, object]:
    return {
        "game": tournament.game,
        "seats": tournament.seats,
        "players": [*tournament.players],
        "seed": tournament.seed,
    }


def _read(file: Path, tournament: Tournament) -> Iterator[Ranked]:
    """Read the recorded games, skipping truncated lines; refuse the file of another tournament."""
    try:
        head, *lines = file.read_text("utf-8", errors="replace").splitlines() or [""]
    except FileNotFoundError:
        return
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}") from None
    if head and _parsed(head) != _head(tournament):
        raise Refusal(f"{file} is not a file of this tournament: name another file, or delete it")
    for told in map(_parsed, lines):
        if told and told.keys() >= {"number", "players", "endings"}:
            yield Ranked(told["number"], told["players"], [Ending(*ending) for ending in told["endings"]])


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _write(file: Path, tournament: Tournament, one: Ranked) -> None:
    line = {
        "number": one.number,
        "players": one.players,
        "endings": [[ending.score, ending.points] for ending in one.endings],
    }
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            if not out.tell():
                out.write(json.dumps(_head(tournament)) + "\n")
            out.write(json.dumps(line) + "\n")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}") from None
