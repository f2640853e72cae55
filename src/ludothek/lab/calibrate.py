"""Calibrate team games: how often each level wins, and whether the strongest level states true chances.

Games are seeded by their numbers, as in duels, and so are the same on any number of cores. Results are stored
in a file after each team (a level with a number of seats), so that a measurement can be continued later.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from ludothek.bots import Choice, bot, levels
from ludothek.bots.levels import module_of
from ludothek.bots.lookahead import LookaheadBot, logistic, logit
from ludothek.core import Game, Refusal
from ludothek.core.registry import find, installed_games
from ludothek.lab.chart import Chart, ChartSeries, Point, TargetBand
from ludothek.lab.duel import Duel, play_alone, wilson, workers

BINS = 10  # of stated chances, from 0 to 1


@dataclass
class CalibrationBin:
    """The moves at which about the same chance to win was stated.

    The moves of one game are not independent, so that confidence intervals count games.
    """

    games: int = 0  # games with such a move
    moves: int = 0
    wins: int = 0  # moves of games that were won
    stated: float = 0.0  # the sum of the stated chances

    def add(self, stated: list[float], won: bool) -> None:
        self.games += 1
        self.moves += len(stated)
        self.wins += won * len(stated)
        self.stated += sum(stated)

    def __add__(self, other: "CalibrationBin") -> "CalibrationBin":
        return CalibrationBin(
            self.games + other.games,
            self.moves + other.moves,
            self.wins + other.wins,
            self.stated + other.stated,
        )

    @property
    def mean(self) -> float:
        """The mean chance that was stated."""
        return self.stated / self.moves

    @property
    def share(self) -> float:
        """The share of the moves whose game was won."""
        return self.wins / self.moves

    def point(self) -> Point:
        return Point(self.mean, self.share, *wilson(self.share * self.games, self.games))


@dataclass
class CalibrationGame:
    """One game: its result, and the chance to win that was stated at each move."""

    won: bool
    before: list[float] = field(default_factory=list)  # the stated chances before their correction
    after: list[float] = field(default_factory=list)  # the stated chances
    rows: list[float] = field(default_factory=list)  # per row: the share of sheets on which it is complete


@dataclass
class TeamCalibration:
    """The results of one level with one number of seats."""

    level: str
    seats: int
    games: int = 0
    wins: int = 0
    before: list[CalibrationBin] = field(default_factory=lambda: [CalibrationBin() for _ in range(BINS)])
    after: list[CalibrationBin] = field(default_factory=lambda: [CalibrationBin() for _ in range(BINS)])
    rows: list[float] = field(
        default_factory=list
    )  # per row: the sum of `CalibrationGame.rows` over the games won

    def add(self, played: CalibrationGame) -> None:
        self.games += 1
        self.wins += played.won
        for bins, stated in ((self.before, played.before), (self.after, played.after)):
            for number, chances in groupby(sorted(stated), bin_of):
                bins[number].add(list(chances), played.won)
        if played.won and played.rows:
            self.rows = [
                done + more
                for done, more in zip(self.rows or [0.0] * len(played.rows), played.rows, strict=True)
            ]

    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def target_shares(game: Game) -> dict[tuple[str, int], tuple[float, float]]:
    """Return the target range of the win rate by level and seats: `WANTED` of the game's player module."""
    return dict(getattr(module_of(game), "WANTED", {}))


def bin_of(chance: float) -> int:
    return min(int(chance * BINS), BINS - 1)


def play_game(game: str, seats: int, level: str, number: int) -> CalibrationGame:
    """Play a game with one level on all seats; only lookahead bots state chances."""
    duel, player, played = Duel(game, seats, level, level), bot(find(game), level), CalibrationGame(won=False)

    def note(choice: Choice) -> None:
        if isinstance(player, LookaheadBot) and choice.move in choice.considered:
            stated = choice.considered[choice.move].value
            played.after.append(stated)
            played.before.append(player.chance.undone(stated))

    state = play_alone(duel, level, number, note)
    played.won = duel.variant().scores(state)[0] == 1
    played.rows = _rows(state, seats)
    return played


def _rows(state: Any, seats: int) -> list[float]:
    """Return the share of sheets on which each row is complete, in a game that has rows."""
    missing = getattr(state, "missing", [])[:seats]
    return (
        [sum(sheet[row] == 0 for sheet in missing) / seats for row in range(len(missing[0]))]
        if missing
        else []
    )


def games(game: str, seats: int, level: str, count: int, jobs: int) -> Iterator[CalibrationGame]:
    """Yield `count` games in order, played in `jobs` worker processes."""
    play_game(game, seats, level, 0)  # compile once, before the workers start
    with workers(jobs) as pool:
        yield from pool.map(partial(play_game, game, seats, level), range(count))


