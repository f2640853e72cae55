"""Types of statistics of a person's games, and of ratings."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as


class TallyShape(msgspec.Struct):
    played: int
    won: int
    drawn: int
    lost: int
    narrow: int = 0  # of those won, the narrow wins


class TallyGroup(msgspec.Struct):
    """Results of games with a common property: number of seats, opponents, companion games, challenges."""

    by: Annotated[
        str,
        known_as(
            '"seats" | "level" | "people" | "box" | "challenge"', "seats, level, people, box or challenge"
        ),
    ]
    name: str
    played: int
    won: int
    drawn: int
    lost: int


class FavouriteOpening(msgspec.Struct):
    """The first move that the person chooses most often."""

    move: str
    played: int
    won: int


class BestGame(msgspec.Struct):
    table: str
    ended: str
    moves: int
    score: int | None


class Month(msgspec.Struct):
    month: str
    played: int
    won: int


class GameStatistics(msgspec.Struct, kw_only=True):
    game: str
    title: str
    all: TallyShape
    streak: int  # consecutive wins up to the last game
    longest: int
    groups: list[TallyGroup]
    opening: FavouriteOpening | None
    best: BestGame | None
    worst: TallyGroup | None  # the group with the most losses
    last: list[str]  # outcomes of the last games, newest last


class Statistics(msgspec.Struct, kw_only=True):
    """Statistics of the person's games."""

    waiting: int  # games not evaluated yet: repeat the request
    all: TallyShape
    games: list[GameStatistics]
    months: list[Month]


class Champion(msgspec.Struct):
    """A person who opted in to ratings, or a bot of known strength."""

    name: str
    level: str | None  # of a bot
    points: int  # the easiest bot has 1000; with 400 more one wins ten of eleven
    low: int
    high: int
    games: int
    mine: bool


class ChampionList(msgspec.Struct):
    rated: bool  # whether the person opted in
    games: dict[str, str]  # titles of the rated games, by id
    game: str
    champions: list[Champion]  # the strongest first


class RatedRequest(msgspec.Struct, forbid_unknown_fields=True):
    rated: bool
