"""The challenge of a day: determined by its date alone, with one try per person that counts."""

import asyncio
import datetime
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ludothek.core import CHANCE
from ludothek.core.registry import find, game_ids
from ludothek.house.challenges import challenges as in_house
from ludothek.house.challenges.daily_challenge import FIRST, challenge, day_of
from ludothek.house.live.thinking import chosen, question
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import consequences, opening
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.server.database import merge_people
from tests.days import today, within_one_day  # noqa: F401 (a fixture)
from tests.server.devices import Shelf, Tab
from tests.server.houses import opened, run
from tests.server.serving import Server, Someone

KNOWN = (
    Path(__file__).parent / "challenges.json"
)  # written by `python -m tests.server.test_challenges`, when it is meant to change
MONDAY, SUNDAY = datetime.date(2026, 11, 16), datetime.date(2026, 11, 22)


def table(game: str, day: datetime.date, *, counted: bool = True) -> Sitting:
    one = challenge(find(game), day)
    wish, mark = one.wish(counted=counted, name="")
    asking = DecisionContext(Person("p_anna", "Anna"), 0, lambda game: [one.level or "random"])
    return opening.challenge_table(wish, mark, one.seed, asking, 1.0).sitting


def go_on(sitting: Sitting, moves: int) -> list[tuple[int, str]]:
    """So many moves: of a person the first that is offered, of a bot what it chooses."""
    while len(sitting.table.moves) < moves and sitting.legal_moves:
        seat = next(iter(sitting.legal_moves))
        move = next(iter(sitting.legal_moves[seat]))
        if level := sitting.seats[seat].level:
            move = chosen(
                question(
                    sitting.table, seat, level, None, sitting.pace.settings, seed=sitting.seed_of_bot(seat)
                )
            )
        consequences.play(sitting, seat, move, 1_000_000 * len(sitting.table.moves)).carry_out(sitting)
    return list(sitting.table.moves)


def told(day: datetime.date) -> dict[str, Any]:
    """Return the challenges of a day, and how each begins."""
    found = {}
    for game in game_ids():
        one, sitting = challenge(find(game), day), table(game, day)
        moves = go_on(sitting, len(sitting.table.moves) + 5)[-12:]
        found[game] = [
            one.kind,
            one.seats,
            one.seat,
            one.level,
            one.grade,
            one.seed.hex()[:16],
            [f"{seat} {move}" for seat, move in moves],
        ]
    return found


def test_a_day_is_the_same_in_every_version() -> None:
    """A change here would give people on different versions different challenges."""
    known = json.loads(KNOWN.read_text("utf-8"))
    assert {day: told(datetime.date.fromisoformat(day)) for day in known} == known


def test_it_is_easy_on_mondays_and_hard_on_sundays() -> None:
    assert [challenge(find("torris"), MONDAY + datetime.timedelta(days)).level for days in range(7)] == [
        "easy"
    ] * 3 + ["medium"] * 2 + ["hard"] * 2
    assert challenge(find("squid"), SUNDAY).level == "hard"
    assert [challenge(find("clear_board"), day).grade for day in (MONDAY, SUNDAY)] == [1, 5]
    assert {challenge(find("squid"), MONDAY + datetime.timedelta(days)).seats for days in range(60)} == {
        2,
        3,
        4,
    }
    assert {challenge(find("torris"), MONDAY + datetime.timedelta(days)).seat for days in range(20)} == {0, 1}


def test_a_throw_does_not_depend_on_how_many_decisions_went_before() -> None:
    thrown = []
    for choice in (0, -1):
        sitting = table("museum", MONDAY)
        while len(sitting.table.moves) < 60 and sitting.legal_moves:
            seat = next(iter(sitting.legal_moves))
            consequences.play(sitting, seat, list(sitting.legal_moves[seat])[choice], 0).carry_out(sitting)
        thrown.append([at for at, (seat, _) in enumerate(sitting.table.moves) if seat == CHANCE])
        again = [sitting.seed.draw(number, weights) for number, weights in enumerate(_weights(sitting))]
        assert again == [move for seat, move in sitting.table.moves if seat == CHANCE]
    assert thrown[0] != thrown[1]


def _weights(sitting: Sitting) -> list[dict[str, int]]:
    variant = sitting.variant
    moves = zip(sitting.table.states(), sitting.table.moves, strict=False)
    return [variant.chances(before) for before, (seat, _) in moves if seat == CHANCE]


