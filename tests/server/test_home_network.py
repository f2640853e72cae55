"""Access from the home network: only after a person at the server's machine allows it."""

import datetime
import io
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import ifaddr
import pytest
from cryptography import x509

from ludothek.house.settings import Settings
from ludothek.server.home_network import certificate, lan_addresses
from ludothek.server.home_network.lan_access import LanAccess
from ludothek.server.home_network.lan_addresses import at_home, is_this_machine
from ludothek.server.home_network.lan_prompt import LanPrompt
from tests.server.serving import Server

# Stands for another machine: a server that listens only at 127.0.0.1 is unreachable here
PHONE = "127.0.0.2"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "tables.db", door="true", home_addresses=[PHONE, "127.0.0.3"]) as running:  # type: ignore[arg-type]
        yield running


def opens(server: Server, address: str, **headers: str) -> httpx.Response:
    return httpx.post(f"{server.address}/api/door", json={"address": address}, headers=headers)


def test_others_are_let_in_where_somebody_at_the_machine_says_so_and_nowhere_else(server: Server) -> None:
    wanted, other = f"http://{PHONE}:{server.port}", f"http://127.0.0.3:{server.port}"
    shut = httpx.get(f"{server.address}/api/door").json()
    assert shut == {"addresses": [], "candidates": [wanted, other], "may_open": True}
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{wanted}/health")
    assert opens(server, wanted, origin=server.address).json()["addresses"] == [wanted]
    assert opens(server, wanted).json()["addresses"] == [wanted]  # twice is once
    assert httpx.get(f"{wanted}/health").status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{other}/health")
    anna = server.person("Anna")
    table = anna.opens("number_poker", "mo")
    with httpx.Client(base_url=wanted) as phone:  # a guest joins by the address of the invitation
        phone.get("/api/me")
        joined = phone.post(
            f"/api/tables/{table}/do",
            json={"do": "join", "id": "1", "name": "Ben"},
            headers={"origin": wanted},
        )
        assert joined.json()["seat"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},  # a name of others that leads to this machine
        {"host": f"{PHONE}.evil.example"},
        {"origin": "http://evil.example"},
        {"x-forwarded-for": "192.168.1.7"},  # through a proxy on this machine
        {"forwarded": "for=192.168.1.7"},
    ],
)
def test_nobody_else_opens_the_door(server: Server, headers: dict[str, str]) -> None:
    wanted = f"http://{PHONE}:{server.port}"
    refused = opens(server, wanted, **headers)
    assert refused.status_code == 403
    assert refused.json()["code"] in ("not_here", "origin")
    seen = httpx.get(f"{server.address}/api/door", headers=headers).json()
    assert seen["candidates"] == [] or "origin" in headers  # nor do they learn the addresses of the house
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{wanted}/health")


def test_only_an_address_of_this_machine_at_home(server: Server) -> None:
    for address in ("http://0.0.0.0:1", f"http://192.0.2.9:{server.port}", "", "http://["):
        assert opens(server, address).json()["code"] == "no_address"


def test_a_server_for_others_has_no_door_to_open(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", home_addresses=[PHONE]) as server:  # type: ignore[arg-type]
        assert httpx.get(f"{server.address}/api/door").json() == {
            "addresses": [],
            "candidates": [],
            "may_open": False,
        }
        assert opens(server, f"http://{PHONE}:{server.port}").json()["code"] == "not_here"


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"host": "0.0.0.0"}, ["http://192.168.1.5:8000", "http://10.0.0.5:8000"]),
        ({"host": "192.168.1.5"}, ["http://192.168.1.5:8000"]),
        ({"host": "0.0.0.0", "address": "https://games.example.org/"}, ["https://games.example.org"]),
        ({"host": "127.0.0.1"}, []),
        ({"host": "localhost", "https": True}, []),
    ],
)
def test_what_an_invitation_can_say(settings: dict[str, object], shown: list[str]) -> None:
    door = LanAccess(Settings(home_addresses=["192.168.1.5", "10.0.0.5"], **settings))  # type: ignore[arg-type]
    assert door.addresses == shown


