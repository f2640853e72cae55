"""Timed windows reveal nothing, leave time to memorise, and let slides be followed."""

import itertools
import time

import pytest

from tests.server.serving import Line, Server

SCALE = 0.05
CALM = 0.5
LATE = 250  # milliseconds by which an event may be late


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    with Server(tmp_path_factory.mktemp("slow") / "tables.db", time_scale=str(SCALE)) as running:
        yield running


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A server with long windows, so that a move can be too early even on a busy machine."""
    with Server(tmp_path_factory.mktemp("calm") / "tables.db", time_scale=str(CALM)) as running:
        yield running


def squid(server: Server, vote_seconds: int) -> tuple[Line, Line]:
    """Anna and Ben at a table with a clock; Anna has put the guard down."""
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("squid", "mo", pace={"vote_seconds": vote_seconds, "reaction_seconds": 10})
    ben.does(table, "join")
    hers, his = anna.watches(table).__enter__(), ben.watches(table).__enter__()
    hers.does(do="start")
    hers.plays("@0")
    his.until(lambda: bool(his.now["window"]))
    return hers, his


def test_a_vote_is_revealed_when_its_window_ends_not_before(slow: Server) -> None:
    hers, his = squid(slow, vote_seconds=60)
    window = hers.now["window"]
    assert window["kind"] == "vote"
    assert window["ends"] - window["opened"] == 60_000 * SCALE
    version, frames = his.now["version"], len(his.frames)
    hers.does(**hers.move("1"))
    hers.until(lambda: hers.now["chosen"] == "1")
    hers.does(**hers.move("0"))  # she may think again
    hers.until(lambda: hers.now["chosen"] == "0")
    his.does(**his.move("0"))
    assert [frame["type"] for frame in his.frames[frames:]][:1] == [
        "answer"
    ]  # nothing revealed to him that she had chosen
    assert his.now["version"] == version
    his.until(lambda: his.now["version"] > version)
    assert his.now["now"] >= window["ends"]
    assert his.now["window"]["kind"] == "reaction"
    for line in (hers, his):
        line.__exit__()


def test_who_does_not_answer_votes_nothing_and_passes(slow: Server) -> None:
    hers, his = squid(slow, vote_seconds=12)
    version = hers.now["version"]
    hers.until(lambda: hers.now["version"] > version)
    hers.until(lambda: hers.now["view"].get("round", 2) >= 2 or hers.now["phase"] == "over")
    assert any(event["seat"] == "chance" for event in hers.log)
    for line in (hers, his):
        line.__exit__()


def test_a_window_is_as_long_whether_all_choose_at_once_or_nobody_does(slow: Server) -> None:
    def length(answers: bool) -> int:
        hers, his = squid(slow, vote_seconds=40)
        opened, version = hers.now["window"]["opened"], hers.now["version"]
        if answers:
            hers.does(**hers.move("0"))
            his.does(**his.move("0"))
        hers.until(lambda: bool(hers.now["version"] > version))
        for line in (hers, his):
            line.__exit__()
        return int(hers.log[-1]["at"] - opened)

    for _ in range(5):  # a machine that has much to do is late now and then, but not always
        lengths = [length(answers) for answers in (True, False)]
        assert min(lengths) >= 40_000 * SCALE
        if abs(lengths[0] - lengths[1]) < LATE:
            break
    else:
        raise AssertionError(f"one is longer than the other: {lengths}")


def test_without_a_clock_a_vote_ends_with_the_last_choice(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("squid", "mm")
    with anna.watches(table) as line:
        line.plays("@0", 0)
        assert line.now["window"] is None
        line.plays("0", 0)
        line.plays("0", 1)
        assert any("0" in said for said in line.log[-1]["lines"])


def test_memorising_and_slides_take_their_time(calm: Server) -> None:
    anna = calm.person("Anna")
    table = anna.opens("shell_game", "mm", options={"memorise_seconds": 10}, pace={"slide_ms": 2000})
    with anna.watches(table) as line:
        line.plays("PLTS", 0)
        line.send(do="look", seat=0)  # at a shared device one takes it first
        line.until(lambda: bool(line.now["moves"]))
        at = line.now["moves"][0]["from"]
        assert at - line.now["now"] <= 10_000 * CALM
        refusal = line.refused("too_early", **line.move("hide", 0))
        assert 0 < refusal["retry_in_ms"] <= 10_000 * CALM
        time.sleep(refusal["retry_in_ms"] / 1000)
        line.plays("hide", 0)
        line.plays("1>2", 0)
        refusal = line.refused("too_early", **line.move("1>2", 0))
        time.sleep(refusal["retry_in_ms"] / 1000)
        line.plays("1>2", 0)
        refusal = line.refused("too_early", **line.move("1>2", 0))
        assert 0 < refusal["retry_in_ms"] <= 2000 * CALM


def test_bots_keep_to_the_time(slow: Server) -> None:
    anna = slow.person("Anna")
    table = anna.opens("shell_game", "bm", options={"memorise_seconds": 10})
    with anna.watches(table) as line:
        line.until(lambda: bool(line.now["moves"]))
        moves = [event["at"] for event in line.log if event["kind"] == "move"]
        assert moves[1] - moves[0] >= 10_000 * SCALE
        assert all(later - earlier >= 900 * SCALE for earlier, later in itertools.pairwise(moves[2:]))


def test_nobody_waits_for_a_bots_memory_or_for_the_person_who_is_ready(calm: Server) -> None:
    anna = calm.person("Anna")
    with anna.watches(anna.opens("shell_game", "mb", options={"memorise_seconds": 20})) as line:
        line.plays("PLTS")
        assert line.now["waits_for"] == []
        line.refused("wrong_phase", do="ready")
        line.plays("hide")  # at once
    with anna.watches(anna.opens("shell_game", "bm", options={"memorise_seconds": 20})) as line:
        line.until(lambda: line.now["waits_for"] == [1])
        line.does(do="ready")
        assert line.now["waits_for"] == []
        line.until(lambda: len([event for event in line.log if event["kind"] == "move"]) >= 2)
        laid, hidden = [event["at"] for event in line.log if event["kind"] == "move"][:2]
        assert hidden - laid < 20_000 * CALM
