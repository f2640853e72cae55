"""Companion mode over HTTP: shared dice are entered for all, hidden cards by their owners only."""

from typing import Any

from tests.server.serving import Line, Server

CODES = ("cannot_fall", "fell_too_many", "fell_too_many", "cannot_fall")


def moves(fall: list[dict[str, Any]]) -> list[str]:
    return [one["move"] for one in fall]


def look(line: Line, seat: int) -> None:
    line.send(do="look", seat=seat)
    line.until(lambda: bool(line.now["viewer"] == seat))


def test_dice_are_entered_by_anybody_at_the_table_and_once(server: Server) -> None:
    anna, ben, guest = server.person("Anna"), server.person("Ben"), server.person("Guest")
    table = anna.opens("museum", "mo", companion=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his, guest.watches(table) as watching:
        assert hers.now["falls"] == his.now["falls"]
        assert [len(fall) for fall in hers.now["falls"]] == [5] * 6  # six blue dice, in one go
        assert hers.now["prompt"] == "What did you roll?"
        assert watching.now["falls"] == []
        some, same = hers.tell("fox", "shoe"), his.tell("fox", "shoe")
        hers.does(**some)
        his.refused("stale", **same)  # the same dice, typed by two
        his.until(lambda: his.now["version"] == hers.now["version"])
        assert len(his.now["falls"]) == 4
        his.does(**his.tell())
        assert [event["seat"] for event in his.log].count("chance") == 6
        assert his.now["falls"] == []


def test_what_cannot_have_fallen_is_refused_as_a_whole(server: Server) -> None:
    anna = server.person("Anna", "de")
    table = anna.opens("museum", "m", companion=True)
    with anna.watches(table) as line:
        before = line.now["version"]
        refusal = line.refused("cannot_fall", **line.tell("fox", "shoe", "dino", "cap", "ida", "fox"))
        assert "Eingabe 3" in refusal["error"]
        assert "6" in line.refused("fell_too_many", **line.tell(*["fox"] * 7))["error"]
        anna.refused(anna.asks(table, **line.tell() | {"moves": []}), "bad_request")
        assert anna.frame(table)["version"] == before
        line.does(**line.tell())
        line.refused("not_to_act", **line.tell("fox"))  # chance has nothing to do now


def test_dice_of_different_kinds_come_in_one_row(server: Server) -> None:
    anna = server.person("Anna", "de")
    table = anna.opens("safehouse", "m", companion=True, moves=[[0, "throw YyGW"]])
    with anna.watches(table) as line:
        assert [fall[0]["label"] for fall in line.now["falls"]] == [
            "gelb: 1",
            "gelb: 1",
            "grün: 1",
            "Joker: 1",
        ]
        assert line.now["falls"][0][-1]["label"] == "gelb: X, der Verfolger"
        line.does(**line.tell("2", "X", "5", "3"))
        assert line.now["view"]["dice"]["thrown"][1] == {"die": "y", "shows": "X"}


def test_the_row_ends_where_what_comes_next_depends_on_what_falls(server: Server) -> None:
    anna = server.person("Anna")
    kit = anna.get("/api/games/museum")["kit"]
    kit["cards"] |= {
        "guard_back": 17,
        **{card: 0 for card in kit["cards"] if card not in ("guard_back", "light2", "reroll2")},
    }
    kit["cards"] |= {"light2": 1, "reroll2": 2}
    fallen = [["chance", "fox"]] * 5 + [["chance", "cap"]]
    table = anna.opens("museum", "m", companion=True, kit=kit, moves=[*fallen, *[[0, "fox"]] * 5, [0, "act"]])
    with anna.watches(table) as line:
        draws = line.now["falls"]
        assert [moves(draw) for draw in draws] == [
            ["guard_back", "light2", "reroll2"]
        ] * 3  # any of the cards that are left
        line.refused(
            "cannot_fall", **line.tell("light2", "light2", "guard_back")
        )  # but only as often as it is in the box
        line.does(**line.tell("light2", "reroll2", "guard_back"))
        while line.now["falls"] == []:
            line.does(**line.move("go" if "go" in moves(line.now["moves"]) else "stop"))
        line.does(**line.tell("fox", "fox", "fox", "fox", "fox", "cap"))
        for _ in range(5):
            line.does(**line.move("fox"))
        line.does(**line.move("!reroll2"))
        assert len(line.now["falls"]) == 1  # it is rolled until it fits


def test_a_card_drawn_into_a_hand_is_entered_by_the_person_who_draws_it(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("squid", "mo", companion=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        assert len(hers.now["falls"]) == 2  # her two tricks, not his
        assert his.now["falls"] == []
        assert his.now["status"] == "A card is drawn: Anna enters it."
        assert not [
            one for one in ben.get("/api/me/tables")["tables"] if one["id"] == table and one["my_turn"]
        ]
        his.refused("not_to_act", **his.tell(hers.now["falls"][0][0]["move"]))
        hers.refused("fell_too_many", **hers.tell(*[hers.now["falls"][0][0]["move"]] * 3))  # the third is his
        hers.does(**hers.tell())
        his.until(lambda: bool(his.now["falls"]))
        assert hers.now["status"] == "A card is drawn: Ben enters it."
        his.does(**his.tell())


def test_the_person_who_names_cards_that_they_have_not_drawn_learns_nothing_of_other_hands(
    server: Server,
) -> None:
    anna, ben, cleo = server.person("Anna"), server.person("Ben"), server.person("Cleo")
    said = []
    for hands in (("quick quick", "quick next"), ("2 2", "-1 again")):
        table = anna.opens("squid", "moo", companion=True)
        ben.does(table, "join")
        cleo.does(table, "join")
        anna.does(table, "start")
        with anna.watches(table) as hers, ben.watches(table) as his, cleo.watches(table) as line:
            for one, hand in zip((hers, his), hands, strict=True):
                one.until(lambda one=one: bool(one.now["falls"]))  # type: ignore[misc]
                one.does(**one.tell(*hand.split()))
            line.until(lambda: bool(line.now["falls"]))
            tries = (["quick", "joker"], ["quick", "quick", "next"], ["quick"] * 4, ["joker"])
            said.append(
                [
                    line.refused(code, **line.tell(*cards)) | {"id": ""}
                    for cards, code in zip(tries, CODES, strict=True)
                ]
            )
            if hands[0] == "quick quick":
                assert not line.refused("cannot_fall", **line.tell("quick", "next")).get(
                    "detail"
                )  # an impossible claim, and no list of possible ones
            line.does(**line.tell("next", "next"))
    assert said[0] == said[1]


def test_on_one_device_the_person_who_draws_a_card_takes_it_to_enter_it(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("squid", "mm", companion=True)
    with anna.watches(table) as line:
        for drawer in range(2):
            assert (line.now["curtain"], line.now["tellers"]) == ("open", [drawer])
            look(line, 1 - drawer)
            assert line.now["falls"] == []
            look(line, drawer)
            line.does(**line.tell())
        assert line.now["falls"] == []


def test_what_a_bot_draws_is_entered_by_anybody(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("squid", "bm", companion=True)
    with anna.watches(table) as line:
        assert line.now["falls"]
        line.does(**line.tell())
