"""Kits over HTTP: checked by the game, read from files, and exported as files that the terminal reads."""

import json
import tomllib

import pytest

from ludothek.core.registry import find, game_ids
from ludothek.house.catalogue.kit_files import written
from tests.server.serving import Server

SQUID = find("squid").kit or {}
KITS = [game for game in game_ids() if find(game).kit is not None]


def source(game: str) -> str:
    return find(game).kit_source or ""


@pytest.mark.parametrize("game", KITS)
def test_a_kit_comes_back_as_a_file_with_the_same_figures(server: Server, game: str) -> None:
    anna, shipped = server.person("Anna"), find(game)
    for wish in (
        {"source": shipped.kit_source},
        {"source": json.dumps(shipped.kit)},
        {"kit": shipped.kit},
        {},
    ):
        answer = anna.http.post(f"/api/games/{game}/kit", json=wish)
        assert answer.status_code == 200, answer.text
        assert answer.json()["kit"] == shipped.kit
        assert tomllib.loads(answer.json()["source"]) == shipped.kit


def test_what_needs_quotes_is_quoted() -> None:
    figures = {"a b": ["ä", 'say "x"'], "rows": [{"kind": "x", "n": 1}], "group": {"-1": 2, "": 3}}
    assert tomllib.loads(written(figures)) == figures


@pytest.mark.parametrize(
    ("game", "wish", "names"),
    [
        (
            "squid",
            {"kit": {"guard_actions": {"pow": 11, "empty": 4, "trick": 6}, "tricks": SQUID["tricks"]}},
            "guard_actions",
        ),
        ("squid", {"source": "[guard_actions"}, "TOML"),
        ("squid", {"source": "[" * 5000}, "TOML"),
        ("squid", {"source": "{" * 5000}, "JSON"),
        ("museum", {"source": source("museum").replace("tiles = 11", "tiles = 12")}, "tiles"),
        ("safehouse", {"source": source("safehouse").replace("lead = 16", "lead = 0")}, "lead"),
        ("torris", {}, "torris"),
    ],
)
def test_a_bad_kit_is_refused_by_the_name_of_its_figure(
    server: Server, game: str, wish: dict[str, object], names: str
) -> None:
    anna = server.person("Anna")
    assert names in anna.refused(anna.http.post(f"/api/games/{game}/kit", json=wish), "bad_kit")["detail"]


@pytest.mark.parametrize(
    ("language", "why"),
    [("de", "Hier muss eine ganze Zahl von 1 bis 39 stehen, nicht 0."), ("en", "expected a whole")],
)
def test_the_reason_is_said_in_the_language_of_the_person_who_asks(
    server: Server, language: str, why: str
) -> None:
    anna, kit = server.person("Anna"), dict(find("safehouse").kit or {}) | {"lead": 0}
    checked = anna.http.post(f"/api/games/safehouse/kit?language={language}", json={"kit": kit})
    opened = anna.http.post(
        "/api/tables",
        json={"game": "safehouse", "seats": [{"kind": "me"}], "kit": kit},
        headers={"accept-language": language},
    )
    for answer in (checked, opened):
        assert anna.refused(answer, "bad_kit")["detail"].startswith(f"lead: {why}")


def test_a_table_is_opened_with_a_kit(server: Server) -> None:
    anna, kit = server.person("Anna"), dict(find("safehouse").kit or {}) | {"lead": 20}
    table = anna.opens("safehouse", "m", kit=kit)
    assert anna.get(f"/api/tables/{table}")["kit"]["lead"] == 20


def test_there_is_no_kit_for_a_game_that_does_not_exist(server: Server) -> None:
    anna = server.person("Anna")
    anna.refused(anna.http.post("/api/games/nothing/kit", json={}), "no_game")
