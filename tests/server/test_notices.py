"""Notices to people who are away: sent once, over the chosen channels; then a bot stands in."""

import asyncio
import json
import re
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import structs

from ludothek.house.live.listener import Listener
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import NAME_LENGTH, Person
from ludothek.house.settings import Settings
from ludothek.house.table import stand_in_bots
from ludothek.house.table.refusals import Refused
from ludothek.server.database import retention
from ludothek.server.database.schema import notices
from ludothek.server.home_network import certificate
from ludothek.server.notices import mail as mailing
from ludothek.server.notices import notifier, web_hooks, web_push
from ludothek.server.notices.channels import Channel, NoticePreferences
from ludothek.server.notices.notice_texts import NoticeText
from ludothek.server.notices.notifier import Notifier
from ludothek.server.notices.outbox import PAUSES, TURN, Notice
from ludothek.server.notices.outcomes import NeverDeliverable, Outcome, OutcomeUnknown, RetryLater, TargetGone
from ludothek.server.notices.quiet_hours import QuietHours
from ludothek.server.notices.web_push import Subscription, sealed, unwritten, written
from ludothek.server.run import serve
from ludothek.server.server_house import ServerHouse
from tests.server import houses
from tests.server.receivers import Browser, Mailbox, Receiver, claims, mailbox, receiver
from tests.server.serving import Server

