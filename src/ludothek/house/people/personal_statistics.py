"""Statistics of a person's games: wins per game, and within it by seats, bot level and people."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from ludothek.core.registry import find, game_ids
from ludothek.house.api.statistics_types import (
    BestGame,
    FavouriteOpening,
    GameStatistics,
    Month,
    Statistics,
    TallyGroup,
    TallyShape,
)
from ludothek.house.people.finished_game import FinishedGame
from ludothek.house.table.seat_result import DRAWN, LOST, WON

FEW = 3  # games needed to call a group the worst
SHOWN = 40  # most recent games listed individually
COLUMNS = (
    "ended",
    "game",
    "seats",
    "seat",
    "outcome",
    "moves",
    "score",
    "bots",
    "people",
    "opening",
    "box",
    "challenge",
    "helped",
    "table",
    "narrow",
)


def statistics_of(games: Sequence[FinishedGame], language: str, waiting: int) -> Statistics:
    """Compute statistics of games in the order of their ends; `waiting` games are not summarized yet."""
    by_game: dict[str, list[FinishedGame]] = {}
    for one in games:
        by_game.setdefault(one.game, []).append(one)
    months: dict[str, list[FinishedGame]] = {}
    for one in games:
        months.setdefault(_time(one)[:7], []).append(one)
    return Statistics(
        waiting=waiting,
        all=tally(games),
        games=sorted(
            (_of_game(game, played, language) for game, played in by_game.items()),
            key=lambda one: -one.all.played,
        ),
        months=[Month(month, len(played), tally(played).won) for month, played in sorted(months.items())],
    )


def tally(games: Iterable[FinishedGame]) -> TallyShape:
    played = list(games)
    counted = Counter(one.outcome for one in played)
    narrow = sum(one.narrow for one in played)
    return TallyShape(len(played), counted[WON], counted[DRAWN], counted[LOST], narrow)


def _of_game(game: str, games: list[FinishedGame], language: str) -> GameStatistics:
    groups = list(_groups(games))
    often_lost = [group for group in groups if group.played >= FEW and group.lost]
    won = [one.outcome == WON for one in games]
    return GameStatistics(
        game=game,
        title=find(game).texts[language]["title"] if game in game_ids() else game,
        all=tally(games),
        streak=_last_row(won),
        longest=_longest_row(won),
        groups=groups,
        opening=_favourite(games),
        best=_best(games),
        worst=max(often_lost, key=lambda group: (group.lost / group.played, group.played), default=None),
        last=[one.outcome for one in games[-SHOWN:]],
    )


def _groups(games: Sequence[FinishedGame]) -> Iterator[TallyGroup]:
    """Group games; each counts once per level and per person it was played with."""
    for by, names in (
        ("seats", lambda one: [str(one.seats)]),
        ("level", lambda one: sorted(set(one.bots.values()))),
        ("people", lambda one: one.people),
        ("box", lambda one: ["box"] if one.box else []),
        ("challenge", lambda one: ["challenge"] if one.challenge else []),
    ):
        found: dict[str, list[FinishedGame]] = {}
        for one in games:
            for name in dict.fromkeys(names(one)):
                found.setdefault(name, []).append(one)
        for name, played in sorted(found.items()):
            counted = tally(played)
            yield TallyGroup(by, name, counted.played, counted.won, counted.drawn, counted.lost)


def _favourite(games: Sequence[FinishedGame]) -> FavouriteOpening | None:
    counted = Counter(one.opening for one in games if one.opening)
    if not counted:
        return None
    move, times = counted.most_common(1)[0]
    return FavouriteOpening(move, times, sum(one.opening == move and one.outcome == WON for one in games))


def _best(games: Sequence[FinishedGame]) -> BestGame | None:
    """Return the won game with the most points, else with the fewest moves."""
    won = [one for one in games if one.outcome == WON]
    best = max(won, key=lambda one: (one.score or 0, -one.moves), default=None)
    return BestGame(best.table, _time(best), best.moves, best.score) if best else None


def _last_row(won: Sequence[bool]) -> int:
    return next((length for length, one in enumerate(reversed(won)) if not one), len(won))


def _longest_row(won: Sequence[bool]) -> int:
    longest = length = 0
    for one in won:
        length = length + 1 if one else 0
        longest = max(longest, length)
    return longest


def as_csv(games: Sequence[FinishedGame]) -> bytes:
    """Return one CSV row per game; cells that spreadsheets would run as formulas are marked as text."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    for one in games:
        bots, people = " ".join(one.bots.values()), "; ".join(one.people)
        cells = (
            _time(one),
            one.game,
            one.seats,
            one.seat + 1,
            one.outcome,
            one.moves,
            one.score,
            bots,
            people,
            one.opening,
        )
        rows.writerow(
            [_as_text(cell) for cell in (*cells, one.box, one.challenge, one.helped, one.table, one.narrow)]
        )
    return ("\ufeff" + written.getvalue()).encode()


def _as_text(cell: object) -> object:
    return (
        f"'{cell}"
        if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t")
        else ""
        if cell is None
        else cell
    )


def _time(one: FinishedGame) -> str:
    return datetime.fromtimestamp(one.at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
