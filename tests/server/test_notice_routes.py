"""The routes that set up channels for notices, and the abuse that they prevent."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.receivers import Browser, Mailbox, mailbox
from tests.server.serving import Server, Someone


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, box: Mailbox) -> Iterator[Server]:
    settings: dict[str, Any] = {name: str(value) for name, value in box.settings.items()}
    db = tmp_path_factory.mktemp("calls") / "tables.db"
    with Server(db, address="https://games.example.org", mails_per_hour="1000", **settings) as running:
        yield running


def mailed(person: Someone, address: str) -> httpx.Response:
    return person.http.post("/api/me/calls/mail", json={"address": address})


def test_an_address_is_confirmed_before_anything_else_goes_there(house: Server, box: Mailbox) -> None:
    anna = house.person("Anna", "de")
    assert mailed(anna, "anna@example.org").status_code == 201
    [mail] = [mail for mail in box.got if mail["To"] == "anna@example.org"]
    assert mail["Subject"] == "Ist das deine Adresse?"
    token = re.search(r"https://games\.example\.org/confirm#(\S+)", mail.get_content())[1]  # type: ignore[index]
    [way] = anna.get("/api/me/calls")["ways"]
    assert not way["confirmed"]
    anna.refused(anna.http.post(f"/api/me/calls/{way['id']}/try"), "not_confirmed")
    anna.refused(anna.http.post("/api/calls/confirm", json={"token": token[:-1] + "_"}), "pass_unknown")
    mailbox_owner = httpx.post(
        f"{house.address}/api/calls/confirm", json={"token": token}
    )  # in whatever browser the mail is read
    assert mailbox_owner.status_code == 200
    anna.refused(anna.http.post("/api/calls/confirm", json={"token": token}), "pass_used")
    assert anna.get("/api/me/calls")["ways"][0]["confirmed"]

    assert anna.http.post(f"/api/me/calls/{way['id']}/try").status_code == 200
    trial = box.got[-1]
    assert trial["Subject"] == "Es klappt: So ruft dich Ludothek"
    stop = re.search(r"<https://games\.example\.org(\S+)>", trial["List-Unsubscribe"])[1]  # type: ignore[index]
    one_click = httpx.post(
        house.address + stop, content="List-Unsubscribe=One-Click"
    )  # as a mailbox does it: no cookie, no origin
    assert one_click.status_code == 200
    assert anna.get("/api/me/calls")["ways"] == []
    assert anna.get("/api/me/data")["calls"]["ways"] == []


def test_nobody_sends_mail_to_strangers_by_the_dozen(house: Server, box: Mailbox) -> None:
    ben = house.person("Ben")
    said = [mailed(ben, f"victim{number}@example.org").status_code for number in range(4)]
    assert said[3] == 429
    before = len(box.got)
    ben.refused(mailed(ben, "a@b.org, c@d.org"), "bad_mail")
    assert len(box.got) == before


def test_ways_that_will_not_do(house: Server) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    for address, code in [
        ("http://example.org/x", "closed_hook"),
        ("https://127.0.0.1/x", "closed_hook"),
        ("nonsense", "bad_hook"),
    ]:
        anna.refused(anna.http.post("/api/me/calls/hook", json={"address": address}), code)
    anna.refused(
        anna.http.post("/api/me/calls/hook", json={"address": "https://ntfy.sh/x", "form": "fax"}),
        "bad_option",
    )
    anna.refused(
        anna.http.post(
            "/api/me/calls/push", json={"endpoint": "https://push.example.org", "p256dh": "x", "auth": "x"}
        ),
        "bad_subscription",
    )
    push = anna.http.post(
        "/api/me/calls/push", json={"endpoint": "https://push.example.org/1"} | Browser().keys
    )
    [way] = push.json()["ways"]
    assert (way["kind"], way["here"], way["confirmed"]) == ("push", True, True)
    ben.refused(ben.http.delete(f"/api/me/calls/{way['id']}"), "no_way")
    ben.refused(ben.http.post(f"/api/me/calls/{way['id']}/try"), "no_way")
    assert anna.http.delete(f"/api/me/calls/{way['id']}").json()["ways"] == []
    anna.refused(anna.http.post("/api/calls/stop?pass=a.b.c"), "bad_stop")


def test_when_and_for_which_table(house: Server) -> None:
    anna = house.person("Anna")
    table = anna.opens("torris", "mo", patience=72)
    assert anna.frame(table)["patience"] == 72
    wishes = {"on": False, "quiet_from": 1320, "quiet_to": 420, "zone": "Europe/Berlin"}
    said = anna.http.put("/api/me/calls", json=wishes).json()
    assert {name: said[name] for name in wishes} == wishes
    anna.refused(anna.http.put("/api/me/calls", json=wishes | {"zone": "Mars"}), "bad_zone")
    anna.refused(anna.http.put("/api/me/calls", json=wishes | {"quiet_from": 2000}), "bad_request")
    assert anna.get(f"/api/me/tables/{table}/calls") == {"on": True}
    assert anna.http.put(f"/api/me/tables/{table}/calls", json={"on": False}).json() == {"on": False}
    assert anna.get(f"/api/me/tables/{table}/calls") == {"on": False}
    anna.refused(anna.http.put("/api/me/tables/nothing/calls", json={"on": False}), "no_table")
    anna.refused(
        anna.http.post("/api/tables", json={"game": "torris", "seats": [{"kind": "me"}] * 2, "patience": -1}),
        "bad_request",
    )


def test_a_server_without_mail_says_so(server: Server) -> None:
    anna = server.person("Anna", "de")
    assert not anna.get("/api/me/calls")["mail"]
    assert (
        anna.refused(mailed(anna, "anna@example.org"), "no_mail")["error"]
        == "Dieser Server verschickt keine Mail."
    )