MINUTE, HOUR = 60_000, 3_600_000
ANNA, BEN, CLEO = (Person(f"p_{name.lower()}", name) for name in ("Anna", "Ben", "Cleo"))
MONDAY = int(datetime(2026, 11, 16, 12, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()) * 1000


class Stepped:
    """A fake clock of all tables, which advances only on demand."""

    def __init__(self) -> None:
        self.clock: Any = now.__self__  # type: ignore[attr-defined]
        self.before = dict(vars(self.clock))
        self.set(MONDAY)

    def set(self, milliseconds: int) -> None:
        vars(self.clock).update(
            _of_day=lambda: milliseconds * 10**6, _even=lambda: 0, _at=0, _time=milliseconds * 10**6
        )

    def go_on(self, milliseconds: int) -> None:
        self.set(now() + milliseconds)


@pytest.fixture
def time() -> Iterator[Stepped]:
    stepped = Stepped()
    yield stepped
    vars(stepped.clock).update(stepped.before)


@asynccontextmanager
async def opened(folder: Path, **settings: object) -> AsyncIterator[ServerHouse]:
    given = {
        "time_scale": 1.0,
        "call_hosts": ["127.0.0.1"],
        "address": "https://games.example.org",
    } | settings
    async with houses.opened(folder, **given) as house:
        await house.calling.stop()  # the loop is stopped; the test runs its rounds after it has set the clock
        yield house


async def seated(
    house: ServerHouse, *people: Person, game: str = "five_in_a_row", **wish: object
) -> OpenTable:
    live = await houses.table(house, game, "m" + "o" * (len(people) - 1), people[0], **wish)
    for guest in people[1:]:
        await live.do(guest, houses.actions.JoinAction(id=f"join {guest.id}"), "en")
    await live.do(people[0], houses.actions.StartAction(id="start"), "en")
    return live


async def plays(live: OpenTable, person: Person, rng: Random) -> None:
    """Make all moves that the person is asked for."""
    while person.id in stand_in_bots.awaited_people(live.sitting):
        seat = next(seat for seat in live.sitting.legal_moves if live.sitting.seats[seat].owner == person.id)
        await houses.moves(
            live, person, seat, rng.choice(sorted(live.sitting.legal_moves[seat])), str(rng.random())
        )


async def by_push(house: ServerHouse, person: Person, at: Receiver, browser: Browser) -> None:
    await house.calling.channels.add(
        person.id, "push", at.address(f"/{person.name}"), browser.keys, "de", confirmed=True
    )


async def by_hook(house: ServerHouse, person: Person, at: Receiver, form: str = "json") -> None:
    details = {"form": form, "origin": ""}
    await house.calling.channels.add(
        person.id, "hook", at.address(f"/{person.name}"), details, "en", confirmed=True
    )


def awaited(live: OpenTable) -> Person:
    return next(
        person for person in (ANNA, BEN, CLEO) if person.id in stand_in_bots.awaited_people(live.sitting)
    )


def test_a_week_of_two_people_every_call_once_and_none_to_anybody_else(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        rng, browsers = Random(19), {person.name: Browser() for person in (ANNA, CLEO)}
        with mailbox() as box:
            async with receiver(now) as inbox, opened(tmp_path, **box.settings) as house:
                live, quiet_table = await seated(house, ANNA, BEN), await seated(house, BEN, ANNA)
                other = Notifier(
                    house, house.calling.sending, b"key", now
                )  # as another process on the same database
                for person, browser in ((ANNA, browsers["Anna"]), (CLEO, browsers["Cleo"])):
                    await by_push(house, person, inbox, browser)
                await by_hook(house, BEN, inbox)
                mine = await house.calling.channels.add(
                    ANNA.id, "mail", "anna@example.org", {}, "de", confirmed=False
                )
                await house.calling.channels.confirm(mine.id)
                await house.calling.channels.wish(
                    BEN.id, NoticePreferences(True, QuietHours(22 * 60, 7 * 60, "Europe/Berlin"))
                )
                for person in (ANNA, BEN):
                    await house.calling.channels.hush(person.id, quiet_table.sitting.facts.id, on=False)
                other.channels.reachable = house.calling.channels.reachable

                async def rounds() -> None:
                    for one in (house.calling, other, other):
                        one._changed.add(live.sitting.facts.id)
                    await asyncio.gather(house.calling.round(), other.round())

                expected: list[tuple[str, int]] = []
                begun, turn = now(), 0
                while now() < begun + 7 * 24 * HOUR and live.sitting.phase == "playing":
                    who = awaited(live)
                    question = stand_in_bots.awaited_people(live.sitting)[who.id]
                    turn += 1
                    if turn % 4 == 3:  # quick
                        await rounds()
                        time.go_on(30_000)
                        await rounds()
                    elif turn % 5 == 4:  # has the page open
                        listener = Listener(live, who, "de", 0)
                        live.arrive(listener)
                        for _ in range(3):
                            await rounds()
                            time.go_on(HOUR)
                        live.depart(listener)
                        for _ in range(3):
                            await rounds()
                            time.go_on(HOUR)
                    else:
                        for _ in range(rng.randint(14, 20)):  # every hour of the night too
                            await rounds()
                            time.go_on(HOUR)
                        expected.append((who.name, question))
                    await plays(live, who, rng)
                assert turn > 12
                assert now() >= begun + 7 * 24 * HOUR
                async with house.engine.connect() as connection:
                    states = Counter((await connection.execute(sa.select(notices.c.state))).scalars())
                assert set(states) <= {"sent", "dropped", "waiting"}

        by_name = {name: sum(who == name for who, _ in expected) for name in ("Anna", "Ben")}
        pushed = [browsers["Anna"].read(got.body) for got in inbox.got if got.path == "/Anna"]
        hooked = [json.loads(got.body) for got in inbox.got if got.path == "/Ben"]
        assert len(pushed) == len({said["name"] for said in pushed}) == by_name["Anna"] > 3
        assert len(box.got) == len({mail["Message-ID"] for mail in box.got}) == by_name["Anna"]
        assert len(hooked) == by_name["Ben"] > 3
        assert [got for got in inbox.got if got.path not in ("/Anna", "/Ben")] == []
        table = live.sitting.facts.id
        assert {said["tag"] for said in pushed} == {table} == {said["table"] for said in hooked}
        assert {mail["To"] for mail in box.got} == {"anna@example.org"}
        assert all(said["title"] == "Du bist dran: Fünf gewinnt mit Ben" for said in pushed)
        assert all("Ben" in said["body"] for said in pushed[1:])  # his moves in between
        assert all(said["title"] == "Your turn: Five Wins with Anna" for said in hooked)
        for got in inbox.got:
            hour = datetime.fromtimestamp(got.at / 1000, ZoneInfo("Europe/Berlin")).hour
            assert got.path == "/Anna" or 7 <= hour < 22
            if got.path == "/Anna":
                said = claims(got.headers["authorization"])
                assert said["aud"] == inbox.address("").rstrip("/")
                assert said["sub"] == "mailto:games@example.org"
        assert box.got[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert f"https://games.example.org/t/{table}" in box.got[0].get_content()

    houses.run(go())


def test_the_person_who_does_not_move_is_reminded_then_a_bot_plays_until_they_are_back(
    tmp_path: Path, time: Stepped
) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN, patience=48)
            await by_hook(house, ANNA, inbox)
            await by_hook(house, BEN, inbox)
            await plays(live, ANNA, Random(1)) if awaited(live) == ANNA else None
            assert awaited(live) == BEN

            async def titles(hours: int) -> list[str]:
                time.go_on(hours * HOUR)
                await house.calling.round()
                told, inbox.got = [json.loads(got.body)["title"] for got in inbox.got], []
                return told

            await house.calling.round()
            assert await titles(1) == ["Your turn: Five Wins with Anna"]
            assert await titles(22) == []
            assert await titles(1) == ["Still your turn: Five Wins with Anna"]
            assert await titles(23) == []
            assert not any(table_seat.is_missed for table_seat in live.sitting.seats)
            assert [title.split(":")[0] for title in await titles(1)] == ["A bot plays for you"]
            seat = live.sitting.seats_of(BEN.id)[0]
            assert live.sitting.seats[seat].is_missed
            await houses.until(
                lambda: ANNA.id in stand_in_bots.awaited_people(live.sitting)
            )  # although no page is open
            await house.calling.round()
            assert await titles(1) == ["Your turn: Five Wins with Ben (Bot)"]
            live.arrive(Listener(live, BEN, "en", 0))
            await houses.until(lambda: not live.sitting.seats[seat].level)
            await plays(live, ANNA, Random(2))
            assert awaited(live) == BEN
            assert counted(house, "stand_ins") == 1

    houses.run(go())


def test_what_does_not_arrive_is_tried_again_and_then_given_up_in_words(
    tmp_path: Path, time: Stepped
) -> None:
    from ludothek.server.web.notice_routes import notice_settings

    async def go() -> None:
        async with (
            receiver(now) as inbox,
            opened(
                tmp_path, smtp_host="127.0.0.1", smtp_port=1, smtp_security="none", mail_from="a@b.org"
            ) as house,
        ):
            live = await seated(house, ANNA, BEN)
            who = awaited(live)
            await by_hook(house, who, inbox)
            inbox.answers += [b"HTTP/1.1 503 Later\r\n\r\n", b"HTTP/1.1 429 Slowly\r\n\r\n"]
            mail = await house.calling.channels.add(
                who.id, "mail", "who@example.org", {}, "de", confirmed=True
            )
            house.calling.turned(live)
            time.go_on(2 * MINUTE)
            await house.calling.round()
            for pause in PAUSES:
                assert (await house.calling.channels.get(mail.id)).trouble == ""  # type: ignore[union-attr]
                time.go_on(pause)
                await house.calling.round()
            assert len(inbox.got) == 3  # twice turned away, then taken
            shown = await notice_settings(house, who, "de")
            assert [way.trouble for way in shown.ways] == [
                None,
                "Zuletzt kam mehrmals nichts an: Dort antwortet niemand.",
            ]
            assert counted(house, "notices_failed") == 1
            time.go_on(100 * HOUR)
            await house.calling.round()
            assert len(inbox.got) == 3

    houses.run(go())


def test_a_subscription_that_is_gone_is_forgotten(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN)
            who = awaited(live)
            await by_push(house, who, inbox, Browser())
            inbox.answers = [b"HTTP/1.1 410 Gone\r\n\r\n"]
            house.calling.turned(live)
            time.go_on(2 * MINUTE)
            await house.calling.round()
            assert len(inbox.got) == 1
            assert await house.calling.channels.of(who.id) == []
            assert who.id not in house.calling.channels.reachable

    houses.run(go())


def test_what_a_killed_process_had_claimed_is_never_sent_again(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN)
            who = awaited(live)
            await by_hook(house, who, inbox)
            await house.calling.scan()  # as after a start, when no process has reported the table
            time.go_on(2 * MINUTE)
            assert len(house.calling._changed) == 1
            await house.calling._consider(live.sitting.facts.id)
            [due] = await house.calling.outbox.due(now(), 10)
            claimed = await asyncio.gather(*(house.calling.outbox.claim(due, now()) for _ in range(8)))
            assert sorted(claimed) == [False] * 7 + [True]  # and then it is killed
            await house.calling.round()
            time.go_on(HOUR)
            await house.calling.scan()
            await house.calling.round()
            assert inbox.got == []
            assert counted(house, "notices_unclear") == 1

    houses.run(go())


def test_nobody_is_called_again_by_others_who_move_to_and_fro(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN)
            first, second = (ANNA, BEN) if awaited(live) == ANNA else (BEN, ANNA)
            await by_hook(house, second, inbox)
            for turn in range(3):
                await plays(live, first, Random(turn))
                time.go_on(2 * HOUR)
                await house.calling.round()
                seat = live.sitting.seats_of(first.id)[0]
                held: dict[str, Any] = {
                    "seat": seat,
                    "token": live.sitting.seats[seat].token,
                    "version": live.sitting.version,
                }
                await live.do(first, houses.actions.TakeBackAction(id=f"back {turn}", **held), "en")
            assert len(inbox.got) == 1

    houses.run(go())


def test_a_table_for_which_nobody_can_be_called_keeps_no_other_waiting(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            broken, live = await seated(house, ANNA, CLEO), await seated(house, ANNA, BEN)
            broken.sitting.facts = structs.replace(
                broken.sitting.facts, patience=10**18
            )  # hours that no database can write
            await by_hook(house, awaited(live), inbox)
            house.calling._changed |= {one.sitting.facts.id for one in (broken, live)}
            time.go_on(2 * HOUR)
            await house.calling.round()
            assert live.sitting.facts.id in [json.loads(got.body)["table"] for got in inbox.got]

    houses.run(go())


def test_one_click_ends_it_and_what_is_kept_is_erased(tmp_path: Path, time: Stepped) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN)
            await by_hook(house, ANNA, inbox)
            await by_hook(house, BEN, inbox)
            table, [way] = live.sitting.facts.id, await house.calling.channels.of(ANNA.id)
            for wrong in (
                "",
                "a.b.c",
                house.calling.stop_pass(way.id)[:-1],
                house.calling.stop_pass(way.id).replace(".", f".{table}", 1),
            ):
                with pytest.raises(Refused, match="bad_stop"):
                    await house.calling.end_by(wrong)
            assert await house.calling.end_by(house.calling.stop_pass(way.id, table)) == table
            assert await house.calling.channels.hushed_of(ANNA.id) == {table}
            assert await house.calling.end_by(house.calling.stop_pass(way.id)) == ""
            assert await house.calling.channels.of(ANNA.id) == []
            await house.calling.end_by(house.calling.stop_pass(way.id))  # a second click changes nothing
            house.calling.turned(live)
            time.go_on(HOUR)
            await house.calling.round()
            assert {got.path for got in inbox.got} <= {"/Ben"}
            await house.forget_person(BEN, "en")
            async with house.engine.connect() as connection:
                for column in retention.OF_A_PERSON:
                    assert (
                        await connection.execute(sa.select(column).where(column == BEN.id))
                    ).first() is None, column
            assert BEN.id not in house.calling.channels.reachable

    houses.run(go())


def test_a_browser_belongs_to_the_person_who_was_last_there(tmp_path: Path) -> None:
    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            add, keys = house.calling.channels.add, Browser().keys
            await add(ANNA.id, "push", inbox.address(), keys, "de", confirmed=True, device="d_1")
            await add(BEN.id, "push", inbox.address(), keys, "de", confirmed=True, device="d_1")
            assert await house.calling.channels.of(ANNA.id) == []
            assert house.calling.channels.reachable == {BEN.id}
            ben = Person(BEN.id, "Ben", "d_1")
            await house.register.enter(ben, "")
            phone = await house.register.add_device(ben.id, "")
            await house.sign_out(phone, "d_1")
            assert house.calling.channels.reachable == set()
            for number in range(3):
                await add(ANNA.id, "hook", inbox.address(f"/{number}"), {}, "de", confirmed=True)
            with pytest.raises(Refused, match="too_many_ways"):
                await add(ANNA.id, "hook", inbox.address("/4"), {}, "de", confirmed=True)

    houses.run(go())


def test_sealed_as_the_standard_says() -> None:
    """The example of RFC 8291, appendix A."""
    to = Subscription.read(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = ec.derive_private_key(
        int.from_bytes(unwritten("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    made = sealed(b"When I grow up, I want to be a watermelon", to, own, unwritten("DGv6ra1nlYgDCS1FRnbzlw"))
    assert written(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4M"
        "qgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), ("AAAA", "AAAA"), (Browser().keys["p256dh"], "AAAA"), ("ü" * 87, "AAAA")],
    ids=["nothing", "too short", "half a secret", "other letters"],
)
def test_a_subscription_that_is_none(p256dh: str, auth: str) -> None:
    with pytest.raises(Refused, match="bad_subscription"):
        Subscription.read("https://push.example.net", p256dh, auth)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/", "https://127.0.0.1/", "https://10.1.2.3:8123/x", "https://[::1]/", "https://169.254.169.254/latest", "https://localhost/",
        "https://printer.local/", "https://intranet/", "https://[::ffff:10.0.0.1]/", "https://0/", "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/", "https://[fec0::1]/", "https://224.0.0.1/", "https://[::127.0.0.1]/", "https://100.64.0.1/",
    ],
)  # fmt: skip
def test_nobody_reaches_what_lies_behind_the_server(address: str) -> None:
    with pytest.raises(Refused, match=r"closed_hook|bad_hook"):
        web_hooks.place(address, [])
    web_hooks.place("https://ntfy.sh/topic?x=1", [])
    web_hooks.place("https://[64:ff9b::808:808]/", [])  # a host of IPv4 as a gateway shows it
    web_hooks.place("http://ha.local:8123/api/webhook/x", ["ha.local:8123"])


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ftp://example.org",
        "https://",
        "https://a@example.org/",
        "https://example.org/\r\nx: y",
        "https://ex ample.org/",
        "https://example.org:99999/",
        "https://example..org/",
        "https://.example.org/",
        "https://example.org../",
        f"https://{'a' * 64}.org/",
    ],
)
def test_no_address_at_all(address: str) -> None:
    with pytest.raises(Refused, match="bad_hook"):
        web_hooks.place(address, ["example.org"])


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (b"HTTP/1.1 302 Found\r\nlocation: /x\r\n\r\n", NeverDeliverable),
        (b"HTTP/1.1 404 No\r\n\r\n", TargetGone), (b"HTTP/1.1 500 Oh\r\n\r\n", RetryLater),
        (b"HTTP/1.1 401 No\r\n\r\n", NeverDeliverable),
        (b"hello\r\n\r\n", OutcomeUnknown), (b"", OutcomeUnknown), (b"x" * 100_000, OutcomeUnknown),
        (b"HTTP/1.1 " + b"9" * 5000 + b"\r\n\r\n", OutcomeUnknown), (b"HTTP/1.1 2000\r\n\r\n", OutcomeUnknown),
        (b"HTTP/1.1 \xb2\xb2\xb2\r\n\r\n", OutcomeUnknown),
    ],
)  # fmt: skip
def test_whatever_the_other_side_answers_is_one_of_few_outcomes(
    answer: bytes, outcome: type[Outcome]
) -> None:
    async def go() -> None:
        async with receiver(now) as inbox:
            inbox.answers = [answer]
            with pytest.raises(outcome) as raised:
                await web_hooks.post(inbox.address(), b"{}", {}, ["127.0.0.1"])
            assert type(raised.value) is outcome
            assert len(inbox.got) == 1  # no redirect is followed

    houses.run(go())


