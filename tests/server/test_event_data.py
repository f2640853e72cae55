"""Events carry data beside their sentences, which the boards draw from."""

from ludothek.core.texts import SPECTATOR
from ludothek.house.api.live_types import EventData
from ludothek.house.table.frames import FrameMoment, FrameRenderer
from tests.server.test_secrets import deals, sitting


def told(viewer: int) -> list[EventData]:
    made = sitting(
        "squid",
        2,
        [
            *deals("2 -1", "next again"),
            (0, "@0"),
            (0, "1"),
            (1, "1"),
            (0, "pass"),
            (1, "pass"),
            ("chance", "pow"),
            (0, "pass"),
            (1, "pass"),
        ],
    )
    return [
        one
        for event in FrameRenderer(made).frame(viewer, "en", 0, FrameMoment(0)).events
        if event.kind == "move"
        for one in event.happened
    ]


def test_a_board_is_told_who_walked_where_and_who_fell() -> None:
    heard = {one.key: one.values for one in told(0)}
    assert heard["places"] == {"who": 0, "place": 0}
    assert heard["walks"]["n"] == 2
    assert heard["votes"]["votes"] == [
        {"key": "words.vote", "values": {"who": seat, "vote": 1}} for seat in (0, 1)
    ]
    assert heard["turned_up"]["card"] == {"key": "words.card.pow", "values": {}}
    assert heard["shot"]["place"] == 2


def test_what_is_told_to_one_reaches_no_other() -> None:
    drawn = [one for one in told(1) if one.key == "you_draw"]
    assert [one.values["trick"]["key"] for one in drawn] == ["words.trick.next", "words.trick.again"]
    assert not [one for one in told(SPECTATOR) if one.key == "you_draw"]
