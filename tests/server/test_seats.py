"""Seats: joining, leaving, bots, hosts, rematches, chat, taking back."""

import random
from functools import partial

from tests.server.serving import Line, Server


def test_leaving_before_the_start_frees_the_seat_and_hands_the_table_on(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "leave")
    frame = ben.frame(table)
    assert [seat["kind"] for seat in frame["seats"]] == ["open", "person"]
    assert frame["seats"][1]["host"]
    assert ben.does(table, "start", fill="random")


def test_a_seat_that_somebody_left_can_be_taken_by_others_only(server: Server) -> None:
    anna, ben, carl = server.person("Anna"), server.person("Ben"), server.person("Carl")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    ben.does(table, "leave")
    anna.refused(anna.asks(table, "join"), "saw_another_hand")
    assert carl.does(table, "join")["seat"] == 1
    ben.refused(ben.asks(table, "join"), "full")
    assert anna.frame(table)["seats"][1]["name"] == "Carl"


def test_the_person_who_left_a_seat_sees_no_other_hand_also_where_somebody_shares_a_device(
    server: Server,
) -> None:
    anna, ben, carl = server.person("Anna"), server.person("Ben"), server.person("Carl")
    table = anna.opens("number_poker", "mmoo")
    for person in (ben, carl):
        person.does(table, "join")
    anna.does(table, "start")
    for person in (ben, carl):
        person.does(table, "leave")
    ben.refused(ben.asks(table, "join", seat=3), "saw_another_hand")
    assert ben.does(table, "join")["seat"] == 2
    anna.refused(anna.asks(table, "join", seat=3), "saw_another_hand")


def test_the_same_name_twice_is_told_apart(server: Server) -> None:
    anna, other = server.person("Anna"), server.person("Anna")
    table = anna.opens("number_poker", "mo")
    other.does(table, "join")
    assert [seat["name"] for seat in anna.frame(table)["seats"]] == ["Anna", "Anna 2"]


def test_somebody_without_a_name_is_a_guest(server: Server) -> None:
    someone = server.person("", "de")
    table = someone.opens("number_poker", "mmb")
    assert [seat["name"] for seat in someone.frame(table)["seats"]] == ["Gast", "Gast 2", "Ada"]


