"""Boxes that are tried out: how games with other figures begin, and with which module a page plays them."""

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from ludothek.core.registry import find
from ludothek.house.table.refusals import STATUS
from tests.server.serving import Server
from tests.server.test_print import words


def kit(game: str, **figures: Any) -> dict[str, Any]:
    return dict(find(game).kit or {}) | figures


def test_a_kit_begins_as_the_game_itself_would(server: Server) -> None:
    anna = server.person("Anna")
    box = kit("museum", red_fields=5)
    answer = anna.http.post("/api/games/museum/trial", json={"seats": 3, "kit": box}).json()
    [start] = answer["starts"]
    variant = find("museum").variant(3, kit=box)
    assert b64decode(start["kit"]) == variant.kit.to_bytes()
    assert b64decode(start["start"]) == variant.start().to_bytes()
    assert (answer["program"], answer["by_guide"], answer["why"]) == ("tally_by_guide", True, None)
    assert answer["described"]["records"]["state"]["size"] == len(variant.start().to_bytes())
    squid = anna.http.post("/api/games/squid/trial", json={"seats": 3}).json()
    assert (squid["program"], squid["by_guide"]) == ("tally", False)


def test_a_curve_has_the_values_that_the_game_takes(server: Server) -> None:
    anna = server.person("Anna")
    answer = anna.http.post("/api/games/museum/trial", json={"seats": 2, "figure": "red_fields"}).json()
    assert [start["value"] for start in answer["starts"]] == [*range(1, 12)]
    rewards = anna.http.post(
        "/api/games/safehouse/trial", json={"seats": 2, "figure": "rows.3.reward"}
    ).json()
    assert 3 in [start["value"] for start in rewards["starts"]]
    alone = anna.http.post(
        "/api/games/museum/trial?language=de", json={"seats": 2, "figure": "cards.light1"}
    ).json()
    assert len(alone["starts"]) == 1
    assert "20" in alone["why"]


@pytest.mark.parametrize(
    ("game", "wish", "code", "detail"),
    [
        (
            "museum",
            {"seats": 2, "kit": kit("museum", red_fields=0)},
            "bad_kit",
            "red_fields: Hier muss eine ganze Zahl von 1 bis",
        ),
        ("museum", {"seats": 2, "kit": {}}, "bad_kit", "purple_fields"),
        ("museum", {"seats": 9}, "bad_option", "seats, not 9"),
        ("museum", {"seats": 2, "options": {"colour": "red"}}, "bad_option", "colour"),
        (
            "museum",
            {"seats": 2, "figure": "lid"},
            "bad_request",
            "'lid' is no whole number of the kit of museum",
        ),
        ("museum", {"seats": 2, "figure": "blue_die.0"}, "bad_request", "no whole number"),
        ("museum", {"seats": 2, "figure": "strips.fox.99"}, "bad_request", "no whole number"),
        ("museum", {}, "bad_request", "seats"),
        ("torris", {"seats": 2}, "no_trial", ""),
        ("chess", {"seats": 2}, "no_game", ""),
    ],
)
def test_what_cannot_be_tried_is_refused(
    server: Server, game: str, wish: dict[str, Any], code: str, detail: str
) -> None:
    anna = server.person("Anna", "de")
    assert detail in anna.refused(anna.http.post(f"/api/games/{game}/trial", json=wish), code).get(
        "detail", ""
    )


def test_a_game_brings_its_programs(server: Server) -> None:
    anna = server.person("Anna")
    module = anna.http.get("/api/games/squid/module")
    assert module.headers["content-type"] == "application/wasm"
    assert module.content.startswith(b"\0asm")
    anna.refused(anna.http.get("/api/games/torris/module"), "no_trial")
    assert {game["id"] for game in anna.get("/api/games")["games"] if game["has_trial"]} == {
        "museum",
        "safehouse",
        "squid",
    }


def test_a_box_is_printed_before_any_table_has_it(server: Server) -> None:
    anna = server.person("Anna", "en")
    box = kit("safehouse", safehouse=38, lead=15)
    answer = anna.http.post("/api/games/safehouse/print?language=en", json={"kit": box})
    assert answer.headers["content-disposition"] == 'attachment; filename="safehouse-en.pdf"'
    assert "you begin on field 15" in " ".join(words(answer.content).split())
    anna.refused(anna.http.post("/api/games/safehouse/print", json={"kit": box | {"lead": 0}}), "bad_kit")
    anna.refused(anna.http.post("/api/games/squid/print", json={}), "no_print")


def test_to_print_boxes_is_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", tables_per_minute="2") as server:
        anna = server.person("Anna")
        answers = [anna.http.post("/api/games/squid/print", json={}).status_code for _ in range(3)]
    assert answers == [STATUS["no_print"], STATUS["no_print"], STATUS["too_many"]]
