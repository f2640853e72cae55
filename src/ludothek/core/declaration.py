"""The declaration of a game: `GAME = Declaration(…)` in its `rules.py`.

    GAME = Declaration(
        box="FIVE!",
        age=12,
        minutes=20,
        seats=(2, 2),
        hidden=False,
        chance=True,
        actions=4 * CELLS,
        legal=4 * 16,
        parts=("figures", "terminal"),
    )

It is checked when the game is loaded; `ludothek check` checks what only play can show.
"""

from dataclasses import dataclass

from ludothek.core.chance import CHANCE
from ludothek.core.errors import BadGame
from ludothek.core.options import Option

# The optional parts of a game, and the file of each.
PARTS = {
    "figures": "figures.toml",
    "kit": "kit.toml",
    "pace": "pace.py",
    "players": "players.py",
    "print": "print.py",
    "terminal": "terminal.py",
    "upgrade": "upgrade.py",
}


BEGINS = ("first", "lot", "youngest")


@dataclass(frozen=True, kw_only=True)
class Declaration:
    seats: tuple[int, int]  # fewest and most
    age: int  # the least age of players, in years
    minutes: int  # the usual duration of a game
    hidden: bool  # whether a seat may not see everything; requires `resample`
    chance: bool  # whether dice, cards or the like decide something
    actions: int  # a seat's actions are integers from 0 to actions - 1 (those of chance are not limited)
    legal: int  # the most actions that are ever legal at once, for a seat or for chance
    version: int = 1  # of the rules; a later one needs the part `upgrade` to read older records
    box: str = ""  # the name of the physical game
    begins: str = (
        "first"  # who takes seat 0 by the rulebook: "first" (who opens the table), "lot", "youngest"
    )
    together: bool = False  # whether all seats win or lose together: a team, or a puzzle
    take_back: bool = True  # False in a memory game: what was seen cannot be unseen
    options: tuple[Option, ...] = ()  # the choices of a table; each becomes a field of `Kit`
    parts: tuple[str, ...] = ()  # the optional parts that exist: see PARTS

    def __post_init__(self) -> None:
        fewest, most = self.seats if isinstance(self.seats, tuple) and len(self.seats) == 2 else (0, 0)
        are_seats = _is_whole(fewest, 1) and _is_whole(most, fewest) and most <= CHANCE
        _must(are_seats, "seats", self.seats, "the fewest and the most, from 1 to 8, such as (2, 4)")
        for name, least in (("age", 0), ("minutes", 1), ("actions", 1), ("legal", 1), ("version", 1)):
            _must(
                _is_whole(getattr(self, name), least),
                name,
                getattr(self, name),
                f"a whole number from {least}",
            )
        for name in ("hidden", "chance", "together", "take_back"):
            _must(type(getattr(self, name)) is bool, name, getattr(self, name), "True or False")
        _must(isinstance(self.box, str), "box", self.box, "the name of the box, or left out")
        _must(isinstance(self.options, tuple), "options", self.options, 'a tuple such as (Flag("encore"),)')
        _must(self.begins in BEGINS, "begins", self.begins, f"one of {', '.join(BEGINS)}")
        names = [option.name for option in self.options]
        _must(len(set(names)) == len(names), "options", names, "options of different names")
        are_known = isinstance(self.parts, tuple) and set(self.parts) <= PARTS.keys()
        _must(are_known, "parts", self.parts, f"a tuple of some of {', '.join(PARTS)}")
        reads_earlier = self.version == 1 or "upgrade" in self.parts
        _must(
            reads_earlier,
            "parts",
            self.parts,
            f'a tuple with "upgrade", since version {self.version} must read the records of earlier ones',
        )


def _is_whole(value: object, least: int) -> bool:
    return type(value) is int and value >= least


def _must(holds: bool, name: str, value: object, expected: str) -> None:
    if not holds:
        raise BadGame(f"GAME = Declaration(…): {name} must be {expected}, not {value!r}")
