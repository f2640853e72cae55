"""The HTTP interface against its own description, by schemathesis; and what every answer has in common."""

import re
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ludothek.house.settings import Settings
from ludothek.server.app import build
from tests.server.serving import WAIT, Server

INTERFACE = schemathesis.openapi.from_dict(build(Settings(db="sqlite://")).state.reference.document())


def operation_of(found: object) -> Any:
    """The operation that schemathesis has read, or an error where the description is invalid."""
    return cast(Any, found).ok()


OPERATIONS = {operation.label: operation for operation in map(operation_of, INTERFACE.get_all_operations())}


@pytest.mark.parametrize("operation", list(OPERATIONS))
def test_every_operation_keeps_to_its_description(operation: str, server: Server) -> None:
    headers = {"cookie": server.person("Anna").cookie}

    @given(OPERATIONS[operation].as_strategy())
    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    def keeps(case: schemathesis.Case[Any]) -> None:
        # A schema cannot express which names or options are valid: data that fits it may be refused, in the
        # shape described.
        case.call_and_validate(
            base_url=server.address, headers=headers, timeout=WAIT, excluded_checks=[positive_data_acceptance]
        )

    keeps()
    assert httpx.get(f"{server.address}/health").json()["ok"]


def test_there_is_a_description(server: Server) -> None:
    found = httpx.get(f"{server.address}/schema/openapi.json").json()
    assert {"/api/me", "/api/tables", "/api/tables/{table}/do", "/health"} <= set(found["paths"])
    frame = found["components"]["schemas"]["Frame"]["properties"]
    assert {"view", "lines", "moves", "events"} <= set(frame)


def test_the_description_is_rendered_once_and_served_compressed(server: Server) -> None:
    for path in (
        "/schema",
        "/schema/",
        "/schema/openapi.json",
        "/schema/openapi.yaml",
        "/schema/openapi.yml",
    ):
        answer = httpx.get(server.address + path, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200, path
        assert answer.headers["content-encoding"] == "gzip"
        assert (
            httpx.get(server.address + path, headers={"if-none-match": answer.headers["etag"]}).status_code
            == 304
        )
    assert httpx.get(f"{server.address}/schema/nothing").status_code == 404


def test_the_description_is_a_page_that_needs_nothing_from_elsewhere(server: Server) -> None:
    answer = httpx.get(f"{server.address}/schema")
    assert answer.headers["content-type"].startswith("text/html")
    document = httpx.get(f"{server.address}/schema/openapi.json").json()
    assert all(f"<code>{path}</code>" in answer.text for path in document["paths"])
    assert set(re.findall(r'id="(\w+)"', answer.text)) >= set(document["components"]["schemas"])
    links = set(re.findall(r'(?:href|src)="([^"]+)"', answer.text))
    assert {link for link in links if not link.startswith("#")} == {"/", "/schema/openapi.json", "data:,"}
    assert {link.removeprefix("#") for link in links if link.startswith("#")} <= set(
        re.findall(r'id="(\w+)"', answer.text)
    )
    assert "<script" not in answer.text


def test_unknown_addresses(server: Server) -> None:
    anna = server.person("Anna", "de")
    assert anna.refused(anna.http.get("/api/nothing"), "no_page")["error"] == "Diese Adresse gibt es nicht."
    assert anna.http.delete("/api/games").status_code == 405
    anna.refused(anna.http.get("/api/games/nothing"), "no_game")


def test_headers_that_protect(server: Server) -> None:
    for path in ("/", "/api/games", "/health", "/api/nothing"):
        answer = httpx.get(server.address + path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    cookie = httpx.get(f"{server.address}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_the_shelf_in_both_languages(server: Server) -> None:
    anna = server.person("Anna")
    german, english = (
        anna.get("/api/games", language="de")["games"],
        anna.get("/api/games", language="en")["games"],
    )
    assert [game["id"] for game in german] == [game["id"] for game in english]
    poker = next(game for game in german if game["id"] == "number_poker")
    assert (poker["title"], poker["seats"], poker["has_chance"]) == ("Zahlenpoker", [2, 4], False)
    page = anna.get("/api/games/squid", language="en")
    assert page["has_chance"]
    assert page["has_windows"]
    assert set(page["pace"]["properties"]) == {"vote_seconds", "reaction_seconds"}
    assert page["rules"].startswith("#")
    assert page["kit"]["tricks"]
    assert {"phrase": "well_played", "text": "Well played!"} in page["phrases"]
