"""Presence: players mark themselves as away, which the others see, and spectators are counted."""

from ludothek.house.live.presence import Presence
from tests.server.serving import Server


def test_the_person_who_is_away_says_so_until_they_are_back(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("connect_four", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    ben.does(table, "away", away=True)
    frame = anna.frame(table)
    assert [seat["away"] for seat in frame["seats"]] == [False, True]
    assert frame["events"][-1]["lines"] == ["Ben is away for a while."]
    ben.refused(ben.asks(table, "away", away=True), "wrong_phase")
    ben.does(table, "away", away=False)
    assert anna.frame(table)["events"][-1]["lines"] == ["Ben is back."]
    anna.refused(anna.asks(table, "away", away=True, seat=1), "not_yours")
    server.person("Mia").refused(server.people[-1].asks(table, "away", away=True), "not_seated")


def test_the_person_who_moves_is_there_and_a_bot_may_stand_in_for_the_person_who_is_not(
    server: Server,
) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("connect_four", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table):
        anna.refused(anna.asks(table, "seat_bot", seat=1, level="random"), "owner_is_here")
        anna.does(table, "away", away=True)
        hers.until(lambda: hers.now["seats"][0]["away"])
        hers.plays("d")
        hers.until(lambda: not hers.now["seats"][0]["away"])
        ben.does(table, "away", away=True)
        anna.does(table, "seat_bot", seat=1, level="random")  # they have marked themselves as away


def test_who_watches_is_seen(server: Server) -> None:
    anna, mia, nobody = server.person("Anna"), server.person("Mia"), server.person()
    table = anna.opens("connect_four", "mb")
    with anna.watches(table) as hers, mia.watches(table), nobody.watches(table):
        hers.until(lambda: hers.here.get("watching") == 2)
        assert hers.here["watchers"] == ["Mia"]


def test_nobody_is_away_who_was_just_seen() -> None:
    """The host seats no bot for a player who only reloads or is briefly offline."""
    presence = Presence(patience=1000)
    assert not presence.is_away("ben"), "this process has only just opened the table"
    presence._opened -= 2000
    assert presence.is_away("ben")
    presence.see("ben")
    assert not presence.is_away("ben")
    presence.hear_of("other", ["cleo"])
    presence.lose("other")
    assert not presence.is_away("cleo")
    presence._seen = {person: at - 2000 for person, at in presence._seen.items()}
    assert presence.is_away("ben")


def test_a_player_who_returns_takes_the_seat_back_from_the_hosts_bot(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("five_in_a_row", "mo")
    ben.does(table, "join", name="Ben")
    anna.does(table, "start")
    ben.does(table, "away", away=True)
    anna.does(table, "seat_bot", seat=1, level="random")
    assert anna.frame(table)["seats"][1]["kind"] == "bot"
    with ben.watches(table) as line:
        line.until(lambda: bool(line.now["seats"][1]["kind"] == "person"))
    ben.does(table, "seat_bot", seat=1, level="random")
    with ben.watches(table) as line:
        line.does(do="chat", text="My own bot stays")
        assert line.now["seats"][1]["kind"] == "bot"