def test_who_cannot_be_reached_and_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.read()
        finally:
            writer.close()

    async def go() -> None:
        monkeypatch.setattr(web_hooks, "WITHIN", 0.3)
        async with receiver(now) as inbox:
            gone = inbox.address()
        with pytest.raises(RetryLater):
            await web_hooks.post(gone, b"{}", {}, ["127.0.0.1"])
        async with await asyncio.start_server(silent, "127.0.0.1", inbox.port):
            with pytest.raises(OutcomeUnknown):
                await web_hooks.post(gone, b"{}", {}, ["127.0.0.1"])

        with pytest.raises(RetryLater, match="a moment ago"):  # it is not contacted again at once
            await web_hooks.post(gone, b"{}", {}, ["127.0.0.1"])
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("10.0.0.7", 443))])
        with pytest.raises(
            NeverDeliverable, match="open internet"
        ):  # a name of the open internet that leads inside
            await web_hooks.post("https://rebound.example.org/", b"{}", {}, [])

    houses.run(go())


def test_a_post_goes_to_the_checked_address_and_is_sealed_for_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = certificate.load_or_create(tmp_path, [])
    sealed = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    sealed.load_cert_chain(made.chain, made.key)
    trusting = ssl.create_default_context(cafile=made.authority)
    monkeypatch.setattr(web_hooks, "_trusted", lambda: trusting)
    looked_up = list[str]()

    def look_up(host: str, port: int, **_: object) -> list[Any]:
        looked_up.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", port))]

    async def go() -> None:
        inbox = Receiver(now)
        async with await asyncio.start_server(inbox.serve, "127.0.0.1", inbox.port, ssl=sealed):
            monkeypatch.setattr(web_hooks.socket, "getaddrinfo", look_up)  # type: ignore[attr-defined]
            await web_hooks.post(f"https://localhost:{inbox.port}/x?y=1", b"{}", {}, ["localhost"])
            with pytest.raises(RetryLater):  # the certificate is for another name
                await web_hooks.post(f"https://other.local:{inbox.port}/", b"{}", {}, ["other.local"])
        assert [(got.path, got.headers["host"]) for got in inbox.got] == [
            ("/x?y=1", f"localhost:{inbox.port}")
        ]
        assert looked_up == [
            "localhost",
            "other.local",
        ]  # once for each: nothing is looked up between check and connection

    houses.run(go())


