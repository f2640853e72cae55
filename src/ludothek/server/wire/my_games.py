"""What somebody's games tell, and ratings of those who want them."""

from typing import Annotated

import msgspec

from ludothek.server.wire.kinds import known_as


class Tally(msgspec.Struct):
    played: int
    won: int
    drawn: int
    lost: int


class Group(msgspec.Struct):
    """Games that have something in common: the number of seats, a level or a person among the others, the real box, a day's challenge."""

    by: Annotated[str, known_as('"seats" | "level" | "people" | "box" | "challenge"', "seats, level, people, box or challenge")]
    name: str
    played: int
    won: int
    drawn: int
    lost: int


class Opening(msgspec.Struct):
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


class OfGame(msgspec.Struct, kw_only=True):
    game: str
    title: str
    all: Tally
    streak: int  # games won in a row, up to the last
    longest: int
    groups: list[Group]
    opening: Opening | None
    best: BestGame | None
    worst: Group | None  # where most is lost
    last: list[str]  # the outcomes of the last games, the latest last


class Statistics(msgspec.Struct, kw_only=True):
    """What my games tell."""

    waiting: int  # games that have not been looked at yet: ask again
    all: Tally
    games: list[OfGame]
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


class RatedWish(msgspec.Struct, forbid_unknown_fields=True):
    rated: bool
