"""Types of the catalogue: games, their figures, puzzles and kits."""

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
    has_clocks: bool  # whether it can be played with personal clocks
    has_print: bool
    has_trial: bool  # whether a page can try it many times with a changed kit
    has_puzzles: bool
    together: bool
    begins: BeginsBy
    board: str | None  # the address of the board module of a third-party game
    guide: str | None  # the address of its guide to the first game


class GamePage(GameShape, kw_only=True):
    rules: str
    kit: Kit | None
    texts: dict[str, str]
    phrases: list[PhraseShape]


class GameList(msgspec.Struct):
    games: list[GameShape]


class FigureShape(msgspec.Struct):
    view: View
    before: View | None  # the view before the last move
    viewer: int | None
    seats: int
    over: bool


class FigureList(msgspec.Struct):
    figures: dict[str, FigureShape]


class PuzzleShape(msgspec.Struct):
    name: str  # daily, or its grade
    grade: int
    difficulty: float  # a random attempt succeeds with probability 2 to the power of minus this
    goal: str
    goal_cell: str  # where the last stone must end
    moves: Moves


class PuzzleList(msgspec.Struct):
    puzzles: list[PuzzleShape]


class KitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A kit to check: its figures, or the text of a kit file."""

    kit: Kit | None = None
    source: str | None = None


class KitFile(msgspec.Struct):
    """A valid kit: its figures, and the same as a kit file."""

    kit: Kit
    source: str


class KitTrialRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A kit to try with a number of seats; with a `figure` of it, also with other values there."""

    seats: int
    kit: Kit | None = None
    options: Options = {}
    figure: str | None = None


class KitTrialStart(msgspec.Struct):
    """The start of a game: the value of the figure, and the packed kit and first state in base64."""

    value: int | None
    kit: str
    start: str


class KitTrial(msgspec.Struct):
    """The input of the game's compiled program that plays many games, as `ludothek lab sweep` does."""

    program: str
    described: dict[str, Any]
    seed: int
    longest: int
    by_guide: bool
    starts: list[KitTrialStart]
    why: str | None