def counted(house: ServerHouse, name: str) -> float | None:
    return house.measures.registry.get_sample_value(f"ludothek_{name}_total")


@asynccontextmanager
async def never_answering() -> AsyncIterator[int]:
    """Yield the port of a server that accepts connections and never answers."""
    over = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await over.wait()
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1") as server:
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            over.set()


@pytest.mark.parametrize("slow", ["hook", "push", "mail"])
def test_nobody_waits_for_a_call_behind_those_who_never_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    """Many notices to hosts or mail servers that never answer; then one to a host known to be quick."""

    async def go() -> None:
        for module in (web_hooks, mailing):
            monkeypatch.setattr(module, "WITHIN", 3600.0)
        monkeypatch.setattr(notifier, "TICK", 0.05)
        async with AsyncExitStack() as stack:
            silent = await stack.enter_async_context(never_answering())
            inbox = await stack.enter_async_context(receiver(now))
            mails = {
                "smtp_host": "127.0.0.1",
                "smtp_port": silent,
                "smtp_security": "none",
                "mail_from": "games@example.org",
            }
            house = await stack.enter_async_context(opened(tmp_path, call_after=0, **mails))
            await web_hooks.post(inbox.address("/first"), b"{}", {}, ["127.0.0.1"])
            await by_hook(house, ANNA, inbox)
            for number in range(30):
                other = Person(f"p_other{number}", "Other")
                if slow == "mail":
                    address, details = f"other{number}@example.org", {}
                else:
                    address = f"http://127.0.0.1:{silent}/{number}"
                    details = Browser().keys if slow == "push" else {"form": "json", "origin": ""}
                await house.calling.channels.add(other.id, slow, address, details, "en", confirmed=True)
                await seated(house, other, Person("p_nobody", "Nobody"), game="torris")
            await seated(house, ANNA, Person("p_nobody", "Nobody"), game="torris")
            house.calling._ends.clear()
            await house.calling.start()
            await houses.until(
                lambda: len(inbox.got) == 2 and counted(house, "notices_sent") == 1
            )  # the others are waited for still

    houses.run(go())


