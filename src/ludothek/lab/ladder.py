"""The ladder: every level of a game beside those below it, as a document with a section for each game.

The document is its own memory: a duel that stands there with as many games is not played again. So a ladder
can be stopped and continued, game by game. A line ends with the command that repeats it. What people have
written between a heading and its table stays.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ludothek.bots import levels
from ludothek.core import Game
from ludothek.lab.duel import Duel, DuelResult, is_contest, wilson

PLAYED = Path(__file__).parents[3] / "docs" / "duels.md"  # in a source tree
SHIPPED = Path(__file__).parent / "duels.md"  # in an installed package

PREFACE = """# Duels

Every level of every game beside the one below it and the easiest. `ludothek lab ladder --write docs/duels.md` plays what is missing here;
to have a line played again, delete it. The same command gives the same games on every machine. Intervals are Wilson's, at 95 %.

Where seats play against each other, the upper level has one seat and the lower one all others. A game is decided between the upper level
and its left neighbour, so that equal players win half of the decided games, however many seats there are; "tables won" are those that it
won against all. A team, or a puzzle, is played by each level alone, with the same dice and cards; a game is decided if one of the two
wins it and the other does not, or leaves fewer stones.
"""
BOTH = ("seats", "levels", "games", "won", "drawn", "lost", "share of the decided games")
CONTEST = (*BOTH, "tables won", "points a game", "command")
ALONE = (*BOTH, "the upper level wins", "the lower level wins", "points a game", "command")


def duels(game: Game) -> list[Duel]:
    """For every number of seats each level with the one below and with the easiest, which alone meets chance."""
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
    """How a line begins."""
    return str(duel.seats), f"{duel.first} – {duel.second}"


def percent(share: float, interval: tuple[float, float]) -> str:
    low, high = (f"{100 * bound:.1f}" for bound in interval)
    return f"{100 * share:.1f} % ({low} to {high})"


def row(duel: Duel, standing: DuelResult) -> list[str]:
    """A line of the table."""
    ended = [str(number) for number in (standing.games, standing.wins, standing.draws, standing.losses)]
    both = [*key(duel), *ended, percent(standing.share, standing.interval())]
    first, second = (
        percent(won / standing.games, wilson(won, standing.games))
        for won in (standing.first, standing.second)
    )
    rates = [first] if is_contest(duel.variant()) else [first, second]
    return [*both, *rates, f"{standing.points / standing.games:+.2f}", f"`{duel.command(standing.games)}`"]


class LadderDocument:
    """What is known of all ladders, as Markdown."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.preface, *sections = (path.read_text("utf-8") if path.exists() else PREFACE).split("\n## ")
        self.sections = {title: text for title, _, text in (section.partition("\n") for section in sections)}

    def rows(self, game: Game) -> dict[tuple[str, str], list[str]]:
        """The lines of a game's table, by seats and levels."""
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
        """Put a line in its place, also instead of an older one, and write the document."""
        known = self.rows(game) | {(row[0], row[1]): row}
        header = CONTEST if len(row) == len(CONTEST) else ALONE
        table = [
            header,
            ["---"] * len(header),
            *(known[key(duel)] for duel in duels(game) if key(duel) in known),
        ]
        said = [line for line in self.sections.get(game.id, "").splitlines() if not line.startswith("|")]
        prose = "\n".join(said).strip()
        self.sections[game.id] = (
            "\n" + (prose + "\n\n" if prose else "") + "".join(_line(cells) for cells in table)
        )
        self.path.write_text(self._text(), "utf-8")

    def _text(self) -> str:
        sections = (f"\n## {title}\n{self.sections[title].rstrip()}\n" for title in sorted(self.sections))
        return self.preface.rstrip() + "\n" + "".join(sections)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def bots_duels(game: Game) -> Iterator[tuple[str, str, int, int, int]]:
    """What is known of a game's bots: the upper level, the lower one, and how many games the upper one won,
    drew and lost. The easiest bot is the first that is named.
    """
    for (_, pair), row in LadderDocument(SHIPPED if SHIPPED.exists() else PLAYED).rows(game).items():
        upper, lower = pair.split(" – ")
        won, drawn, lost = map(int, row[3:6])
        yield upper, lower, won, drawn, lost