def test_a_seat_handed_to_a_bot_and_back(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        his.does(do="seat_bot", seat=1, level="random")
        hers.until(lambda: hers.now["seats"][1]["kind"] == "bot")
        assert hers.now["seats"][1]["owned"]
        his.until(lambda: "has chosen" in his.log[-1]["lines"][0])  # the bot plays for him
        his.refused("wrong_phase", **his.move("1"))
        hers.refused("not_yours", do="seat_back", seat=1)
        his.does(do="seat_back", seat=1)
        hers.plays("1")
        his.until(lambda: bool(his.now["moves"]))
        his.plays(
            his.now["moves"][0]["move"]
        )  # the bot may have shown the empty hand for him: then he steals


def test_the_host_hands_over_the_seat_of_somebody_who_is_away(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers:
        with ben.watches(table):
            hers.until(lambda: hers.here.get("seats") == [True, True])
            hers.refused("owner_is_here", do="seat_bot", seat=1, level="random")
        hers.until(lambda: hers.here["seats"] == [True, False])
        answer = hers.answer(hers.send(do="seat_bot", seat=1, level="random"))
        while answer.get("code") == "owner_is_here":  # until he counts as away
            answer = hers.answer(hers.send(do="seat_bot", seat=1, level="random"))
        assert answer["ok"], answer
        with ben.watches(table) as his:  # coming back is enough
            his.until(lambda: bool(his.now["seats"][1]["kind"] == "person"))


def test_a_bot_that_stands_in_keeps_the_name_and_no_bot_has_the_initial_of_somebody_there(
    server: Server,
) -> None:
    anna = server.person("Anna")
    table = anna.opens("number_poker", "mbb")
    anna.does(table, "seat_bot", seat=0, level="random")
    frame = anna.frame(table)
    assert [seat["name"] for seat in frame["seats"]] == ["Anna (Bot)", "Bruno", "Cleo"]
    assert "A bot now plays for Anna." in [line for event in frame["events"] for line in event["lines"]]
    anna.does(table, "seat_back", seat=0)
    assert anna.frame(table)["seats"][0]["name"] == "Anna"
    last = anna.frame(anna.opens("number_poker", "bbm"))
    assert [seat["name"] for seat in last["seats"]] == ["Bruno", "Cleo", "Anna"]


def test_rematches_make_a_series(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens(
        "connect_four", "mm", moves=[[n % 2, "ag"[n % 2]] for n in range(6)]
    )  # the first has three in a row
    assert anna.frame(table)["series"] == {"played": 0, "won": [0, 0]}
    for games in (1, 2):
        with anna.watches(table, seat=0) as line:
            line.plays("a", 0)
            line.until(lambda: bool(line.now["phase"] == "over"))
            assert line.now["series"]["played"] == games
        assert anna.frame(table)["series"]["won"] == ([1, 0], [1, 1])[games - 1]
        table = anna.does(table, "rematch")["table"]
    assert anna.frame(table)["series"] == {"played": 2, "won": [1, 1]}


def test_waiting_seats_become_bots_and_open_again(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("number_poker", "moo")
    anna.does(table, "seat_bot", seat=1, level="random")
    anna.refused(anna.asks(table, "start"), "not_full")
    anna.does(table, "seat_back", seat=1)
    assert [seat["kind"] for seat in anna.frame(table)["seats"]] == ["person", "open", "open"]
    anna.does(table, "start", fill="random")
    assert [seat["kind"] for seat in anna.frame(table)["seats"]] == ["person", "bot", "bot"]
    assert anna.frame(table)["phase"] == "playing"


def test_bots_among_themselves(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("number_poker", "bbbb")
    with anna.watches(table) as line:
        line.until(lambda: line.now["phase"] == "over")
        assert line.now["outcome"]["scores"]


def test_a_move_taken_back(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        hers.plays("4")
        assert hers.now["take_back"] == 0
        his.until(
            lambda: his.now["take_back"] == 0
        )  # the same for all: on one device the page has switched to the next player already
        token = {"token": hers.token(0), "version": hers.now["version"]}
        hers.does(do="take_back", seat=0, **token)
        assert hers.now["take_back"] is None
        assert hers.now["moves"]
        hers.refused("no_take_back", do="take_back", seat=0, **token)
        hers.plays("3")
        his.until(lambda: his.now["version"] == hers.now["version"])
        his.plays("2")  # revealed
        his.refused("no_take_back", do="take_back", seat=1, token=his.token(1), version=his.now["version"])
        hers.refused("no_take_back", do="take_back", seat=0, **token)


def test_a_move_is_taken_back_with_what_bots_have_answered(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("five_in_a_row", "mb")
    with anna.watches(table) as line:
        begun = line.now["view"]
        for _ in range(2):
            line.plays(line.now["moves"][0]["move"])
            line.until(lambda: bool(line.now["moves"]))
        assert line.now["take_back"] == 0
        for _ in range(2):
            line.does(do="take_back", seat=0, token=line.token(0), version=line.now["version"])
            assert line.now["moves"]  # she chooses again, not the bot
        assert (line.now["view"], line.now["take_back"]) == (begun, None)
        assert [event["kind"] for event in line.log].count("take_back") == 2  # one line for each of her moves
    record = anna.get(f"/api/tables/{table}/frame")
    assert record["view"] == begun

    table = anna.opens("torris", "mo")  # of people each takes back only their own
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        first, second = (hers, his) if hers.now["moves"] else (his, hers)
        for line in (first, second):
            line.until(lambda line=line: bool(line.now["moves"]))  # type: ignore[misc]
            line.plays(line.now["moves"][0]["move"])
        seat = first.you["seats"][0]["seat"]
        first.until(lambda: first.now["take_back"] == 1 - seat)
        first.refused(
            "no_take_back", do="take_back", seat=seat, token=first.token(seat), version=first.now["version"]
        )


def test_what_chance_did_between_is_not_taken_back(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("museum", "mb")
    with anna.watches(table) as line:
        for _ in range(40):
            line.until(lambda: bool(line.now["moves"]))
            rolled = len([event for event in line.log if event["seat"] == "chance"])
            line.plays(line.now["moves"][0]["move"])
            if len([event for event in line.log if event["seat"] == "chance"]) > rolled:
                assert line.now["take_back"] is None
                return
    raise AssertionError("no die was rolled")


def test_a_table_is_left_and_forgotten_and_deleted_when_it_is_on_nobodys_list(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    alone, shared = anna.opens("five_in_a_row", "mb"), anna.opens("number_poker", "mo")
    ben.does(shared, "join")
    ben.refused(ben.http.delete("/api/me/tables/nowhere"), "no_table")
    for table in (alone, shared):
        assert anna.http.delete(f"/api/me/tables/{table}").status_code == 204
    assert anna.get("/api/me/tables")["tables"] == []
    anna.refused(anna.http.get(f"/api/tables/{alone}"), "no_table")
    (left,) = ben.get("/api/me/tables")["tables"]
    assert [seat["kind"] for seat in left["seats"]] == ["open", "person"]
    assert ben.http.delete(f"/api/me/tables/{shared}").status_code == 204
    ben.refused(ben.http.get(f"/api/tables/{shared}"), "no_table")


def test_a_puzzle_is_taken_back_at_will_and_no_further_than_it_began(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("clear_board", "m", moves=[[0, "c1-a1"]])
    with anna.watches(table) as line:
        assert line.now["take_back"] is None
        for move in ("c3-c1", "c5-c3"):
            line.plays(move)
        for _ in range(2):
            line.does(do="take_back", seat=0, token=line.token(0), version=line.now["version"])
        assert line.now["take_back"] is None
        line.refused("no_take_back", do="take_back", seat=0, token=line.token(0), version=line.now["version"])
        while line.now["phase"] == "playing":
            line.plays(line.now["moves"][0]["move"])
        line.does(
            do="take_back", seat=0, token=line.token(0), version=line.now["version"]
        )  # failed, and not over for her (CB-5)
        assert line.now["phase"] == "playing"


def test_a_record_is_gone_on_from_where_it_can_be(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("connect_four", "mm", moves=[[0, "d"], [1, "d"]])
    with anna.watches(table) as line:
        assert line.now["view"]["rows"][-1] == "···●···"
    for moves, why in (([[0, "d"], [0, "d"]], "move 1: "), ([["chance", "3"]], "companion")):
        game = "torris" if moves[0][0] == "chance" else "connect_four"
        seats = [{"kind": "me"}, {"kind": "me"}]
        answer = anna.http.post("/api/tables", json={"game": game, "seats": seats, "moves": moves})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_moves")
        assert why in answer.json()["detail"]


def test_a_rematch_is_one_table_for_all(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mob")
    ben.does(table, "join")
    anna.refused(anna.asks(table, "rematch"), "wrong_phase")
    anna.does(table, "start")
    with anna.watches(table) as hers:
        ben.does(table, "seat_bot", seat=1, level="random")
        hers.plays_on(random.Random(2))
        new = hers.does(do="rematch")["table"]
        hers.until(lambda: hers.now["rematch"] == new)
    assert ben.does(table, "rematch")["table"] == new
    frame = anna.frame(new)
    assert frame["phase"] == "playing"
    assert [seat["name"] for seat in frame["seats"]][2] == "Anna"  # all have moved on by one
    assert frame["viewer"] == 2


def test_a_connection_goes_on_to_the_rematch(server: Server) -> None:
    anna, ben = server.person("Anna", "de"), server.person("Ben")
    old, new = (anna.opens("number_poker", "mo") for _ in range(2))
    ben.does(new, "join", seat=1)
    with anna.watches(old) as hers, ben.watches(old) as his:
        hers.refused("no_table", do="go", table="nowhere")
        hers.does(do="chat", phrase="hello")
        for line in (hers, his):
            answer = line.answer(line.send(do="go", table=new))
            assert answer["table"] == new
            first = line.frames.index(answer)
            line.until(partial(is_seated_at, line, new))
            assert {frame.get("table", new) for frame in line.frames[first:]} == {new}
        assert (hers.you["viewer"], his.you["viewer"]) == (0, 1)
        hers.until(lambda: hers.here["seats"] == [True, True])
        assert anna.frame(old)["version"] == 2  # the previous actions at that table
        his.does(do="chat", phrase="hello")
        hers.until(lambda: hers.log[-1]["lines"] == ["Hallo zusammen!"])


def test_chat_in_the_language_of_each(server: Server) -> None:
    anna, ben = server.person("Anna", "de"), server.person("Ben", "en")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    with anna.watches(table) as hers, ben.watches(table) as his:
        his.does(do="chat", phrase="well_played")
        hers.until(lambda: hers.log[-1]["lines"] == ["Gut gespielt!"])
        assert his.log[-1]["lines"] == ["Well played!"]
        assert hers.log[-1]["seat"] == 1


def test_lists(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    hidden, shown = (
        anna.opens("number_poker", "mo"),
        anna.opens("number_poker", "mo", public=True, name="Come in"),
    )
    public = ben.get("/api/tables", game="number_poker")["tables"]
    assert shown in [table["id"] for table in public]
    assert hidden not in [table["id"] for table in public]
    assert {table["id"] for table in anna.get("/api/me/tables")["tables"]} == {hidden, shown}
    assert ben.get("/api/me/tables")["tables"] == []
    ben.does(shown, "join")
    mine = ben.get("/api/me/tables")["tables"]
    assert [(table["id"], table["name"], table["mine"], table["host"]) for table in mine] == [
        (shown, "Come in", [1], False)
    ]
    anna.does(shown, "start")
    assert ben.get("/api/me/tables")["tables"][0]["my_turn"]
    info = ben.get(f"/api/tables/{shown}")
    assert info["options"] == {}
    assert len(info["chance"]["commitment"]) == 64


def is_seated_at(line: Line, table: str) -> bool:
    """Whether the connection has moved to that table and its person has a seat there."""
    return line.now["table"] == table and line.you["viewer"] is not None
