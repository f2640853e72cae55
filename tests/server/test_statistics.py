"""Personal statistics: values, export, deletion; and ratings of people who opted in."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludothek.core.registry import find
from ludothek.house.api.statistics_types import Champion
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.finished_game import FinishedGame
from ludothek.house.people.person import Person, fresh
from ludothek.house.people.personal_statistics import as_csv, statistics_of
from ludothek.house.table.refusals import Refused
from ludothek.server.people.champions import BOT, ratings_of
from ludothek.server.server_house import ServerHouse
from tests.server.devices import Line, Tab, on_a_device
from tests.server.houses import actions, moves, opened, run, table

DAY = 86_400_000


def played(at: int, outcome: str, **other: Any) -> FinishedGame:
    """A game of torris against an easy bot, with the given differences."""
    mine = {"won": 1.0, "drawn": 0.5, "lost": 0.0}[outcome]
    usual: dict[str, Any] = {
        "table": f"t{at}",
        "game": "torris",
        "at": at * DAY,
        "seats": 2,
        "seat": 0,
        "moves": 20,
        "score": 3,
    }
    usual |= {
        "scores": [mine, 1 - mine],
        "bots": {1: "easy"},
        "people": [],
        "opening": "a1",
        "box": False,
        "challenge": "",
        "helped": False,
    }
    return FinishedGame(**usual | {"outcome": outcome} | other)


def test_what_hand_made_games_tell() -> None:
    games = [
        played(1, "won", moves=30),
        played(2, "won", moves=18),
        played(3, "lost", bots={1: "hard"}, opening="b2"),
        played(4, "lost", bots={1: "hard"}),
        played(5, "lost", bots={1: "hard"}, challenge="1970-01-06"),
        played(6, "drawn", bots={}, people=["Ben"], box=True),
        played(40, "won", bots={}, people=["Ben"]),
        played(41, "won", game="squid", seats=3, bots={1: "easy", 2: "easy"}, score=None),
    ]
    told = statistics_of(games, "en", 0)
    assert (told.all.played, told.all.won, told.all.drawn, told.all.lost) == (8, 4, 1, 3)
    torris, squid = told.games
    assert (torris.title, torris.all.played, torris.streak, torris.longest) == ("Torris", 7, 1, 2)
    groups = {
        (group.by, group.name): (group.played, group.won, group.drawn, group.lost) for group in torris.groups
    }
    assert groups == {
        ("seats", "2"): (7, 3, 1, 3),
        ("level", "easy"): (2, 2, 0, 0),
        ("level", "hard"): (3, 0, 0, 3),
        ("people", "Ben"): (2, 1, 1, 0),
        ("box", "box"): (1, 0, 1, 0),
        ("challenge", "challenge"): (1, 0, 0, 1),
    }
    assert torris.worst
    assert (torris.worst.by, torris.worst.name) == ("level", "hard")
    assert torris.opening
    assert (torris.opening.move, torris.opening.played, torris.opening.won) == ("a1", 6, 3)
    assert torris.best
    assert (torris.best.table, torris.best.moves) == ("t2", 18)
    assert torris.last == ["won", "won", "lost", "lost", "lost", "drawn", "won"]
    assert [(month.month, month.played, month.won) for month in told.months] == [
        ("1970-01", 6, 2),
        ("1970-02", 2, 2),
    ]
    assert {(group.by, group.name): group.played for group in squid.groups} == {
        ("seats", "3"): 1,
        ("level", "easy"): 1,
    }
    assert squid.worst is None


def test_narrow_wins_are_counted_among_the_wins() -> None:
    stored = json.loads(msgspec.json.encode(played(1, "won", game="museum")))
    del stored["narrow"]  # as games were stored before narrow wins were counted
    old = msgspec.json.decode(json.dumps(stored), type=FinishedGame)
    games = [old, played(2, "won", game="museum", narrow=True), played(3, "lost", game="museum")]
    told = statistics_of(games, "de", 0)
    assert (told.all.won, told.all.narrow, told.games[0].all.narrow) == (2, 1, 1)
    head, *rows = csv.reader(io.StringIO(as_csv(games).decode("utf-8-sig")))
    assert [row[head.index("narrow")] for row in rows] == ["False", "True", "False"]


def test_nothing_tells_nothing() -> None:
    told = statistics_of([], "de", 3)
    assert (told.waiting, told.all.played, told.games, told.months) == (3, 0, [], [])


def test_a_name_in_a_table_is_no_formula() -> None:
    [head, row] = csv.reader(
        io.StringIO(as_csv([played(1, "won", people=['=HYPERLINK("x")'])]).decode("utf-8-sig"))
    )
    assert row[head.index("people")] == '\'=HYPERLINK("x")'
    assert row[head.index("ended")] == "1970-01-02T00:00:00Z"


async def play(house: ServerHouse, game: str, people: list[Person], **wish: object) -> OpenTable:
    """Play a whole game: the asked player always makes the first legal move."""
    live = await table(house, game, "m" + "o" * (len(people) - 1), people[0], **wish)
    for number, person in enumerate(people[1:]):
        await live.do(person, actions.JoinAction(id=f"j{number}"), "en")
    if len(people) > 1:
        await live.do(people[0], actions.StartAction(id="start"), "en")
    while live.sitting.phase == "playing":
        for seat, offered in list(live.sitting.legal_moves.items()):
            await moves(live, people[seat], seat, next(iter(offered)), f"m{live.sitting.number}")
    return live


def test_games_are_remembered_and_forgotten(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as house:
            anna, ben = Person(fresh().id, "Anna"), Person(fresh().id, "Ben")
            shared = await play(house, "torris", [anna, ben])
            hot_seat = await table(house, "torris", "mm", anna)
            assert hot_seat.sitting.phase == "playing"  # it is not over, and it is not one person's
            told = await house.my_games.statistics(anna.id, "en")
            [torris] = told.games
            assert (told.waiting, torris.all.played) == (0, 1)
            assert [group.name for group in torris.groups if group.by == "people"] == ["Ben"]
            mirrored = (await house.my_games.statistics(ben.id, "en")).games[0].all
            assert (mirrored.won, mirrored.lost) == (torris.all.lost, torris.all.won)
            file = await house.my_games.exported(anna.id, "json")
            [one] = json.loads(file.content)
            assert (one["game"], one["people"], one["table"]) == ("torris", ["Ben"], shared.sitting.facts.id)
            assert ben.id.encode() not in file.content
            await house.forget_person(ben, "en")
            again = await house.my_games.statistics(anna.id, "en")
            assert [group.name for group in again.games[0].groups if group.by == "people"] == ["Somebody"]
            assert (await house.my_games.statistics(ben.id, "en")).all.played == 0
            await house.forget(anna, shared.sitting.facts.id, "en")
            assert (await house.my_games.statistics(anna.id, "en")).all.played == 0

    run(check())


async def listed(house: ServerHouse, person: Person | None, game: str = "torris") -> list[Champion]:
    house.champions.forget()  # the result is cached for a while
    return (await house.champions.listed(person, game, "en")).champions


def test_a_list_that_was_begun_before_somebody_chose_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as house:
            anna, ben = (Person(fresh().id, name) for name in ("Anna", "Ben"))
            await play(house, "torris", [anna, ben])
            await house.champions.choose(ben, rated=True)
            champions, games = house.champions, house.champions.rated.games

            async def games_while_anna_chooses(most: int) -> list[tuple[str, str]]:
                monkeypatch.setattr(champions.rated, "games", games)
                found = await games(most)
                await champions.choose(anna, rated=True)
                return found

            monkeypatch.setattr(champions.rated, "games", games_while_anna_chooses)
            for names in ([], ["Anna", "Ben"]):  # with no other rated person Ben has no game yet
                found = (await champions.listed(anna, "torris", "en")).champions
                assert sorted(one.name for one in found if one.level is None) == names

    run(check())


def test_nobody_is_rated_who_does_not_want_to_be(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as house:
            anna, ben, cleo = (Person(fresh().id, name) for name in ("Anna", "Ben", "Cleo"))
            await play(house, "torris", [anna, ben])
            await play(house, "torris", [anna, cleo])
            assert {one.level is None for one in await listed(house, anna)} == {False}
            assert not (await house.champions.listed(anna, "torris", "en")).rated
            await house.champions.choose(anna, rated=True)
            await house.champions.choose(ben, rated=True)
            people = {one.name: one for one in await listed(house, anna) if one.level is None}
            assert people.keys() == {"Anna", "Ben"}  # Cleo is seen nowhere, nor is that game counted
            assert [one.games for one in people.values()] == [1, 1]
            assert people["Anna"].mine
            assert all(one.low < one.points < one.high for one in people.values())
            await house.champions.choose(ben, rated=False)
            assert [
                one.name
                for one in (await house.champions.listed(cleo, "torris", "en")).champions
                if one.level is None
            ] == []
            await house.champions.choose(ben, rated=True)
            await house.forget_person(ben, "en")
            assert "Ben" not in {one.name for one in await listed(house, None)}
            with pytest.raises(Refused, match="nameless"):
                await house.champions.choose(fresh(), rated=True)
            with pytest.raises(Refused, match="no_game"):
                await house.champions.listed(anna, "museum", "en")  # a team has no champion

    run(check())


def test_ratings_are_anchored_by_bots_and_leave_help_out() -> None:
    wins = [("p_anna", played(n, "won", bots={1: "hard"})) for n in range(12)] + [
        ("p_anna", played(99, "lost", bots={1: "hard"}))
    ]
    losses = [("p_ben", played(n, "lost", table=f"b{n}", box=True)) for n in range(12)]
    met = [
        ("p_anna", played(200, "won", bots={})),
        ("p_ben", played(200, "lost", seat=1, scores=[1.0, 0.0], bots={})),
    ]
    no_matter = [("p_ben", played(300, "won", helped=True)), ("p_ben", played(301, "won", game="squid"))]
    known, ratings = ratings_of(find("torris"), [*wins, *losses, *met, *no_matter])
    points = {one.player: one.points for one in ratings}
    assert points[BOT + "easy"] == pytest.approx(0, abs=1e-6)
    assert (
        points["p_anna"]
        > points[BOT + "hard"]
        > points[BOT + "medium"]
        > points[BOT + "easy"]
        > points["p_ben"]
    )
    width = {one.player: one.high - one.low for one in ratings}
    assert width["p_anna"] > width[BOT + "hard"]  # a dozen games say less than hundreds
    assert known[BOT + "hard"] > 50
    assert (known["p_anna"], known["p_ben"]) == (14, 13)


def test_a_device_has_statistics_too() -> None:
    async def check(tab: Tab) -> None:
        wish = {
            "game": "number_poker",
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
            "clock": False,
        }
        line = await Line().open(tab, (await tab.ask("POST", "/api/tables", wish))["id"])
        await line.play_to_the_end()
        told = await tab.ask("GET", "/api/me/statistics?language=de")
        assert (told["all"]["played"], told["games"][0]["title"], told["waiting"]) == (1, "Zahlenpoker", 0)
        assert told == await tab.ask("GET", "/api/me/statistics?language=de")
        file = await tab.raw("GET", "/api/me/games/csv")
        assert file.name == "ludothek-games.csv"
        assert b"number_poker" in file.content
        assert (await tab.refused("GET", "/api/me/games/exe"))[1] == "bad_request"

    on_a_device(check)
