"""A game that is over, looked at again: in the background, kept, never while it goes on; and tried again from a moment of it."""

import random
import time
from typing import Any

import pytest

from tests.server.serving import Server, Someone


def finished(person: Someone, game: str = "number_poker", seats: str = "mb", seed: int = 4) -> str:
    table = person.opens(game, seats, clock=False)
    with person.watches(table) as line:
        line.plays_on(random.Random(seed))
    return table


def posted(person: Someone, table: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = person.http.post(f"/api/tables/{table}/{what}", json=body)
    assert answer.status_code < 300, answer.text
    done: dict[str, Any] = answer.json()
    return done


def review_of(person: Someone, table: str, **wanted: Any) -> dict[str, Any]:
    posted(person, table, "review", {})
    for _ in range(600):
        review: dict[str, Any] = person.get(f"/api/tables/{table}/review", **wanted)
        if review["part"] == 1:
            return review
        time.sleep(0.1)
    raise AssertionError(review["part"])


def test_a_game_is_looked_at_again_and_that_is_kept(server: Server) -> None:
    anna, ben = server.person("Anna", "de"), server.person("Ben")
    table = finished(anna)
    nothing_yet = {"curve": [], "left": [], "balances": [], "moments": [], "decisions": [], "readable": []}
    assert ben.get(f"/api/tables/{table}/review") == {"part": -1} | nothing_yet
    review = review_of(anna, table, language="de")
    record = anna.get(f"/api/tables/{table}/record")
    assert len(review["curve"]) == len(record["moves"]) + 1
    for side, balance in enumerate(review["balances"]):
        assert balance["result"] - balance["start"] == pytest.approx(balance["luck"] + balance["own"] + balance["others"], abs=3e-4)
        assert review["curve"][-1][side] == balance["result"]
    assert {decision["seat"] for decision in review["decisions"]} == {0, 1}
    assert [found["seat"] for found in review["readable"]] == [0, 1]
    assert all("vorhersehen" in found["text"] for found in review["readable"])
    english = ben.get(f"/api/tables/{table}/review", language="en")  # whoever has the link, in their own language
    assert english["curve"] == review["curve"]
    assert english["decisions"][0]["made"] != review["decisions"][0]["made"]


def test_a_running_game_is_never_looked_at(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mb", clock=False)
    for person in (anna, ben):
        person.refused(person.http.get(f"/api/tables/{table}/review"), "not_over")
        person.refused(person.http.post(f"/api/tables/{table}/review", json={}), "not_over")
        person.refused(person.http.post(f"/api/tables/{table}/try", json={"moves": 0}), "not_over")


def test_a_game_is_tried_again_from_a_moment_of_it(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = finished(anna, "squid")
    record = anna.get(f"/api/tables/{table}/record")
    mine = next(number for number, (seat, _) in enumerate(record["moves"]) if seat == 0 and number > 8)
    new = posted(anna, table, "try", {"moves": mine})["id"]
    info = anna.get(f"/api/tables/{new}")
    assert (info["name"], [seat["kind"] for seat in info["seats"]]) == (f"Again from move {mine}", ["person", "bot"])
    assert anna.frame(new)["to_act"] != []
    assert anna.get(f"/api/tables/{table}/record") == record  # what was played stays
    with anna.watches(new) as line:
        line.plays_on(random.Random(1))
    again = anna.get(f"/api/tables/{new}/record")["moves"]
    assert again[:mine] == record["moves"][:mine]
    check = anna.get(f"/api/tables/{new}/chance")  # what was rolled before came from another seed, and is not vouched for
    assert check["correct"]
    assert all(draw["number"] >= mine for draw in check["draws"])
    theirs = posted(ben, table, "try", {"moves": mine})["id"]  # whoever only has the link tries it too
    assert [seat["kind"] for seat in ben.get(f"/api/tables/{theirs}")["seats"]].count("person") == 1
    for moves in (-1, len(record["moves"]), 10**9):
        anna.refused(anna.http.post(f"/api/tables/{table}/try", json={"moves": moves}), "bad_moves")
    anna.refused(anna.http.post(f"/api/tables/{table}/try", json={"moves": "x"}), "bad_request")


def test_reviews_are_limited_by_address(db: str) -> None:
    with Server(db, reviews_per_hour="1") as server:
        anna = server.person("Anna")
        first, second = finished(anna, "clear_board", "m"), finished(anna, "clear_board", "m", 5)
        posted(anna, first, "review", {})
        posted(anna, first, "review", {})  # what is asked for already costs nothing
        anna.refused(anna.http.post(f"/api/tables/{second}/review", json={}), "too_many")