class CalibrationFile:
    """The JSON file with the results of a game, and its charts next to it."""

    def __init__(self, game: str, folder: Path) -> None:
        self.wanted = target_shares(find(game))
        if not self.wanted:
            known = ", ".join(other.id for other in installed_games() if target_shares(other))
            raise Refusal(
                f"{game} cannot be calibrated: its players declare no WANTED (how often a team should win);"
                f" games that do: {known}"
            )
        self.seats = sorted({seats for _, seats in self.wanted})
        self.game = game
        self.path = folder / f"{game}.json"
        kept = json.loads(self.path.read_text("utf-8")) if self.path.exists() else []
        self.teams = [_team(team) for team in kept]

    def missing(self, count: int) -> list[TeamCalibration]:
        """Return empty records for the teams that have fewer than `count` games."""
        wanted = [TeamCalibration(level, seats) for level in levels(find(self.game)) for seats in self.seats]
        enough = {(team.level, team.seats) for team in self.teams if team.games >= count}
        return [team for team in wanted if (team.level, team.seats) not in enough]

    def keep(self, team: TeamCalibration) -> None:
        """Add or replace the results of a team, and write the file and the charts."""
        self.teams = [
            other for other in self.teams if (other.level, other.seats) != (team.level, team.seats)
        ] + [team]
        order = levels(find(self.game))
        self.teams.sort(key=lambda team: (order.index(team.level), team.seats))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps([asdict(team) for team in self.teams], indent=1) + "\n", "utf-8")
        self.path.with_suffix(".svg").write_text(self.shares().svg(), "utf-8")
        self.path.with_name(f"{self.game}-chances.svg").write_text(self.chances().svg(), "utf-8")

    def strongest(self) -> list[TeamCalibration]:
        """Return the results of the strongest level, by seats."""
        level = levels(find(self.game))[-1]
        return [team for team in self.teams if team.level == level]

    def fit(self) -> tuple[float, float]:
        """Fit the shift and slope of the `Correction` for the chances of the strongest level."""
        return fit([bins for team in self.strongest() for bins in team.before])

    def shares(self) -> Chart:
        """Draw the win rate of each level by seats, and the target ranges."""
        names = levels(find(self.game))
        seats = self.seats
        series = [
            ChartSeries(
                name,
                [
                    Point(team.seats + 0.12 * (number - 1.5), team.wins / team.games, *team.interval())
                    for team in self.teams
                    if team.level == name
                ],
            )
            for number, name in enumerate(names)
        ]
        wanted = tuple(
            TargetBand(names.index(level), at - 0.3, at + 0.3, low, high)
            for (level, at), (low, high) in self.wanted.items()
        )
        marks = {float(count): str(count) for count in seats}
        title = f"{self.game}: games won; shaded: target range"
        return Chart(
            title,
            "seats",
            "games won",
            (seats[0] - 0.5, seats[-1] + 0.5),
            marks,
            series,
            wanted,
            width=140 + 100 * len(seats),
        )

    def chances(self) -> Chart:
        """Draw the win rate against the chances that the strongest level stated."""
        series = []
        for name, kept in (("as stated", "before"), ("corrected", "after")):
            bins = [
                sum(of_teams, CalibrationBin())
                for of_teams in zip(*(getattr(team, kept) for team in self.strongest()), strict=True)
            ]
            series.append(ChartSeries(name, [one.point() for one in bins if one.games]))
        marks = {percent / 100: f"{percent} %" for percent in range(0, 101, 20)}
        return Chart(
            f"{self.game}: chances stated by `hard`",
            "chance stated",
            "games won",
            (0, 1),
            marks,
            series,
            is_even=True,
            width=320,
        )


def fit(bins: list[CalibrationBin]) -> tuple[float, float]:
    """Fit logistic(a + b * logit(stated)) by Newton's method; a = 0 and b = 1 if well calibrated."""
    a, b = 0.0, 1.0
    for _ in range(25):
        slope_a = slope_b = bend_ab = 0.0
        bend_aa = bend_bb = 1e-9
        for one in bins:
            if one.games:
                x = logit(one.mean)
                p = logistic(a + b * x)
                off, bend = one.games * (one.share - p), one.games * p * (1 - p)
                slope_a, slope_b = slope_a + off, slope_b + off * x
                bend_aa, bend_ab, bend_bb = bend_aa + bend, bend_ab + bend * x, bend_bb + bend * x * x
        scale = bend_aa * bend_bb - bend_ab * bend_ab
        a, b = (
            a + (bend_bb * slope_a - bend_ab * slope_b) / scale,
            b + (bend_aa * slope_b - bend_ab * slope_a) / scale,
        )
    return a, b


def _team(kept: dict[str, Any]) -> TeamCalibration:
    """Return the results of a team from their JSON form."""
    bins = {name: [CalibrationBin(**one) for one in kept[name]] for name in ("before", "after")}
    return TeamCalibration(**(kept | bins))
