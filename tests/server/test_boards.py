"""Boards that games from outside bring along: their files, and nothing but them."""

import pytest

from ludothek.core.registry import find
from ludothek.house.catalogue.board_files import file_of
from tests.server.serving import Server


def test_a_game_from_outside_says_where_its_board_lies_and_our_own_say_nothing(server: Server) -> None:
    games = {game["id"]: game for game in server.person("Anna").get("/api/games")["games"]}
    assert games["connect_four"]["board"].startswith("/boards/connect_four/board.js?")
    assert {game["board"] for name, game in games.items() if file_of(find(name), "board.js") is None} == {
        None
    }
    assert games["torris"]["board"] is None


@pytest.mark.parametrize("path", ["board.js", "emblem.svg"])
def test_its_files_are_handed_out(server: Server, path: str) -> None:
    answer = server.person().http.get(f"/boards/connect_four/{path}")
    assert answer.status_code == 200
    assert answer.content == (file_of(find("connect_four"), path) or pytest.fail("not built")).read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "connect_four/rules.py",
        "connect_four/../rules.py",
        "connect_four/%2e%2e%2frules.py",
        "connect_four/board.js%00",
        "torris/board.js",
        "nothing/board.js",
    ],
)
def test_nothing_else_is(server: Server, path: str) -> None:
    assert server.person().http.get(f"/boards/{path}").status_code == 404
