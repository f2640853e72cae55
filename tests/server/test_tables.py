"""The ways to play, over real sockets."""

import random

import pytest

from tests.server.serving import Server


def test_against_a_bot_to_the_end(server: Server) -> None:
    anna = server.person("Anna", "de")
    table = anna.opens("number_poker", "mb")
    with anna.watches(table) as line:
        assert line.now["phase"] == "playing"
        assert line.now["prompt"] == "Runde 1: Wähle, was du zeigst."
        assert {"move": "1", "label": "Eine 1 zeigen"} in line.now["moves"]
        line.plays_on(random.Random(1))
        assert line.now["outcome"]["headline"]
        assert line.now["seed"]
        assert [event["version"] for event in line.log] == sorted(event["version"] for event in line.log)
    record = anna.get(f"/api/tables/{table}/record")
    assert record["game"] == "number_poker"


def test_with_friends(server: Server) -> None:
    anna, ben = server.person("Anna", "de"), server.person("Ben", "en")
    table = anna.opens("number_poker", "mo")
    with anna.watches(table) as hers, ben.watches(table) as his:
        assert his.now["viewer"] is None
        assert hers.refused("not_full", do="start")["error"].startswith("Es sind noch Plätze frei")
        assert his.refused("not_host", do="start")
        his.does(do="join")
        his.until(lambda: his.now["viewer"] == 1)
        assert his.you["seats"][0]["seat"] == 1
        hers.until(lambda: hers.now["seats"][1]["name"] == "Ben")
        hers.does(do="start")
        his.until(lambda: his.now["phase"] == "playing")
        hers.plays("4")
        his.until(lambda: his.log[-1]["lines"] == ["Anna has chosen."])
        his.plays("3")
        hers.until(lambda: "Anna gewinnt die 4." in hers.log[-1]["lines"])
        his.until(lambda: "Anna wins the 4." in his.log[-1]["lines"])


@pytest.mark.parametrize("seats", ["mm", "mmm"])
def test_on_one_device(server: Server, seats: str) -> None:
    anna = server.person("Anna")
    table = anna.opens("number_poker", seats)
    with anna.watches(table) as line:
        assert (line.now["viewer"], line.now["curtain"]) == (None, "open")  # no one has taken it yet
        for seat in range(len(seats)):
            line.send(do="look", seat=seat)
            line.until(lambda seat=seat: line.now["viewer"] == seat)  # type: ignore[misc]
            assert line.now["curtain"] == ("drawn" if seat else "open")
            line.plays("4", seat)
        line.until(lambda: line.now["curtain"] == "open")  # the revealed choices are shown to all
        assert "Nobody wins this round." in line.log[-1]["lines"]


def test_moves_have_labels_for_those_who_want_words(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("torris", "mm")
    with (
        anna.watches(table, seat=0, words="no") as drawn,
        anna.watches(table, seat=0, words="yes") as reading,
    ):
        notation = [move["move"] for move in reading.now["moves"]]
        labels = {move["move"]: move["label"] for move in reading.now["moves"]}
        assert all(labels.values())
        assert drawn.now["moves"] == [{"move": move} for move in notation]
        asked = notation[:2]
        answer = drawn.answer(drawn.send(do="label", moves=[*asked, "z9-z9"]))
        assert answer["labels"] == {move: labels[move] for move in asked}  # and none for illegal moves
        drawn.send(do="words", wanted=True)
        drawn.until(lambda: drawn.now["moves"] == reading.now["moves"])
        reading.send(do="language", language="de")
        reading.until(lambda: reading.now["language"] == "de")
        assert {move["move"] for move in reading.now["moves"]} == labels.keys()
        assert reading.now["moves"][0]["label"] != labels[notation[0]]


def test_the_person_who_is_not_asked_is_told_no_labels(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("torris", "mm")
    with anna.watches(table, seat=0, words="no") as hers, ben.watches(table) as watching:
        move = hers.now["moves"][0]["move"]
        assert watching.answer(watching.send(do="label", moves=[move]))["labels"] == {}


def test_an_unknown_wish_is_refused_in_a_sentence(server: Server) -> None:
    anna = server.person("Anna")
    with anna.watches(anna.opens("torris", "mm"), seat=0, words="maybe") as line:
        refused = next(frame for frame in line.frames if frame["type"] == "answer")
        assert (refused["code"], refused["detail"]) == ("bad_request", "words is yes or no, not 'maybe'")
        assert refused["error"]
        assert all("label" in move for move in line.now["moves"])  # as without the parameter
        line.send(do="labels", moves=["a1"])
        line.until(lambda: line.frames[-1].get("code") == "bad_request")


def test_a_position_is_told_in_words_to_the_person_who_reads_it(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("torris", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table, words="no") as drawn, ben.watches(table) as reading:
        assert drawn.now["lines"] == []
        assert reading.now["lines"][0].startswith("Anna has White.")
        mover = drawn if drawn.now["moves"] else reading
        mover.plays(mover.now["moves"][0]["move"])
        for line in (drawn, reading):
            line.until(lambda line=line: line.now["version"] == mover.now["version"])  # type: ignore[misc]
        assert drawn.now["lines"] == []
        assert drawn.now["view"] == reading.now["view"]
        seen = len(drawn.log)
        drawn.send(do="words", wanted=True)
        drawn.until(lambda: drawn.now["lines"] == reading.now["lines"])
        assert len(drawn.log) == seen  # no event is sent twice
        drawn.send(do="words", wanted=False)
        drawn.until(lambda: drawn.now["lines"] == [])
        other = anna.opens("torris", "mo")
        drawn.answer(drawn.send(do="go", table=other))
        drawn.until(lambda: drawn.now["table"] == other)
        assert drawn.now["lines"] == []  # at the next table neither
    assert anna.frame(table)["lines"] == reading.now["lines"]


def test_open_tables_of_a_game_do_not_vanish_behind_newer_ones_of_others(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("torris", "mo", public=True)
    for _ in range(51):
        anna.opens("number_poker", "mo", public=True)
    assert table in [listed["id"] for listed in anna.get("/api/tables", game="torris")["tables"]]
    assert {listed["game"] for listed in anna.get("/api/tables", game="number_poker")["tables"]} == {
        "number_poker"
    }
    assert anna.get("/api/tables", game="' or 1=1")["tables"] == []