def test_addresses_at_home_are_those_of_this_machine_and_private(monkeypatch: pytest.MonkeyPatch) -> None:
    class Adapter:
        def __init__(self, name: str, *ips: object) -> None:
            self.name, self.ips = name, [type("IP", (), {"ip": ip}) for ip in ips]

    adapters = [
        Adapter("lo", "127.0.0.1", ("::1", 0, 0)),
        Adapter("docker0", "172.17.0.1"),
        Adapter("tailscale0", "100.101.102.103"),
        Adapter("eth0", "203.0.113.7", "169.254.3.4"),
        Adapter("wlan0", "192.168.178.23", ("fe80::1", 0, 3)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(lan_addresses, "_outward", lambda: "192.168.178.23")
    assert at_home() == ["192.168.178.23", "100.101.102.103", "172.17.0.1"]
    monkeypatch.undo()
    assert all(not is_this_machine(address) for address in at_home())  # and whatever this machine really has


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_answer_at_the_terminal_opens_the_door(language: str) -> None:
    door, opened, done = (
        LanAccess(Settings(door=True, home_addresses=["192.168.1.5", "10.0.0.5"])),
        list[str](),
        threading.Event(),
    )
    paper = io.StringIO()
    step = LanPrompt(door, language, io.StringIO("\n7\nwhat?\n2\n"), paper)

    def open_door(address: str) -> None:
        opened.append(address)
        step.show(address)
        done.set()

    step.attend(open_door)
    assert done.wait(30)
    assert opened == ["http://10.0.0.5:8000"]
    said = paper.getvalue()
    assert "http://127.0.0.1:8000" in said.splitlines()[0]
    assert "1  http://192.168.1.5:8000" in said
    assert "█" in said or "▄" in said  # the code
    assert "--https" in said


def test_a_certificate_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    first = certificate.load_or_create(folder, ["192.168.1.5"])
    assert {file.name: oct(file.stat().st_mode)[-2:] for file in folder.glob("*.key")} == {
        "server.key": "00",
        "authority.key": "00",
    }
    chain, authority = first.chain.read_bytes(), first.authority.read_bytes()
    assert certificate.load_or_create(folder, ["192.168.1.5"]).chain.read_bytes() == chain  # reused
    again = certificate.load_or_create(
        folder, ["192.168.1.9"]
    )  # another address: another certificate, the same authority
    assert again.chain.read_bytes() != chain
    assert again.authority.read_bytes() == authority
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=certificate.DAYS - 10)
    assert certificate.load_or_create(folder, ["192.168.1.9"], later).authority.read_bytes() == authority
    constraints = (
        x509.load_pem_x509_certificate(authority)
        .extensions.get_extension_for_class(x509.NameConstraints)
        .value
    )
    assert all("203.0.113" not in str(net.value) for net in constraints.permitted_subtrees or [])


def test_https_by_that_certificate_is_trusted_by_the_person_who_trusts_its_authority(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    own = certificate.load_or_create(kept, [PHONE])
    trusting = ssl.create_default_context(cafile=str(own.authority))
    settings = {"door": "true", "https": "true", "certificates": str(kept), "home_addresses": [PHONE]}
    with Server(tmp_path / "tables.db", trusting=trusting, **settings) as server:  # type: ignore[arg-type]
        assert (
            httpx.post(
                f"{server.address}/api/door",
                json={"address": f"https://{PHONE}:{server.port}"},
                verify=trusting,
            ).status_code
            == 200
        )
        with httpx.Client(base_url=f"https://{PHONE}:{server.port}", verify=trusting) as phone:
            assert phone.get("/certificate").content == own.authority.read_bytes()
            assert "secure" in phone.get("/api/me").headers["set-cookie"].lower()
        with pytest.raises(httpx.ConnectError):  # no other authority has signed the certificate
            httpx.get(f"https://{PHONE}:{server.port}/health")
