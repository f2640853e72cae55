"""The same person on several devices: by a link, by a phrase, signed out again; and misuse of these."""

import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import product

import httpx
import pytest

from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.server.people import recovery_phrase
from ludothek.server.people.cookies import CookieSigner
from ludothek.server.people.one_time_passes import OneTimePasses, PasskeyChallenges
from ludothek.server.people.register import MOST_TRIES, PersonRegister, label_of
from tests.server import houses
from tests.server.serving import Server, Someone


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("devices") / "tables.db") as running:
        yield running


def link_of(person: Someone) -> str:
    return str(person.http.post("/api/me/link").raise_for_status().json()["token"])


def joins(device: Someone, **wish: object) -> httpx.Response:
    return device.http.post("/api/join", json=wish)


def names(person: Someone) -> set[str]:
    return {table["id"] for table in person.get("/api/me/tables")["tables"]}


def test_a_link_makes_another_device_the_same_person(house: Server) -> None:
    laptop, phone, ben = house.person("Anna"), house.person(), house.person("Ben")
    table = laptop.opens("torris", "mo")
    ben.does(table, "join")
    laptop.does(table, "start")
    laptop.http.put("/api/me/kept", json={"kept": {"ludothek.settings": "too early"}}).raise_for_status()
    link = link_of(laptop)
    laptop.http.put(
        "/api/me/kept", json={"kept": {"ludothek.settings": '{"theme":"dark"}'}}
    ).raise_for_status()
    assert phone.http.post("/api/join/look", json={"link": link}).json()["name"] == "Anna"
    came = joins(phone, link=link).json()
    assert came == {
        "id": laptop.id,
        "name": "Anna",
        "kept": {"ludothek.settings": '{"theme":"dark"}'},
        "brought": 0,
    }
    assert phone.get("/api/me") == {"id": laptop.id, "name": "Anna", "known": True}
    assert names(phone) == {table}
    with (
        phone.watches(table) as line,
        laptop.watches(table) as other,
    ):  # both hold the seat; the first to move has moved
        assert line.token(0) == other.token(0)
        line.plays(line.now["moves"][0]["move"])
    phone.http.put("/api/me", json={"name": "Anna B."}).raise_for_status()
    assert laptop.get("/api/me")["name"] == "Anna B."
    listed = phone.get("/api/me/devices")
    assert [device["here"] for device in listed["devices"]] == [False, True]


def test_a_link_works_once_however_many_try(house: Server) -> None:
    laptop, link = house.person("Anna"), ""
    link = link_of(laptop)
    phones = [house.person() for _ in range(8)]
    with ThreadPoolExecutor(8) as at_once:
        answers = list(at_once.map(lambda phone: joins(phone, link=link), phones))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"pass_used"}
    assert len(laptop.get("/api/me/devices")["devices"]) == 2
    laptop.refused(joins(house.person(), link=link), "pass_used")


def test_links_that_do_not_work_any_more_say_why_and_lose_nothing(house: Server) -> None:
    anna, guest = house.person("Anna"), house.person("Guest")
    mine = guest.opens("torris", "mb")
    old = link_of(anna)
    new = link_of(anna)
    guest.refused(joins(guest, link=old), "pass_unknown")  # the new one has taken its place
    guest.refused(joins(guest, link="no such thing"), "pass_unknown")
    guest.refused(joins(guest, link=new, phrase="both"), "bad_request")
    anna.refused(joins(anna, link=new), "already_you")  # which does not use it up
    with closing(sqlite3.connect(house.db)) as database, database:
        assert new not in "\n".join(database.iterdump())  # a reader of the database cannot use it
        database.execute("UPDATE passes SET until = 1 WHERE used IS NULL")
    said = guest.refused(joins(guest, link=new), "pass_expired")
    assert "new one" in said["error"]
    assert guest.get("/api/me")["name"] == "Guest"
    assert names(guest) == {mine}
    assert anna.get("/api/me")["id"] == anna.id


def test_what_was_played_on_the_device_before_comes_along_or_stays(house: Server) -> None:
    anna, phone, ben = house.person("Anna"), house.person("Annika"), house.person("Ben")
    ours, theirs = anna.opens("number_poker", "mooo"), phone.opens("torris", "mo", name="Annikas Tisch")
    phone.does(ours, "join")  # at this table both sit: that stays so, as no person holds two hands
    ben.does(theirs, "join")
    phone.does(theirs, "start")
    link = link_of(anna)
    offered = phone.http.post("/api/join/look", json={"link": link}).json()
    assert (offered["leaving"], offered["tables"]) == ("Annika", 1)
    with ben.watches(theirs) as line:
        assert joins(phone, link=link).json()["brought"] == 1
        assert line.closed() == 1012  # the page reconnects by itself
    assert names(anna) == names(phone) == {ours, theirs}
    with anna.watches(theirs) as line:
        assert line.you["host"]
        line.plays(line.now["moves"][0]["move"])
    assert anna.frame(ours)["seats"][1]["name"] == "Annika"
    tablet = house.person("Guest")
    left = tablet.opens("torris", "mb")
    assert joins(tablet, link=link_of(anna), bring=False).json()["brought"] == 0
    assert left not in names(tablet)