def test_hosts_that_may_be_of_one_wait_behind_each_other() -> None:
    lanes = set[tuple[str, str]]()
    for number in range(9):
        addresses = (
            f"https://h{number}.evil.example/x",
            f"https://[2001:db8:1:2::{number}]/x",
            f"https://192.0.2.7:44{number}/",
        )
        for address in addresses:
            channel = Channel(
                "c", "p", "hook", address, {}, "en", confirmed=True, failed=0, trouble="", device="", made=0
            )
            lanes.add(notifier._lane(Notice("t", f"p_{number}", 1, TURN, "c", 0), channel))
    assert lanes == {("slow", "evil.example"), ("slow", "2001:0db8:0001:0002"), ("slow", "192.0.2.7")}


@pytest.mark.parametrize("address", ["https://[", "https://example.org:99999/"])
def test_an_address_that_cannot_be_read_keeps_no_other_notice_from_its_lane(address: str) -> None:
    channel = Channel(
        "c", "p", "hook", address, {}, "en", confirmed=True, failed=0, trouble="", device="", made=0
    )
    assert notifier._lane(Notice("t", "p", 1, TURN, "c", 0), channel) == ("here", "p")


def serve_with_endless_patience(**settings: Any) -> None:
    mailing.WITHIN = 3600.0
    serve(**settings)


