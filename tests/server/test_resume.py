"""Interruptions of connection, server and language: nothing is lost, and nothing is sent twice."""

import random
from pathlib import Path

from tests.server.serving import Server


def test_a_lost_connection_misses_nothing(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers:
        with ben.watches(table) as his:
            seen, last = his.log, his.now["version"]
        hers.plays("1")
        hers.does(do="chat", phrase="hello")
        with ben.watches(table, since=last) as his:
            assert his.now["since"] == last
            assert [event["version"] for event in his.log] == [last + 1, last + 2]
            assert seen + his.log == ben.frame(table)["events"]
        with ben.watches(table, since=his.now["version"]) as again:
            assert again.log == []
            assert again.now["moves"]
        with ben.watches(table, since=99_999) as lost:  # an unknown version: everything is sent
            assert lost.now["since"] == 0
            assert lost.log == seen + his.log


def test_the_person_who_comes_is_told_what_was_there_before_the_last_move(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("connect_four", "mm")
    with anna.watches(table) as line:
        assert line.now["before"] is None
        begun = line.now["view"]
        line.plays("d")
        line.until(lambda: line.now["view"] != begun)
        assert line.now["before"] is None  # a player with the page open has seen it
    assert anna.frame(table)["before"] == begun
    assert anna.frame(table, since=1)["before"] is None
    anna.does(table, "take_back", seat=0, token=line.token(0), version=line.now["version"])
    assert anna.frame(table)["before"] is None


def test_what_chance_did_after_a_move_belongs_to_it(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("safehouse", "m", companion=True, moves=[[0, "throw Y"], ["chance", "3"]])
    start, frame = anna.frame(anna.opens("safehouse", "m", companion=True)), anna.frame(table)
    assert frame["before"] == start["view"]
    assert frame["before"] != frame["view"]


def test_what_one_has_to_remember_is_not_told_again(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("shell_game", "mm", moves=[[0, "PLTS"]])
    assert anna.frame(table)["before"] is None


def test_another_language_at_any_time(server: Server) -> None:
    anna = server.person("Anna", "en")
    table = anna.opens("number_poker", "mb")
    with anna.watches(table) as line:
        assert line.now["prompt"] == "Round 1: choose what you show."
        line.send(do="language", language="de")
        line.until(lambda: line.now["language"] == "de")
        assert line.now["prompt"] == "Runde 1: Wähle, was du zeigst."
        assert line.log[-1]["lines"] != []
        assert "beginnt" in line.log[2]["lines"][0]
        line.send(do="sync", since=0)
        line.until(lambda: line.frames[-1]["type"] == "table" and line.frames[-1]["since"] == 0)


def test_a_stopped_server_says_so_and_the_table_goes_on(db: Path) -> None:
    with Server(db) as server:
        anna = server.person("Anna")
        table = anna.opens("number_poker", "mb")
        line = anna.watches(table).__enter__()
        line.plays("1")
        line.until(lambda: len(line.now["moves"]) > 0)
        last, log = line.now["version"], line.log
        assert server.stop() == 0
        assert line.closed() == 1012
        assert line.frames[-1] == {"type": "closing"}
        line.__exit__()
        server.start()
        with anna.watches(table, since=last) as again:  # the cookie is still good
            assert again.now["version"] >= last
            assert anna.frame(table)["events"][: len(log)] == log
            again.plays_on(random.Random(3))


def test_a_doubled_message_after_a_restart_is_still_done_once(db: Path) -> None:
    with Server(db) as server:
        anna = server.person("Anna")
        table = anna.opens("number_poker", "mm")
        with anna.watches(table) as line:
            move = line.move("1", 0) | {"id": "the same"}
            first = line.does(**move)
        server.kill()
        server.start()
        assert anna.http.post(f"/api/tables/{table}/do", json=move).json()["version"] == first["version"]
        assert anna.frame(table)["version"] == first["version"]