def test_the_person_who_is_known_elsewhere_stays_who_they_are_there(house: Server) -> None:
    anna, ben, bens_phone = house.person("Anna"), house.person("Ben"), house.person()
    table = ben.opens("torris", "mb")
    joins(bens_phone, link=link_of(ben)).raise_for_status()
    offered = bens_phone.http.post("/api/join/look", json={"link": link_of(anna)}).json()
    assert offered["tables"] == 0
    joins(bens_phone, link=link_of(anna)).raise_for_status()  # Ben lends it to Anna
    assert bens_phone.get("/api/me")["id"] == anna.id
    assert names(ben) == {table}
    assert len(ben.get("/api/me/devices")["devices"]) == 1


def test_signing_out_elsewhere(house: Server) -> None:
    laptop, phone, tablet = house.person("Anna"), house.person(), house.person()
    table = laptop.opens("torris", "mo")
    for device in (phone, tablet):
        joins(device, link=link_of(laptop)).raise_for_status()
    unused = link_of(laptop)
    stolen = phone.get("/api/me/devices")["devices"][1]
    with phone.watches(table) as line, tablet.watches(table) as other:
        left = laptop.http.delete(f"/api/me/devices/{stolen['id']}").json()
        assert len(left["devices"]) == 2
        assert line.closed() == 1012
        other.does(do="chat", phrase="hello")
    phone.refused(phone.http.get("/api/me/tables"), "no_person")
    somebody = phone.get("/api/me")
    assert somebody["signed_out"]
    assert somebody["id"] != laptop.id
    phone.refused(joins(phone, link=unused), "pass_unknown")
    laptop.refused(laptop.http.delete("/api/me/devices/nothing"), "no_device")
    assert len(laptop.http.delete("/api/me/devices").json()["devices"]) == 1
    tablet.refused(tablet.http.get("/api/me/tables"), "no_person")
    assert names(laptop) == {table}
    laptop.refused(laptop.http.delete(f"/api/me/devices/{left['devices'][0]['id']}"), "last_device")


def test_a_phrase_finds_somebody_who_has_lost_every_device(house: Server) -> None:
    anna = house.person("Anna")
    table = anna.opens("torris", "mb")
    first = anna.http.post("/api/me/phrase").json()["phrase"]
    words = anna.http.post("/api/me/phrase").json()["phrase"]
    assert len(words.split()) == 7
    with closing(sqlite3.connect(house.db)) as database:
        kept = "\n".join(database.iterdump())
    assert " ".join(words.split()[2:]) not in kept
    new = house.person()
    new.refused(joins(new, phrase=first), "phrase_wrong")
    assert joins(new, phrase=" " + words.upper().replace(" ", ", ") + ".").json()["name"] == "Anna"
    assert names(new) == {table}
    gone = anna.get("/api/me/devices")["devices"]
    assert new.http.delete(f"/api/me/devices/{gone[0]['id']}").status_code == 200
    assert (
        new.http.delete(f"/api/me/devices/{gone[1]['id']}").status_code == 200
    )  # the phrase is still a way back
    assert "known" not in new.get("/api/me")
    again = house.person()
    assert joins(again, phrase=words.replace(" ", "")).json()["id"] == anna.id
    assert again.http.delete("/api/me/phrase").status_code == 204
    anna.refused(joins(house.person(), phrase=words), "phrase_wrong")


def test_a_phrase_that_is_tried_too_often_answers_nobody_for_a_while(house: Server) -> None:
    anna = house.person("Anna")
    words = anna.http.post("/api/me/phrase").json()["phrase"].split()
    thief = house.person()
    guesses = [
        made for made in (_checked(words[:2], n) for n in range(10**6, 10**6 + MOST_TRIES)) if made != words
    ]
    for guess in guesses:
        thief.refused(joins(thief, phrase=" ".join(guess)), "phrase_wrong")
    locked = thief.refused(joins(thief, phrase=" ".join(words)), "too_many")
    assert locked["retry_in_ms"] > 60_000


def _checked(handle: list[str], drawn: int) -> list[str]:
    """A phrase that could be one."""
    made = recovery_phrase._words(
        drawn * recovery_phrase.CHECK + recovery_phrase._check(" ".join(handle), drawn)
    )
    return [*handle, *made.split()]


def test_tries_from_one_address_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("limited") / "tables.db", joins_per_hour="3") as server:
        thief = server.person()
        for _ in range(3):
            thief.refused(joins(thief, link="guess"), "pass_unknown")
        thief.refused(joins(thief, link="guess"), "too_many")