@pytest.mark.parametrize(
    ("date", "code"),
    [
        ("2026-11-18", "day_ahead"),
        ("9999-12-31", "day_ahead"),
        ("2026-10-31", "day_before"),
        ("0001-01-01", "day_before"),
        ("tomorrow", "bad_date"),
        ("2026-02-30", "bad_date"),
        ("9" * 3000, "bad_date"),
        ("2026-11-17T00:00", "bad_date"),
    ],
)
def test_a_date_that_is_none_is_refused_with_a_sentence(date: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        day_of(date, datetime.date(2026, 11, 17))
    assert refusal.value.code == code
    assert {refusal.value.said(language)[-1] for language in ("de", "en")} == {"."}
    assert day_of("20261117", datetime.date(2026, 11, 17)) == day_of(None, datetime.date(2026, 11, 17))


def test_streaks() -> None:
    days = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-16", "2026-11-17"]
    assert in_house.streak(days, datetime.date(2026, 11, 17)) == 2
    assert in_house.streak(days, datetime.date(2026, 11, 18)) == 2  # not played yet today
    assert in_house.streak(days, datetime.date(2026, 11, 19)) == 0
    assert (in_house.longest(days), in_house.longest([])) == (3, 0)


# On a real server


def takes_up(person: Someone, game: str, date: datetime.date | None = None) -> str:
    answer = person.http.post(f"/api/challenges/{date or today()}/{game}")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def tries(person: Someone) -> dict[str, dict[str, Any]]:
    return {one["game"]: one for one in person.get("/api/challenges")["tries"] if one["date"] == str(today())}


def plays(person: Someone, table: str) -> dict[str, Any]:
    """The first move that is offered, until it is over."""
    with person.watches(table) as line:
        line.plays_on(random.Random(1))
        return line.now


def test_tabs_that_ask_at_once_are_led_to_one_table(server: Server) -> None:
    anna = server.person("Anna")
    tabs = [server.person(cookie=anna.http.cookies["ludothek"]) for _ in range(6)]
    with ThreadPoolExecutor(6) as at_once:
        found = list(at_once.map(lambda tab: takes_up(tab, "museum"), tabs))
    assert len(set(found)) == 1
    assert anna.frame(found[0])["challenge"] == {"date": str(today()), "counted": True, "goal": ""}
    assert takes_up(server.person("Ben"), "museum") != found[0]


def test_processes_that_open_at_once_are_led_to_one_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            anna = fresh()
            found = await asyncio.gather(
                *(
                    house.challenges.open(anna, find("torris"), str(today()), "en")
                    for house in (one, other)
                    for _ in range(3)
                )
            )
            assert len({live.sitting.facts.id for live in found}) == 1
            assert len(await one.journal.tables_of(anna.id, None)) == 1

    run(play())


def test_two_people_who_turn_out_to_be_one_have_one_try(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as house:
            anna, guest = fresh(), fresh()
            mine, second = [
                await house.challenges.open(who, find("torris"), str(today()), "en") for who in (anna, guest)
            ]
            only = await house.challenges.open(guest, find("museum"), str(today()), "en")
            async with house.engine.begin() as connection:
                assert await merge_people.merge(connection, guest.id, anna.id) == {
                    second.sitting.facts.id,
                    only.sitting.facts.id,
                }
            tables = {one.game: one.table for one in await house.journal.counted(anna.id)}
            assert tables == {"torris": mine.sitting.facts.id, "museum": only.sitting.facts.id}
            assert await house.journal.counted(guest.id) == []
            assert not (await house.journal.facts(second.sitting.facts.id)).is_counted
            assert (await house.journal.facts(only.sitting.facts.id)).is_counted

    run(play())


def test_the_counted_try_takes_nothing_back_and_no_help(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = takes_up(anna, "clear_board")
    with anna.watches(table) as line:
        [held] = line.you["seats"]
        asked = {"seat": 0, "token": held["token"], "version": line.now["version"]}
        move = line.now["moves"][0]["move"]
        assert line.now["challenge"]["goal"]
        anna.does(table, "move", **asked, move=move)
        line.until(lambda: line.now["version"] > asked["version"])
        assert line.now["take_back"] is None
        asked["version"] = line.now["version"]
        for do, what in (
            ("take_back", asked),
            ("hint", asked),
            ("check", asked | {"move": move}),
            ("help", {"seat": 0, "help": "advise"}),
        ):
            anna.refused(anna.asks(table, do, **what), "counted")
        anna.refused(anna.asks(table, "seat_bot", seat=0, level="perfect"), "counted")
        anna.does(table, "leave")
        ben.refused(ben.asks(table, "join"), "counted_by_another")
        ben.refused(ben.asks(table, "seat_bot", seat=0, level="perfect"), "counted_by_another")
        anna.refused(anna.asks(table, "seat_bot", seat=0, level="perfect"), "counted")
        anna.does(table, "join")  # a player who comes back continues
    assert takes_up(anna, "clear_board") == table
    assert tries(anna)["clear_board"]["outcome"] is None


def test_after_it_one_practises_and_the_result_stays(server: Server) -> None:
    anna = server.person("Anna")
    counted = takes_up(anna, "number_poker")
    ended = plays(anna, counted)
    found = tries(anna)["number_poker"]
    assert found["outcome"] in ("won", "drawn", "lost")
    assert (found["table"], found["on_day"], found["moves"] > 3) == (counted, True, True)
    practice = takes_up(anna, "number_poker")
    assert practice != counted
    frame = anna.frame(practice)
    assert (frame["challenge"]["counted"], frame["hints"], frame["commitment"]) == (
        False,
        True,
        ended["commitment"],
    )
    again = anna.does(counted, "rematch")["table"]
    assert anna.frame(again)["challenge"] == frame["challenge"]
    assert anna.frame(again)["commitment"] == ended["commitment"]
    tried = anna.http.post(f"/api/tables/{counted}/try", json={"moves": 1}).json()["id"]
    assert anna.frame(tried)["challenge"] is None
    assert anna.get(f"/api/tables/{counted}/chance")["correct"] is True
    anna.http.delete(f"/api/me/tables/{counted}")
    anna.refused(anna.http.get(f"/api/tables/{counted}"), "no_table")
    assert tries(anna)["number_poker"] == found  # the table is deleted, and there is still no second try
    assert anna.frame(takes_up(anna, "number_poker"))["challenge"]["counted"] is False
    day = anna.get("/api/challenges")
    assert (day["streak"], day["longest"], day["date"]) == (1, 1, str(today()))


def test_the_person_who_deletes_it_has_given_it_up(server: Server) -> None:
    anna = server.person("Anna")
    anna.http.delete(f"/api/me/tables/{takes_up(anna, 'torris')}")
    assert tries(anna)["torris"]["outcome"] == "left"
    assert anna.get("/api/challenges")["streak"] == 0
    assert anna.frame(takes_up(anna, "torris"))["challenge"]["counted"] is False


def test_a_past_day_is_noted_and_counts_for_no_streak(server: Server) -> None:
    anna = server.person("Anna")
    plays(anna, takes_up(anna, "number_poker", FIRST))
    day = anna.get("/api/challenges", date=str(FIRST))
    assert [(one["date"], one["on_day"]) for one in day["tries"]] == [(str(FIRST), False)]
    assert (day["number"], day["streak"]) == (1, 0)
    tomorrow = today() + datetime.timedelta(1)
    anna.refused(anna.http.post(f"/api/challenges/{tomorrow}/torris"), "day_ahead")
    anna.refused(
        anna.http.get("/api/challenges", params={"date": str(FIRST - datetime.timedelta(1))}), "day_before"
    )
    anna.refused(anna.http.post(f"/api/challenges/{today()}/chess"), "no_game")


def test_it_is_exported_and_forgotten_with_the_person(server: Server) -> None:
    anna = server.person("Anna")
    cookie = anna.http.cookies["ludothek"]
    takes_up(anna, "torris")
    assert [one["game"] for one in anna.get("/api/me/data")["challenges"]] == ["torris"]
    assert anna.http.delete("/api/me").status_code == 200
    assert server.person(cookie=cookie).get("/api/challenges")["tries"] == []


def test_two_tabs_of_a_device_have_one_counted_try() -> None:
    async def play() -> None:
        shelf = Shelf()
        tabs = [Tab(shelf), Tab(shelf)]
        await tabs[0].ask("GET", "/api/me")
        found = await asyncio.gather(
            *(tab.ask("POST", f"/api/challenges/{today()}/museum") for tab in tabs for _ in range(2))
        )
        assert len({one["id"] for one in found}) == len(shelf.kept) == 1
        await tabs[0].raw("DELETE", f"/api/me/tables/{found[0]['id']}")
        day = await tabs[1].ask("GET", "/api/challenges")
        assert [one["outcome"] for one in day["tries"]] == ["left"]
        assert (await tabs[1].refused("GET", "/api/challenges?date=2026-10-01"))[1] == "day_before"
        for tab in tabs:
            tab.tables.end()

    run(play())


if __name__ == "__main__":
    KNOWN.write_text(
        json.dumps({str(day): told(day) for day in (MONDAY, datetime.date(2026, 11, 17))}, indent=1) + "\n",
        "utf-8",
    )
