"""Hints, warnings and the help setting: who gets them, their content, and what the others see of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludothek.bots import Estimate
from ludothek.bots.hints import MARGIN, Advice, Hint
from tests.server.serving import Line, Server, click


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose adviser has enough time for a stable result."""
    with Server(tmp_path_factory.mktemp("thoughtful") / "tables.db", bot_seconds="10") as running:
        yield running


def asks(line: Line, do: str = "hint", seat: int = 0, **more: Any) -> dict[str, Any]:
    return {"do": do, "seat": seat, "token": line.token(seat), "version": line.now["version"]} | more


def hints(line: Line, seat: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = line.does(**asks(line, seat=seat))["hints"]
    return found


@pytest.mark.parametrize(
    ("game", "seats", "wish", "allowed"),
    [
        ("connect_four", "mb", {}, True),
        ("clear_board", "m", {}, True),
        ("connect_four", "mo", {}, False),
        ("connect_four", "mm", {}, False),
        ("safehouse", "mo", {}, True),
        ("safehouse", "mo", {"public": True}, False),
        ("connect_four", "mo", {"hints": True}, True),
        ("clear_board", "m", {"hints": False}, False),
    ],
)
def test_where_nobody_plays_against_others_hints_are_allowed(
    server: Server, game: str, seats: str, wish: dict[str, bool], allowed: bool
) -> None:
    anna = server.person("Anna")
    table = anna.opens(game, seats, **wish)
    assert anna.frame(table)["hints"] == allowed
    assert anna.get(f"/api/tables/{table}")["hints"] == allowed


def test_a_hint_names_moves_their_worth_and_a_reason_in_the_language_of_the_person_who_asks(
    thoughtful: Server,
) -> None:
    for language, worth in (("de", "noch lösbar"), ("en", "can still be solved")):
        anna = thoughtful.person("Anna", language)
        with anna.watches(anna.opens("clear_board", "m")) as line:
            found = hints(line)
            assert 1 <= len(found) <= 3
            labels = {move["move"]: move["label"] for move in line.now["moves"]}
            assert all(labels[hint["move"]] == hint["label"] for hint in found)
            assert (found[0]["value"], found[0]["worth"]) == (1, worth)
            assert (
                found[0]["reason"]
                in line.person.get("/api/games/clear_board", language=language)["texts"].values()
            )
            line.plays(found[0]["move"])


def test_a_chance_to_win_is_said_in_words(server: Server) -> None:
    for language, worths in (
        ("de", ("etwa halbe-halbe", "gute Chancen")),
        ("en", ("about even", "a good chance")),
    ):
        anna = server.person("Anna", language)
        with anna.watches(anna.opens("connect_four", "mb")) as line:
            best = hints(line)[0]
            assert best["worth"] in worths
            assert 0.5 <= best["value"] < 0.8  # starting in the middle is an advantage


def test_two_people_who_ask_the_same_are_told_the_same(server: Server) -> None:
    told = []
    for name in ("Anna", "Ben"):
        with (person := server.person(name)).watches(person.opens("connect_four", "mb")) as line:
            told.append(hints(line))
    assert told[0] == told[1]


def test_the_others_are_told_once_for_each_question(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("connect_four", "mo", hints=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        first = hints(hers)
        assert hints(hers) == first
        hers.plays(first[0]["move"])
        his.until(lambda: bool(his.now["moves"]))
        told = [event["lines"] for event in his.log if event["kind"] == "hint"]
        assert told == [["Anna takes a hint."]]
        assert "hints" not in his.now["events"][0]


def test_hints_are_refused_with_a_reason(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("connect_four", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers:
        assert "no hints" in hers.refused("no_hints", **asks(hers))["error"]
        hers.refused("no_hints", do="help", seat=0, help="warn")
    allowed = anna.opens("connect_four", "mo", hints=True)
    ben.does(allowed, "join")
    with anna.watches(allowed) as hers, ben.watches(allowed) as his:
        hers.refused("wrong_phase", **asks(hers))
        hers.does(do="start")
        his.until(lambda: his.now["phase"] == "playing")
        his.refused("not_to_act", **asks(his, seat=1))
        his.refused("not_yours", **asks(hers))
        hers.refused("not_yours", **asks(hers) | {"token": "forged"})
        hers.refused("stale", **asks(hers) | {"version": hers.now["version"] + 1})
        hers.refused("bad_option", do="help", seat=0, help="loud")
        hers.refused("not_yours", do="help", seat=1, help="warn")
        assert not [event for event in his.log if event["kind"] in ("hint", "help")]


def test_hints_are_limited(db: Path) -> None:
    with Server(db, hints_per_minute="2") as server:
        anna = server.person("Anna")
        with anna.watches(anna.opens("clear_board", "m")) as line:
            for _ in range(2):
                best = hints(line)[0]["move"]
                hints(line)  # the same question again costs nothing
                line.plays(best)
            assert line.refused("too_many", **asks(line))["retry_in_ms"] > 0
            line.plays(line.now["moves"][0]["move"])  # the game continues without the hint


def test_somebody_who_waits_for_a_hint_is_heard_meanwhile(db: Path) -> None:
    with Server(db) as server:  # the first bot process has yet to start, which takes longer than a move
        anna = server.person("Anna")
        with anna.watches(anna.opens("clear_board", "m")) as line:
            asked = line.send(**asks(line))
            played = line.send(**line.move(line.now["moves"][0]["move"]))
            assert line.answer(played)["ok"]
            assert [frame["id"] for frame in line.frames if frame["type"] == "answer"] == [played]
            assert line.answer(asked)["code"] == "stale"


def test_a_move_that_spoils_it_is_warned_of(thoughtful: Server) -> None:
    anna = thoughtful.person("Anna")
    with anna.watches(anna.opens("clear_board", "m")) as line:
        warning = None
        while warning is None:  # at random it does not take long until something is spoilt
            moves = [move["move"] for move in line.now["moves"]]
            best = hints(line)[0]["move"]
            assert "warning" not in line.does(**asks(line, "check", move=best))
            answers = (line.does(**asks(line, "check", move=move)).get("warning") for move in moves)
            warning = next((found for found in answers if found), None)
            if warning is None:
                line.plays(best)
        assert warning["chosen"]["worth"] == "cannot be solved any more"
        assert warning["better"]["move"] == best
        assert warning["better"]["value"] - warning["chosen"]["value"] >= MARGIN


def test_only_much_worse_is_worth_a_warning() -> None:
    chances = {"a": 0.6, "b": 0.6 - MARGIN + 0.01, "c": 0.6 - MARGIN - 0.01}
    advice = Advice(
        [Hint("a", Estimate(0.6), None)], {move: Estimate(value) for move, value in chances.items()}
    )
    assert [move for move in "abcd" if advice.warns_of(move)] == ["c"]


def test_the_dial_is_turned_told_and_kept(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("connect_four", "mo", hints=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        assert [seat["help"] for seat in hers.now["seats"]] == ["silent", "silent"]
        hers.does(do="help", seat=0, help="advise")
        his.until(lambda: his.now["seats"][0]["help"] == "advise")
        assert his.log[-1]["lines"] == ["Anna wants advice at every turn."]
        assert hints(hers)
        assert his.log[-1]["kind"] == "help"  # others are not told of every hint of a player with help
        hers.does(do="help", seat=0, help="silent")
        assert hers.log[-1]["lines"] == ["Anna plays without advice from now on."]


def test_advice_tells_nothing_that_the_seat_may_not_know(server: Server) -> None:
    """A hint is computed from a seat's view in a bot's process; other hands never leave the server for it."""
    anna = server.person("Anna")
    with anna.watches(anna.opens("squid", "mb")) as line:
        line.until(lambda: bool(line.now["moves"]))
        found = hints(line)
        legal = {move["move"] for move in line.now["moves"]}
        assert {hint["move"] for hint in found} <= legal


def test_the_same_request_twice_is_answered_alike(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("connect_four", "mb")
    with anna.watches(table) as line:
        question = asks(line) | {"id": click()}
        first, second = (anna.http.post(f"/api/tables/{table}/do", json=question).json() for _ in range(2))
        assert first == second
