"""The referee, to the letter of its protocol."""

import io
import json
import random
import string
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludothek.cli.referee import Referee, serve
from ludothek.core.registry import bundled_game_ids, game_ids


class Caller:
    """A program that talks to the referee."""

    def __init__(self) -> None:
        self.referee = Referee()

    def __call__(self, **request: Any) -> Any:
        return json.loads(json.dumps(self.referee.answer(json.dumps(request).encode())))


@pytest.fixture
def call() -> Caller:
    return Caller()


def test_games_lists_id_seats_and_the_schema_of_options(call: Caller) -> None:
    answer = call(do="games")
    assert answer["ok"] is True
    by_id = {game["id"]: game for game in answer["games"]}
    assert by_id.keys() == set(game_ids())
    assert by_id["number_poker"]["seats"] == [2, 4]
    assert all(game.keys() == {"id", "seats", "options"} for game in answer["games"])
    assert all(game["options"]["type"] == "object" for game in answer["games"])


def test_kit_is_null_for_a_game_without_one(call: Caller) -> None:
    assert call(do="kit", game="number_poker") == {"ok": True, "kit": None}


@pytest.mark.parametrize("game_id", bundled_game_ids())
def test_the_shipped_kit_can_be_given_back(call: Caller, game_id: str) -> None:
    kit = call(do="kit", game=game_id)["kit"]
    seats = next(game["seats"][0] for game in call(do="games")["games"] if game["id"] == game_id)
    plain = call(do="new", game=game_id, seats=seats)
    assert plain["ok"]
    assert (
        call(do="new", game=game_id, seats=seats, kit=kit) == plain
    )  # null is not a kit: as if it were left out


def test_a_status_after_new_and_after_each_move(call: Caller) -> None:
    assert call(do="new", game="number_poker", seats=2) == {
        "ok": True,
        "over": False,
        "to_act": [0, 1],
        "legal": {"0": ["-", "1", "2", "3", "4"], "1": ["-", "1", "2", "3", "4"]},
    }
    assert call(do="move", seat=0, move="4")["to_act"] == [1]
    assert call(do="move", seat=1, move="-") == {
        "ok": True,
        "over": False,
        "to_act": [1],
        "legal": {"1": ["x0"]},
    }
    assert call(do="status") == call(do="status")


def test_the_outcome_stands_in_the_last_status(call: Caller) -> None:
    call(do="new", game="number_poker", seats=2)
    for value in "11223344":
        call(do="move", seat=0, move=value)
        last = call(do="move", seat=1, move=value)
    assert (last["over"], last["to_act"], last["legal"]) == (True, [], {})
    assert last["outcome"]["scores"] == [0.5, 0.5]
    assert isinstance(last["outcome"]["reason"], str)


def test_chance_moves_carry_their_weights_and_auto_plays_them(call: Caller) -> None:
    status = call(do="new", game="torris", seats=2)
    assert status["to_act"] == ["chance"]
    assert status["legal"] == {"chance": {"1": 4, "2": 4, "3": 4, "4": 4}}
    assert call(do="move", seat="chance", move="3")["legal"] == {
        "chance": {"1": 4, "2": 4, "3": 4, "4": 4}
    }  # the other colour's
    after = call(do="auto", seed=7)
    assert after["to_act"] == [0]
    record = call(do="record")["record"]
    assert len(record["moves"]) == 32
    again = Caller()
    again(do="new", game="torris", seats=2)
    again(do="move", seat="chance", move="3")
    assert again(do="auto", seed=7) == after
    assert again(do="auto", seed=8) == after  # nothing due: nothing happens


def test_records_go_out_and_come_in(call: Caller) -> None:
    call(do="new", game="number_poker", seats=3)
    call(do="move", seat=2, move="-")
    status, record = call(do="status"), call(do="record")["record"]
    assert record == {"game": "number_poker", "seats": 3, "options": {}, "moves": [[2, "-"]]}
    assert Caller()(do="load", record=record) == status


