"""The games, their figures, puzzles and kits."""

from typing import Any

import msgspec

from ludothek.house.api.value_types import BeginsBy, Kit, Moves, Options, OptionsSchema, View


class PhraseShape(msgspec.Struct):
    phrase: str
    text: str


class GameShape(msgspec.Struct, kw_only=True):
    id: str
    title: str
    tagline: str
    kind: str
    seats: tuple[int, int]
    box: str
    age: int | None
    minutes: int | None
    levels: list[str]
    options: OptionsSchema
    pace: OptionsSchema
    has_kit: bool
    has_chance: bool
    has_windows: bool
    has_clocks: bool  # whether it can be played by personal clocks
    has_print: bool
    has_trial: bool  # whether a page can play it many times with other figures
    has_puzzles: bool
    together: bool
    begins: BeginsBy
    board: str | None  # where the file of a board lies that the game brings along
    guide: str | None  # and that of its guide through the first game


class GamePage(GameShape, kw_only=True):
    rules: str
    kit: Kit | None
    texts: dict[str, str]
    phrases: list[PhraseShape]


class GameList(msgspec.Struct):
    games: list[GameShape]


class FigureShape(msgspec.Struct):
    view: View
    before: View | None  # what was to be seen before the last move
    viewer: int | None
    seats: int
    over: bool


class FigureList(msgspec.Struct):
    figures: dict[str, FigureShape]


class PuzzleShape(msgspec.Struct):
    name: str  # daily, or its grade
    grade: int
    difficulty: float  # one attempt at random in 2 to the power of this succeeds
    goal: str
    goal_cell: str  # where the last stone must end
    moves: Moves


class PuzzleList(msgspec.Struct):
    puzzles: list[PuzzleShape]


class KitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A kit to be checked: its figures, or the text of a kit file."""

    kit: Kit | None = None
    source: str | None = None


class KitFile(msgspec.Struct):
    """A kit that is good: its figures, and the same as a kit file."""

    kit: Kit
    source: str


class KitTrialRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A box to be tried, for a number of seats; with a figure, by its place in the kit, also with other
    values there.
    """

    seats: int
    kit: Kit | None = None
    options: Options = {}
    figure: str | None = None


class KitTrialStart(msgspec.Struct):
    """How a game begins: the packed kit and the first state, in base64; and which value the figure has."""

    value: int | None
    kit: str
    start: str


class KitTrial(msgspec.Struct):
    """What it takes to play a game many times, with the program of that name in the game's module, and as
    `ludothek lab sweep` does.
    """

    program: str
    described: dict[str, Any]
    seed: int
    longest: int
    by_guide: bool
    starts: list[KitTrialStart]
    why: str | None
