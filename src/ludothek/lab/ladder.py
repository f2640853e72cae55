"""The ladder: duels between the levels of each game, kept in a Markdown document.

The document doubles as the cache: a duel that is listed with enough games is not played again, so that a
ladder can be interrupted and continued. Each row ends with the command that repeats it. Prose between a
heading and its table is preserved.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ludothek.bots import levels
from ludothek.core import Game
from ludothek.lab.duel import Duel, DuelResult, is_contest, wilson

PLAYED = Path(__file__).parents[3] / "docs" / "duels.md"  # in a source tree
SHIPPED = Path(__file__).parent / "duels.md"  # in an installed package

PREFACE = """# Duels

Each level of each game against the level below it and against the easiest one.
`ludothek lab ladder --write docs/duels.md` plays the duels that are missing here; delete a row to
have it played again. The same command gives the same games on every machine. Intervals are Wilson
intervals at 95 %.

Where seats compete, the upper level has one seat and the lower one all others. A game is decided
between the upper level and its left neighbour, so that equal players win half of the decided games
with any number of seats; "tables won" counts the games that the upper level won outright. A team
game or a puzzle is played by each level alone, with the same dice and cards; a game is decided if
only one of the two wins it, or if one leaves fewer stones.
"""
BOTH = ("seats", "levels", "games", "won", "drawn", "lost", "share of the decided games")
CONTEST = (*BOTH, "tables won", "points a game", "command")
ALONE = (*BOTH, "the upper level wins", "the lower level wins", "points a game", "command")


def duels(game: Game) -> list[Duel]:
    """Pair each level with the one below and with the easiest, for every number of seats.

    Only the easiest level is compared with random play.
    """
    known = levels(game)
    pairs = [
        (upper, lower)
        for rung, upper in enumerate(known)
        if rung
        for lower in dict.fromkeys((known[rung - 1], known[min(rung - 1, 1)]))
    ]
    return [
        Duel(game.id, seats, upper, lower)
        for seats in range(game.fewest, game.most + 1)
        for upper, lower in pairs
    ]


def key(duel: Duel) -> tuple[str, str]:
    """Return the first two cells of a duel's row, which identify it."""
    return str(duel.seats), f"{duel.first} – {duel.second}"


def percent(share: float, interval: tuple[float, float]) -> str:
    low, high = (f"{100 * bound:.1f}" for bound in interval)
    return f"{100 * share:.1f} % ({low} to {high})"


def row(duel: Duel, standing: DuelResult) -> list[str]:
    """Format a duel as the cells of its row."""
    ended = [str(number) for number in (standing.games, standing.wins, standing.draws, standing.losses)]
    both = [*key(duel), *ended, percent(standing.share, standing.interval())]
    first, second = (
        percent(won / standing.games, wilson(won, standing.games))
        for won in (standing.first, standing.second)
    )
    rates = [first] if is_contest(duel.variant()) else [first, second]
    return [*both, *rates, f"{standing.points / standing.games:+.2f}", f"`{duel.command(standing.games)}`"]


class LadderDocument:
    """The Markdown document with the duels of all games."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.preface, *sections = (path.read_text("utf-8") if path.exists() else PREFACE).split("\n## ")
        self.sections = {title: text for title, _, text in (section.partition("\n") for section in sections)}

    def rows(self, game: Game) -> dict[tuple[str, str], list[str]]:
        """Return the rows of a game's table, by seats and levels."""
        lines = [
            line
            for line in self.sections.get(game.id, "").splitlines()
            if "`ludothek " in line and line.startswith("|")
        ]
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return {(row[0], row[1]): row for row in cells}

    def has(self, game: Game, duel: Duel, games: int) -> bool:
        row = self.rows(game).get(key(duel))
        return row is not None and int(row[2]) >= games

    def add(self, game: Game, row: list[str]) -> None:
        """Insert or replace a row and write the document."""
        known = self.rows(game) | {(row[0], row[1]): row}
        header = CONTEST if len(row) == len(CONTEST) else ALONE
        table = [
            header,
            ["---"] * len(header),
            *(known[key(duel)] for duel in duels(game) if key(duel) in known),
        ]
        prose_lines = [
            line for line in self.sections.get(game.id, "").splitlines() if not line.startswith("|")
        ]
        prose = "\n".join(prose_lines).strip()
        self.sections[game.id] = (
            "\n" + (prose + "\n\n" if prose else "") + "".join(_line(cells) for cells in table)
        )
        self.path.write_text(self._text(), "utf-8")

    def _text(self) -> str:
        sections = (f"\n## {title}\n{self.sections[title].rstrip()}\n" for title in sorted(self.sections))
        return self.preface.rstrip() + "\n" + "".join(sections)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def bot_duels(game: Game) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield the recorded duels of a game: upper level, lower level, and games won, drawn and lost by the
    upper.

    Duels of the easiest bot come first.
    """
    for (_, pair), row in LadderDocument(SHIPPED if SHIPPED.exists() else PLAYED).rows(game).items():
        upper, lower = pair.split(" – ")
        won, drawn, lost = map(int, row[3:6])
        yield upper, lower, won, drawn, lost
