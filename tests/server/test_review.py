"""Reviews on the server: computed in the background, stored, refused during a game; replays from a move."""

import json
import random
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludothek.house.live import reviewer as reviewing
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.thinking import BotQuestion
from ludothek.house.table.sitting import Sitting
from ludothek.review.judge import PASSES, SECONDS
from ludothek.server.server_house import ServerHouse
from tests.goldens import golden_file
from tests.server import houses
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
    nothing_yet = {
        "curve": [],
        "left": [],
        "balances": [],
        "moments": [],
        "decisions": [],
        "readable": [],
        "by_clock": False,
    }
    assert ben.get(f"/api/tables/{table}/review") == {"part": -1} | nothing_yet
    review = review_of(anna, table, language="de")
    record = anna.get(f"/api/tables/{table}/record")
    assert len(review["curve"]) == len(record["moves"]) + 1
    for side, balance in enumerate(review["balances"]):
        assert balance["result"] - balance["start"] == pytest.approx(
            balance["luck"] + balance["own"] + balance["others"], abs=3e-4
        )
        assert review["curve"][-1][side] == balance["result"]
    assert {decision["seat"] for decision in review["decisions"]} == {0, 1}
    assert [found["seat"] for found in review["readable"]] == [0, 1]
    assert all("vorhersehen" in found["text"] for found in review["readable"])
    english = ben.get(
        f"/api/tables/{table}/review", language="en"
    )  # other people with the link get it in their own language
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
    assert (info["name"], [seat["kind"] for seat in info["seats"]]) == (
        f"Again from move {mine}",
        ["person", "bot"],
    )
    assert anna.frame(new)["to_act"] != []
    assert anna.get(f"/api/tables/{table}/record") == record  # the original record stays
    with anna.watches(new) as line:
        line.plays_on(random.Random(1))
    again = anna.get(f"/api/tables/{new}/record")["moves"]
    assert again[:mine] == record["moves"][:mine]
    check = anna.get(
        f"/api/tables/{new}/chance"
    )  # earlier draws came from another seed, and are not verified
    assert check["correct"]
    assert all(draw["number"] >= mine for draw in check["draws"])
    theirs = posted(ben, table, "try", {"moves": mine})["id"]  # a person who only has the link can try too
    assert [seat["kind"] for seat in ben.get(f"/api/tables/{theirs}")["seats"]].count("person") == 1
    for moves in (-1, len(record["moves"]), 10**9):
        anna.refused(anna.http.post(f"/api/tables/{table}/try", json={"moves": moves}), "bad_moves")
    anna.refused(anna.http.post(f"/api/tables/{table}/try", json={"moves": "x"}), "bad_request")


def test_reviews_are_limited_by_address(db: str) -> None:
    with Server(db, reviews_per_hour="1") as server:
        anna = server.person("Anna")
        first, second = finished(anna, "clear_board", "m"), finished(anna, "clear_board", "m", 5)
        posted(anna, first, "review", {})
        posted(anna, first, "review", {})  # a repeated request costs nothing
        anna.refused(anna.http.post(f"/api/tables/{second}/review", json={}), "too_many")


def test_nobody_is_looked_at_more_deeply_while_somebody_has_seen_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second review, requested during the second pass of the first, gets its first pass before that."""
    monkeypatch.setattr(reviewing, "LOOK", 1e9)
    asked: list[tuple[str, int]] = []
    begun: list[tuple[reviewing.Reviewer, Sitting]] = []

    async def judge(question: BotQuestion) -> None:
        asked.append((question.game, question.nodes))
        if (
            asked.count(("five_in_a_row", PASSES[1])) == 2
            and len(asked) == asked.index(("five_in_a_row", PASSES[1])) + 2
        ):
            [(reviewer, second)] = begun
            reviewer.begin(second, "192.0.2.2")

    async def work() -> None:
        async with houses.opened(tmp_path) as house:
            first, second = [(await over(house, game)).sitting for game in ("five_in_a_row", "connect_four")]
            reviewer = reviewing.Reviewer(
                SimpleNamespace(judge=judge, warm_up=lambda: None), reviewing.MemoryReviewStore()
            )
            begun.append((reviewer, second))
            reviewer.begin(first, "192.0.2.1")
            await houses.until(lambda: reviewer._worker is None)
            for sitting in (first, second):
                found = await reviewer.found(sitting)
                assert found
                assert found[0] == 1

    houses.run(work())
    theirs = [
        number for number, (game, nodes) in enumerate(asked) if game == "connect_four" and nodes <= PASSES[0]
    ]
    assert theirs == list(range(theirs[0], theirs[-1] + 1))
    assert asked[theirs[0] - 1] == asked[theirs[-1] + 1] == ("five_in_a_row", PASSES[1])


def test_a_pass_that_takes_much_longer_than_was_thought_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a fake clock: the result of the first pass is kept, and other requests do not wait."""
    now, asked = 0.0, Counter[int]()

    async def judge(question: BotQuestion) -> None:
        nonlocal now
        now += 0.01 if question.nodes <= PASSES[0] else 4.0
        asked[question.nodes] += 1

    async def work() -> None:
        async with houses.opened(tmp_path) as house:
            sitting = (await over(house, "connect_four")).sitting
            reviewer = reviewing.Reviewer(
                SimpleNamespace(judge=judge, warm_up=lambda: None), reviewing.MemoryReviewStore()
            )
            monkeypatch.setattr(reviewing, "time", SimpleNamespace(monotonic=lambda: now))
            reviewer.begin(sitting, "192.0.2.1")
            await houses.until(lambda: reviewer._worker is None)
            found = await reviewer.found(sitting)
            assert found
            assert found[1]
            assert (found[0], found[1].nodes) == (1, PASSES[0])

    houses.run(work())
    assert set(asked) == {1, *PASSES[:2]}
    assert 4.0 * asked[PASSES[1]] < SECONDS + 5


async def over(house: ServerHouse, game: str) -> OpenTable:
    """A table at which a game is over, with its record."""
    record = json.loads(golden_file(game).read_text("utf-8").splitlines()[0])["record"]
    return await houses.table(house, game, "mb", moves=[(seat, move) for seat, move in record["moves"]])
