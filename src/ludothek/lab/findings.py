"""What the games of a study say, each figure with its 95 % interval."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.lab.drama import Drama
from ludothek.lab.duel import Z95, is_contest, wilson
from ludothek.lab.game_details import GameDetails
from ludothek.lab.study import Study, StudyGames

PERCENTILES = (5, 25, 50, 75, 95)
BARS = 40  # of a histogram, at most


@dataclass(frozen=True)
class Measurement:
    """A number, and the interval in which the true one lies in 95 of 100 studies."""

    value: float
    low: float
    high: float

    @classmethod
    def share(cls, wins: float, games: int) -> "Measurement":
        return cls(wins / games if games else 0.0, *wilson(wins, games))

    @classmethod
    def mean(cls, numbers: Any) -> "Measurement":
        each = np.asarray(numbers, float)
        half = Z95 * float(each.std(ddof=1)) / math.sqrt(len(each)) if len(each) > 1 else math.inf
        return cls(float(each.mean()), float(each.mean()) - half, float(each.mean()) + half)

    @classmethod
    def ratio(cls, parts: Any, wholes: Any) -> "Measurement":
        """Of two sums over the same games: by how far each game is from the ratio of all."""
        part, whole = np.asarray(parts, float), np.asarray(wholes, float)
        total = float(whole.sum())
        if not total:
            return cls(0.0, 0.0, 1.0)
        ratio = float(part.sum()) / total
        games = len(part)
        off = float(np.sqrt(((part - ratio * whole) ** 2).sum() * games / max(1, games - 1)))
        half = Z95 * off / abs(total) if games > 1 else math.inf
        return cls(ratio, ratio - half, ratio + half)

    @classmethod
    def part(cls, parts: Any, wholes: Any) -> "Measurement":
        """Such a ratio of what is a part of it.

        Never or always, in so many games, leaves room for as much as in a share of them.
        """
        ratio, games = cls.ratio(parts, wholes).within(0, 1), int(np.count_nonzero(wholes))
        return cls.share(games * ratio.value, games) if ratio.value in (0, 1) else ratio

    def within(self, least: float, most: float) -> "Measurement":
        return Measurement(*(min(most, max(least, number)) for number in (self.value, self.low, self.high)))


@dataclass(frozen=True)
class MoveKind:
    """A kind of move: at which part of the decisions it was legal, at which it was chosen, and how often
    where it was legal.
    """

    name: str
    legal: Measurement
    chosen: Measurement
    when_legal: Measurement


@dataclass(frozen=True)
class Tension:
    """How games were won, and of how many games that tells."""

    games: int
    lead_changes: Measurement
    settled: Measurement
    luck: Measurement
    late: Measurement  # games settled only in their last tenth


@dataclass(frozen=True)
class Findings:
    games: int
    unfinished: int
    wins: list[
        Measurement
    ]  # by seat: its mean score, which is the share of games that it wins where nobody shares
    first_seat: Measurement | None  # by how much the first seat wins more than its part; None for a team
    alone: Measurement  # games that one seat, or the team, wins alone
    length: Measurement
    percentiles: dict[int, int]
    shortest: int
    longest: int
    lengths: list[tuple[int, int, int]]  # from, to and how many games
    chances: Measurement  # acts of chance in a game
    branching: Measurement  # legal moves at a decision
    widest: int
    forced: Measurement  # decisions at which there was only one
    ends: dict[str, Measurement]
    ends_of: int
    points: list[Measurement]  # at the end, by seat; empty where the game counts none
    kinds: list[MoveKind]
    kinds_of: int
    dead: list[str]  # kinds that were legal and never chosen
    tension: Tension | None


def findings(study: Study, played: StudyGames) -> Findings:
    rows, variant = played.rows, study.variant()
    decisions, scores = rows["decisions"], played.scores
    wins = [Measurement.share(float(scores[:, seat].sum()), len(rows)) for seat in range(study.seats)]
    first, part = wins[0], 1 / study.seats
    kinds = kinds_of(played.looked)
    return Findings(
        games=len(rows),
        unfinished=int((rows["is_over"] == 0).sum()),
        wins=wins,
        first_seat=Measurement(first.value - part, first.low - part, first.high - part)
        if is_contest(variant)
        else None,
        alone=Measurement.share(int((scores.max(1) == 1).sum()), len(rows)),
        length=Measurement.mean(decisions),
        percentiles={part: int(np.percentile(decisions, part)) for part in PERCENTILES},
        shortest=int(decisions.min()),
        longest=int(decisions.max()),
        lengths=histogram(decisions),
        chances=Measurement.mean(rows["chances"]),
        branching=Measurement.ratio(rows["options"], decisions),
        widest=int(rows["widest"].max()),
        forced=Measurement.part(rows["single"], decisions),
        ends={
            why: Measurement.share(count, played.looked.ends.total())
            for why, count in played.looked.ends.most_common()
        },
        ends_of=played.looked.ends.total(),
        points=[Measurement.mean(seat) for seat in zip(*played.looked.points, strict=True)],
        kinds=kinds,
        kinds_of=played.looked.games,
        dead=[kind.name for kind in kinds if not kind.chosen.value],
        tension=tension(played.dramas),
    )


def kinds_of(looked: GameDetails) -> list[MoveKind]:
    """The decisions of a game are of one piece: it is by games that these figures vary."""
    kinds = sum(map(Counter, looked.offered), Counter[str]())
    return [_kind(name, looked) for name, _ in kinds.most_common()]


def _kind(name: str, looked: GameDetails) -> MoveKind:
    legal, taken = (
        np.array([game.get(name, 0) for game in games]) for games in (looked.offered, looked.taken)
    )
    return MoveKind(
        name,
        *(
            Measurement.part(*pair)
            for pair in ((legal, looked.decisions), (taken, looked.decisions), (taken, legal))
        ),
    )


def tension(dramas: list[Drama]) -> Tension | None:
    if not dramas:
        return None
    luck = np.array([drama.luck for drama in dramas])
    settled = np.array([drama.settled for drama in dramas])
    return Tension(
        len(dramas),
        Measurement.mean([drama.changes for drama in dramas]),
        Measurement.mean(settled).within(0, 1),
        Measurement.ratio(luck, luck + [drama.decisions for drama in dramas]).within(0, 1),
        Measurement.share(int((settled > 0.9).sum()), len(dramas)),
    )


def histogram(numbers: NDArray[Any]) -> list[tuple[int, int, int]]:
    """How many numbers lie in ranges of equal width."""
    low, high = int(numbers.min()), int(numbers.max())
    width = -(-(high - low + 1) // BARS)
    counts = np.bincount((numbers - low) // width)
    return [(low + k * width, low + (k + 1) * width - 1, int(count)) for k, count in enumerate(counts)]
