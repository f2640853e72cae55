"""What a game says of itself, in one place: `GAME = Declaration(…)` in its `rules.py`.

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

Nothing of this is found out by trying, and nothing is taken for granted: what the shelf, a table, a search or
a batch needs to know of a game stands here, and is checked when the game is loaded (what can be seen at once)
and by `ludothek check` (what only play shows).
"""

from dataclasses import dataclass

from ludothek.core.chance import CHANCE
from ludothek.core.errors import BadGame
from ludothek.core.options import Option

# What may lie in a game's folder beside its rules, notation, view and texts: each part, and the file by which
# it is known.
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
    seats: tuple[int, int]  # the fewest and the most
    age: int  # from which on it is for everybody, in years
    minutes: int  # that a game takes
    hidden: bool  # whether anybody may not know everything; such a game has `resample`
    chance: bool  # whether dice, cards or the like act
    actions: (
        int  # an action of a seat is a whole number from 0 to actions - 1; those of chance are as they are
    )
    legal: int  # how many actions are legal at one time, at most, for a seat or for chance
    version: int = (
        1  # of the rules; a later one needs the part `upgrade`, which reads the records of earlier ones
    )
    box: str = ""  # the name of the box it comes in
    begins: str = (
        "first"  # who sits on seat 0, by the rulebook: "first" who opens the table, "lot", or "youngest"
    )
    together: bool = False  # whether all seats win or lose as one: a team, or one person with a puzzle
    take_back: bool = True  # False: a memory is at play, and what has been seen cannot be unseen
    options: tuple[Option, ...] = ()  # what a table may choose; each becomes a field of `Kit`
    parts: tuple[str, ...] = ()  # what lies in the folder beside rules, notation, view and texts: see PARTS

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
        known = isinstance(self.parts, tuple) and set(self.parts) <= PARTS.keys()
        _must(known, "parts", self.parts, f"a tuple of some of {', '.join(PARTS)}")
        reads_earlier = self.version == 1 or "upgrade" in self.parts
        _must(
            reads_earlier,
            "parts",
            self.parts,
            f'a tuple with "upgrade", since version {self.version} must read the records of earlier ones',
        )


def _is_whole(value: object, least: int) -> bool:
    return type(value) is int and value >= least


def _must(holds: bool, name: str, found: object, wanted: str) -> None:
    if not holds:
        raise BadGame(f"GAME = Declaration(…): {name} must be {wanted}, not {found!r}")