def test_a_slip_of_the_pen_is_noticed() -> None:
    words, unnoticed, slips = _checked(["bado", "mile"], 123_456_789), 0, 0
    for at, letter, other in product(range(7), range(4), "abdefgiklmnoprstu"):
        slipped = words[at][:letter] + other + words[at][letter + 1 :]
        typed = " ".join([*words[:at], slipped, *words[at + 1 :]])
        if slipped == words[at]:
            assert str(recovery_phrase.read(typed)) == typed
        elif slipped not in recovery_phrase.WORDS:
            with pytest.raises(Refused, match="phrase_word"):
                recovery_phrase.read(typed)
        else:
            slips += 1
            with suppress(Refused):
                unnoticed += bool(recovery_phrase.read(typed))
    assert unnoticed < slips / 20


@pytest.mark.parametrize(
    ("text", "code"), [("bado mile", "phrase_length"), ("", "phrase_length"), ("my dog", "phrase_word")]
)
def test_what_is_no_phrase(text: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        recovery_phrase.read(text)


def test_phrases_have_enough_in_them() -> None:
    assert recovery_phrase.SECRETS > 2**52
    assert len(set(recovery_phrase.WORDS)) == len(recovery_phrase.WORDS)
    made = {str(recovery_phrase.fresh()) for _ in range(50)}
    assert len(made) == 50
    assert all(str(recovery_phrase.read(one)) == one for one in made)


def test_a_cookie_from_before_names_the_same_person_and_may_be_signed_out() -> None:
    signer = CookieSigner("secret")
    old = str(signer._serializer.dumps(["p_anna", "Anna"]))
    assert signer.read(old) == Person("p_anna", "Anna", "first")


def test_what_is_kept_is_shown_and_erased(house: Server) -> None:
    anna, phone = house.person("Anna Geheim"), house.person()
    joins(phone, link=link_of(anna)).raise_for_status()
    anna.http.post("/api/me/phrase").raise_for_status()
    kept = anna.get("/api/me/data")
    assert len(kept["devices"]) == 2
    assert kept["phrase"]
    assert anna.http.delete("/api/me").status_code == 200
    with closing(sqlite3.connect(house.db)) as database:
        left = "\n".join(database.iterdump())
    assert anna.id not in left
    assert "Geheim" not in left
    # A cookie that still exists names the same id, of which nothing is stored: as after any other erasure.
    assert phone.get("/api/me/tables")["tables"] == []


def test_challenges_are_ours_fresh_and_answered_once(tmp_path: object) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:  # type: ignore[arg-type]
            challenges = PasskeyChallenges(b"key", OneTimePasses(house.engine))
            asked = challenges.ask("make p_anna", 1000, 5)
            for purpose, challenge, at, code in [
                ("make p_ben", asked, 1000, "pass_unknown"),
                ("make p_anna", asked[:-1] + bytes([asked[-1] ^ 1]), 1000, "pass_unknown"),
                ("make p_anna", b"", 1000, "pass_unknown"),
                ("make p_anna", asked, 1000 + 5 * 60_000, "pass_expired"),
            ]:
                with pytest.raises(Refused, match=code):
                    await challenges.answered(purpose, challenge, at)
            await challenges.answered("make p_anna", asked, 1000)
            with pytest.raises(Refused, match="pass_used"):
                await challenges.answered("make p_anna", asked, 1000)

    houses.run(go())


def test_devices_that_were_never_seen_again_and_passes_go(tmp_path: object) -> None:
    from ludothek.server.database import retention

    async def go() -> None:
        async with houses.opened(tmp_path) as house:  # type: ignore[arg-type]
            anna = Person("p_anna", "Anna", "d_1")
            await house.register.enter(anna, "")
            await house.passes.make("link", anna.id, now(), 10)
            other: PersonRegister = PersonRegister(
                house.engine, now, lambda person: None
            )  # another process, which hears nothing
            assert await other.recognise(anna) == anna
            later = now() + (retention.DEVICE_DAYS + 1) * retention.DAY
            async with house.engine.begin() as connection:
                await retention.clear_away(connection, later, 0, 0)
            house.register.changed()
            assert await house.register.recognise(anna) is None
            assert await other.recognise(anna) == anna
            other.changed(anna.id)
            assert await other.recognise(anna) is None

    houses.run(go())


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox · Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604.1",
            "Safari · iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
            "Edge · Windows",
        ),
        ("curl/8", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(agent: str, label: str) -> None:
    assert label_of(agent) == label


def test_words_are_words() -> None:
    assert all(
        re.fullmatch(r"[bdfgklmnprst][aeiou][bdfgklmnprst][aeiou]", word) for word in recovery_phrase.WORDS
    )