def test_a_server_stops_the_person_who_it_waits_for(tmp_path: Path) -> None:
    """With a mail server that never answers, and a request that waits for the confirmation mail."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mails: dict[str, Any] = {
            "smtp_host": "127.0.0.1",
            "smtp_port": str(silent.getsockname()[1]),
            "smtp_security": "none",
        }
        server = Server(
            tmp_path / "tables.db",
            mail_from="games@example.org",
            address="https://games.example.org",
            **mails,
        )
        server.target = serve_with_endless_patience
        with server, ThreadPoolExecutor(1) as asking:
            anna = server.person("Anna")
            asked = asking.submit(anna.http.post, "/api/me/calls/mail", json={"address": "anna@example.org"})
            with silent.accept()[0]:
                assert server.stop() == 0
                assert (
                    isinstance(asked.exception(), httpx.TransportError) or asked.result().status_code >= 500
                )


def test_a_long_call_fits_into_a_push_whatever_others_are_called(tmp_path: Path) -> None:
    """A push service takes 4096 bytes; long names of other people must not make a notice fail."""

    async def go() -> None:
        async with receiver(now) as inbox, opened(tmp_path) as house:
            browser, name = Browser(), "🦊" * NAME_LENGTH
            await by_push(house, ANNA, inbox, browser)
            (channel,) = await house.calling.channels.of(ANNA.id)
            for lines in (["Anna moves."], [f'"{name}" takes two from "{name}".'] * 6, [name * 300]):
                said = NoticeText(", ".join([name] * 5), lines, "x" * 22)
                await house.calling.sending.send(channel, said, "n" * 32, ("s" * 70, "t" * 70))
                body = inbox.got[-1].body
                assert len(body) <= web_push.RECORD
                told = browser.read(body)
                assert told["title"] == said.title
                assert said.text.startswith(told["body"])
                assert told["body"] == said.text or len(body) > web_push.RECORD - 10, (
                    "no more was left out than had to be"
                )

    houses.run(go())


def test_a_link_that_ends_calls_for_a_table_that_is_gone(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as house:
            live = await seated(house, ANNA, BEN)
            table = live.sitting.facts.id
            mine = await house.calling.channels.add(
                ANNA.id, "mail", "anna@example.org", {}, "de", confirmed=True
            )
            house.drop_table(table)
            async with house.engine.begin() as connection:
                await retention.remove(connection, {table})
            assert await house.calling.end_by(house.calling.stop_pass(mine.id, table)) == table

    houses.run(go())


def test_mail_that_is_turned_down(tmp_path: Path) -> None:
    async def go(box: Mailbox) -> None:
        async with opened(tmp_path, **box.settings) as house:
            mails = house.calling.sending.mailing
            await mails.send(
                "anna@example.org", "Grüße\r\nBcc: all@example.org", "Text mit Umläuten", "1", {}
            )
            assert box.got[0]["Subject"] == "Grüße Bcc: all@example.org"
            assert box.got[0]["Bcc"] is None
            for refusal, outcome in (("550 nobody", NeverDeliverable), ("451 later", RetryLater)):
                box.refusal = refusal
                with pytest.raises(outcome):
                    await mails.send("anna@example.org", "x", "y", "2", {})

    with mailbox() as box:
        houses.run(go(box))


def test_nobody_writes_into_the_head_of_a_mail_nor_ends_it(tmp_path: Path) -> None:
    """Any line ending in a title; and in the text a line with only a dot, which ends a mail in SMTP."""

    async def go(box: Mailbox) -> None:
        async with opened(tmp_path, **box.settings) as house:
            for end in ("\r\n", "\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"):
                said = NoticeText(
                    f"Ä{end}Bcc: all@example.org{end}{end}Text",
                    ["ä", ".", "..", "RCPT TO:<all@example.org>"],
                    "",
                )
                channel = await house.calling.channels.add(
                    ANNA.id, "mail", "anna@example.org", {}, "en", confirmed=True
                )
                await house.calling.sending.send(channel, said, "n", ("s", "t"))
                mail = box.got.pop()
                assert mail["Subject"] == "Ä Bcc: all@example.org Text"
                assert (mail["Bcc"], mail["To"]) == (None, "anna@example.org")
                assert mail.get_content().splitlines()[:4] == said.lines
            assert box.got == []

    with mailbox() as box:
        houses.run(go(box))


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_mail_goes_sealed_to_a_server_that_wants_a_password(
    security: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = certificate.load_or_create(tmp_path, [])

    async def send(**settings: Any) -> None:
        mails = mailing.Mailer(Settings(address="https://games.example.org", **box.settings | settings))
        await mails.send("anna@example.org", "Du bist dran", "Zug um Zug", "1", {})

    with mailbox(security, made, password="geheim") as box:
        monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
        houses.run(send())
        with pytest.raises(RetryLater, match="535"):  # the operator's to mend: no reason to give Anna up
            houses.run(send(smtp_password="falsch"))
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(RetryLater, match="SSLCertVerificationError"):
            houses.run(send())
    assert [mail["Subject"] for mail in box.got] == ["Du bist dran"]


def test_a_mail_server_that_cannot_seal_is_told_nothing() -> None:
    with mailbox() as box:
        mails = mailing.Mailer(
            Settings(address="https://games.example.org", **box.settings | {"smtp_security": "starttls"})
        )
        with pytest.raises(RetryLater, match="NotSupported"):
            houses.run(mails.send("anna@example.org", "x", "y", "1", {}))
    assert box.got == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "anna",
        "anna@",
        "@x.org",
        "a@b",
        "a@b.org,c@d.org",
        "a@b.org\r\nBcc: c@d.org",
        "a b@c.org",
        "ä@b.org",
        "<a@b.org>",
    ],
)
def test_no_mail_address(address: str) -> None:
    with pytest.raises(Refused, match="bad_mail"):
        mailing.checked(address)
    assert mailing.checked(" Anna.B@Example.ORG ") == "Anna.B@example.org"


@pytest.mark.parametrize(
    ("local", "awake"),
    [("2026-11-16T21:59", "2026-11-16T21:59"), ("2026-11-16T22:00", "2026-11-17T07:00"), ("2026-11-17T06:59", "2026-11-17T07:00"),
     ("2026-11-17T07:00", "2026-11-17T07:00"),
     ("2026-03-29T00:30", "2026-03-29T07:00"), ("2026-10-25T00:30", "2026-10-25T07:00")],
)  # fmt: skip
def test_quiet_hours_go_by_the_clock_on_the_wall(local: str, awake: str) -> None:
    berlin = ZoneInfo("Europe/Berlin")

    def at(text: str) -> int:
        return round(datetime.fromisoformat(text).replace(tzinfo=berlin).timestamp() * 1000)

    assert QuietHours(22 * 60, 7 * 60, "Europe/Berlin").awake_at(at(local)) == at(awake)


def test_quiet_hours_that_are_none() -> None:
    noon = MONDAY
    assert QuietHours(0, 0, "UTC").awake_at(noon) == noon
    for begins, ends, zone in (
        (-1, 5, "UTC"),
        (0, 1440, "UTC"),
        (1, 2, "Mars/Olympus"),
        (1, 2, "../etc/passwd"),
    ):
        with pytest.raises(Refused, match=r"bad_hours|bad_zone"):
            QuietHours(begins, ends, zone)


def test_a_notice_is_named_by_what_it_is_about() -> None:
    about = {"table": "t", "person": "p", "question": 3, "kind": TURN, "channel": "c"}
    named = {Notice(**about | {"due": due}).id for due in (1, 2)}  # type: ignore[arg-type]
    assert len(named) == 1
    others = {Notice(**about | {name: "x" if name != "question" else 4, "due": 1}).id for name in about}  # type: ignore[arg-type]
    assert len(others | named) == 6
    assert re.fullmatch(r"[0-9a-f]{32}", named.pop())  # a Topic of Web Push has 32 letters at most


def test_pauses_grow() -> None:
    assert sorted(PAUSES) == PAUSES
    assert notifier.PAGE_LASTS > 2 * notifier.TICK * 1000
    assert web_push.RECORD == 4096
