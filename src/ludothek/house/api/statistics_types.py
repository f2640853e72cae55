"""What somebody's games tell, and ratings of those who want them."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as


class TallyShape(msgspec.Struct):
    played: int
    won: int
    drawn: int
    lost: int


class TallyGroup(msgspec.Struct):
    """Games that have something in common: the number of seats, a level or a person among the others, the
    real box, a day's challenge.
    """

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
    """The first move that somebody chooses most."""

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
    streak: int  # games won in a row, up to the last
    longest: int
    groups: list[TallyGroup]
    opening: FavouriteOpening | None
    best: BestGame | None
    worst: TallyGroup | None  # where most is lost
    last: list[str]  # the outcomes of the last games, the latest last


class Statistics(msgspec.Struct, kw_only=True):
    """What my games tell."""

    waiting: int  # games that have not been looked at yet: ask again
    all: TallyShape
    games: list[GameStatistics]
    months: list[Month]


class Champion(msgspec.Struct):
    """Somebody who wants to be rated, or a bot of known strength."""

    name: str
    level: str | None  # of a bot
    points: int  # the easiest bot has 1000; with 400 more one wins ten of eleven
    low: int
    high: int
    games: int
    mine: bool


class ChampionList(msgspec.Struct):
    rated: bool  # whether I am in
    games: dict[str, str]  # that can be rated: titles by id
    game: str
    champions: list[Champion]  # the strongest first


class RatedRequest(msgspec.Struct, forbid_unknown_fields=True):
    rated: bool