def test_views(call: Caller) -> None:
    call(do="new", game="number_poker", seats=2)
    call(do="move", seat=0, move="4")
    assert call(do="view", seat=0)["view"]["seats"][0]["choice"] == 4
    assert call(do="view", seat=1)["view"]["seats"][0]["choice"] is None
    assert call(do="view", seat=None)["view"]["seats"][0]["choice"] is None


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "dance"},
        {"do": 3},
        {"do": ["new"]},
        {},
        {"do": "kit"},
        {"do": "kit", "game": "chess"},
        {"do": "new", "game": "number_poker"},
        {"do": "new", "game": "number_poker", "seats": 1},
        {"do": "new", "game": "number_poker", "seats": 2, "options": {"x": 1}},
        {"do": "new", "game": "number_poker", "seats": 2, "kit": {}},
        {"do": "new", "game": "number_poker", "seats": 2, "kit": {"a": 1}},
        {"do": "new", "game": "squid", "seats": 2, "kit": {}},
        {"do": "new", "game": ["squid"], "seats": 2},
        {"do": "move"},
        {"do": "move", "seat": 0},
        {"do": "move", "seat": 0, "move": 4},
        {"do": "move", "seat": 0, "move": "5"},
        {"do": "move", "seat": 9, "move": "4"},
        {"do": "move", "seat": "0", "move": "4"},
        {"do": "move", "seat": None, "move": "4"},
        {"do": "move", "seat": "chance", "move": "4"},
        {"do": "auto"},
        {"do": "auto", "seed": "x"},
        {"do": "view"},
        {"do": "view", "seat": 2},
        {"do": "view", "seat": "chance"},
        {"do": "load"},
        {"do": "load", "record": {"game": "number_poker", "seats": 2, "moves": [[0, "9"]]}},
    ],
)
def test_anything_wrong_is_answered_and_the_game_stays_as_it_was(
    call: Caller, request_: dict[str, Any]
) -> None:
    call(do="new", game="number_poker", seats=2)
    call(do="move", seat=1, move="2")
    before = call(do="record"), call(do="status")
    answer = call(**request_)
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    assert len(answer["error"]) > 10
    assert (call(do="record"), call(do="status")) == before


@pytest.mark.parametrize("do", ["move", "auto", "status", "view", "record"])
def test_without_a_game_there_is_a_helpful_sentence(call: Caller, do: str) -> None:
    assert "no game is open" in call(do=do, seat=0, move="1", seed=1)["error"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
requests = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["games", "kit", "new", "move", "auto", "status", "view", "load", "record"])
        | json_values
    },
    optional={
        "game": st.sampled_from(["number_poker", "squid"]) | json_values,
        "seats": st.integers(0, 7) | json_values,
        "seat": st.integers(-1, 9) | st.just("chance") | json_values,
        "move": st.sampled_from(["1", "-", "pass", "@0"]) | json_values,
        "options": json_values,
        "kit": json_values,
        "seed": json_values,
        "record": json_values
        | st.fixed_dictionaries({"game": st.just("squid"), "seats": st.just(2), "moves": json_values}),
    },
)


@settings(max_examples=100, deadline=None)
@given(st.lists(requests, max_size=12))
def test_every_request_is_answered_whatever_it_holds(batch: list[Any]) -> None:
    call = Caller()
    for request in batch:
        assert isinstance(call(**request)["ok"], bool)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_every_line_is_answered_whatever_its_bytes(line: bytes) -> None:
    lines = line.replace(b"\n", b"") + b"\n"
    answers = io.BytesIO()
    serve(io.BytesIO(lines), answers)
    assert answers.getvalue().count(b"\n") == 1
    assert json.loads(answers.getvalue())["ok"] in (True, False)


def garbage(rng: random.Random) -> bytes:
    kind = rng.randrange(5)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40))).replace(b"\n", b"")
    if kind == 1:
        return b"[" * rng.randrange(3000)
    if kind == 2:
        return json.dumps({"do": "".join(rng.choices(string.printable, k=5)), "seat": rng.random()}).encode()
    if kind == 3:
        return b'{"do": "move", "seat": 0, "move": "\xff\\ud800"}'
    return (
        b'{"do": "new", "game": "number_poker", "seats": '
        + str(rng.randrange(10**9)).encode()
        + b"0" * rng.choice([0, 5000])
        + b"}"
    )


def test_a_process_survives_garbage_and_answers_line_by_line() -> None:
    """A taste of the million lines that `bench/garbage.py` sends."""
    rng = random.Random(5)
    lines = [garbage(rng) for _ in range(3000)] + [b'{"do": "quit"}']
    done = subprocess.run(
        [sys.executable, "-m", "ludothek", "referee"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines)
    assert all(isinstance(json.loads(answer)["ok"], bool) for answer in answers)


def test_each_answer_is_flushed_at_once_and_the_end_of_input_ends_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ludothek", "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"do": "new", "game": "number_poker", "seats": 2}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(timeout=60) == 0
