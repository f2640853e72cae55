"""With the box on the table, over a link: everybody enters what all see, and each what only they may know."""

from tests.server.serving import Line, Server


def enter(line: Line, move: str | None = None) -> dict[str, object]:
    chosen = move or line.now["chance_moves"][0]["move"]
    return {"do": "move", "seat": "chance", "token": line.you["seats"][0]["token"], "version": line.now["version"], "move": chosen}


def test_dice_are_entered_by_anybody_at_the_table_and_once(server: Server) -> None:
    anna, ben, guest = server.person("Anna"), server.person("Ben"), server.person("Guest")
    table = anna.opens("museum", "mo", companion=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his, guest.watches(table) as watching:
        assert hers.now["chance_moves"] == his.now["chance_moves"] != []
        assert watching.now["chance_moves"] == []
        die, same = enter(hers), enter(his)
        hers.does(**die)
        his.refused("stale", **same)  # the same die, typed by two
        his.until(lambda: his.now["version"] == hers.now["version"])
        his.does(**enter(his))
        assert [event["seat"] for event in his.log].count("chance") == 2


def test_a_card_drawn_into_a_hand_is_entered_by_whoever_draws_it(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("squid", "mo", companion=True)
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        assert hers.now["chance_moves"]
        assert his.now["chance_moves"] == []
        assert his.now["status"] == "A card is drawn: Anna enters it."
        assert not [one for one in ben.get("/api/me/tables")["tables"] if one["id"] == table and one["my_turn"]]
        his.refused("not_to_act", **enter(his, hers.now["chance_moves"][0]["move"]))
        while hers.now["chance_moves"]:
            hers.does(**enter(hers))
        his.until(lambda: bool(his.now["chance_moves"]))
        assert hers.now["status"] == "A card is drawn: Ben enters it."
        his.does(**enter(his))


def test_on_one_device_all_is_entered_there(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("squid", "mm", companion=True)
    with anna.watches(table) as line:
        for _ in range(4):
            assert line.now["status"] == "Now chance decides: enter what fell."
            line.does(**enter(line))
        assert line.now["chance_moves"] == []


def test_what_a_bot_draws_is_entered_by_anybody(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.opens("squid", "bm", companion=True)
    with anna.watches(table) as line:
        assert line.now["chance_moves"]
        line.does(**enter(line))
