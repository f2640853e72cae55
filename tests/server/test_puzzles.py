"""Puzzles: the same for all people on the same day; each opens as a table, and an invalid day is refused."""

from tests.server.serving import Server


def test_a_puzzle_of_the_day_is_opened(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    found, again = (
        person.http.get("/api/games/clear_board/puzzles?date=2026-11-16&language=en").json()["puzzles"]
        for person in (anna, ben)
    )
    assert found == again
    assert [puzzle["name"] for puzzle in found] == ["daily", "1", "2", "3", "4", "5"]
    assert [puzzle["grade"] for puzzle in found[1:]] == [1, 2, 3, 4, 5]
    table = anna.opens("clear_board", "m", moves=found[0]["moves"])
    with anna.watches(table) as line:
        assert f"{line.now['view']['left']} stones to go" in found[0]["goal"]


def test_another_day_has_other_puzzles(server: Server) -> None:
    http = server.person("Anna").http
    days = [
        http.get(f"/api/games/clear_board/puzzles?date=2026-11-{day}").json()["puzzles"] for day in (16, 17)
    ]
    assert [one["moves"] for one in days[0]] != [one["moves"] for one in days[1]]


def test_no_such_puzzles(server: Server) -> None:
    http = server.person("Anna").http
    assert http.get("/api/games/torris/puzzles").json()["code"] == "no_puzzles"
    answer = http.get("/api/games/clear_board/puzzles?date=tomorrow")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "2026-11-16" in answer.json()["detail"]
