"""Statistics of a study's games, each with its 95 % confidence interval."""

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
BARS = 40  # most bars of a histogram


@dataclass(frozen=True)
class Measurement:
    """An estimate with its 95 % confidence interval."""

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
        """Estimate the ratio of two sums over the same games, with the interval of a ratio estimator."""
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
        """Estimate a ratio between 0 and 1, with the Wilson interval at 0 and 1, where the variance is 0."""
        ratio, games = cls.ratio(parts, wholes).within(0, 1), int(np.count_nonzero(wholes))
        return cls.share(games * ratio.value, games) if ratio.value in (0, 1) else ratio

    def within(self, least: float, most: float) -> "Measurement":
        return Measurement(*(min(most, max(least, number)) for number in (self.value, self.low, self.high)))


@dataclass(frozen=True)
class MoveKind:
    """A kind of move: the share of decisions where it was legal, where it was chosen, and chosen if legal."""

    name: str
    legal: Measurement
    chosen: Measurement
    when_legal: Measurement


@dataclass(frozen=True)
class Tension:
    """How games were won, averaged over the games whose drama was measured."""

    games: int
    lead_changes: Measurement
    settled: Measurement
    luck: Measurement
    late: Measurement  # games settled only in their last tenth


@dataclass(frozen=True)
class Findings:
    games: int
    unfinished: int
    wins: list[Measurement]  # mean score by seat: the share of games won, unless wins are shared
    first_seat: Measurement | None  # its advantage over an equal share; None for a team
    alone: Measurement  # games that one seat, or the team, wins alone
    length: Measurement
    percentiles: dict[int, int]
    shortest: int
    longest: int
    lengths: list[tuple[int, int, int]]  # from, to and number of games
    chances: Measurement  # acts of chance in a game
    branching: Measurement  # legal moves at a decision
    widest: int
    forced: Measurement  # decisions with a single legal move
    ends: dict[str, Measurement]
    ends_of: int
    points: list[Measurement]  # at the end, by seat; empty if the game counts none
    kinds: list[MoveKind]
    kinds_of: int
    dead: list[str]  # kinds that were legal and never chosen
    tension: Tension | None


def findings(study: Study, played: StudyGames) -> Findings:
    rows, variant = played.rows, study.variant()
    decisions, scores = rows["decisions"], played.scores
    wins = [Measurement.share(float(scores[:, seat].sum()), len(rows)) for seat in range(study.seats)]
    first, part = wins[0], 1 / study.seats
    kinds = kinds_of(played.details)
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
            why: Measurement.share(count, played.details.ends.total())
            for why, count in played.details.ends.most_common()
        },
        ends_of=played.details.ends.total(),
        points=[Measurement.mean(seat) for seat in zip(*played.details.points, strict=True)],
        kinds=kinds,
        kinds_of=played.details.games,
        dead=[kind.name for kind in kinds if not kind.chosen.value],
        tension=tension(played.dramas),
    )


def kinds_of(details: GameDetails) -> list[MoveKind]:
    """Summarize the kinds of moves; intervals treat a game, not a decision, as the independent sample."""
    kinds = sum(map(Counter, details.offered), Counter[str]())
    return [_kind(name, details) for name, _ in kinds.most_common()]


def _kind(name: str, details: GameDetails) -> MoveKind:
    legal, taken = (
        np.array([game.get(name, 0) for game in games]) for games in (details.offered, details.taken)
    )
    return MoveKind(
        name,
        *(
            Measurement.part(*pair)
            for pair in ((legal, details.decisions), (taken, details.decisions), (taken, legal))
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
    """Count the numbers in ranges of equal width."""
    low, high = int(numbers.min()), int(numbers.max())
    width = -(-(high - low + 1) // BARS)
    counts = np.bincount((numbers - low) // width)
    return [(low + k * width, low + (k + 1) * width - 1, int(count)) for k, count in enumerate(counts)]
