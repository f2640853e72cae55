"""Rendering of phrases in a language."""

import pytest

from ludothek.core import EVERYBODY, Event, People, Phrase, Seat, only
from ludothek.core.texts import SPECTATOR, Texts, as_data

TEXTS = Texts(
    "en",
    {
        "hello": "Hello {who}",
        "stones.one": "{n} stone",
        "stones.other": "{n} stones",
        "list": "{a} and {b}",
        "twice": "{a} {a} %{b}",
    },
)


def test_gaps_are_filled() -> None:
    assert TEXTS.say(Phrase("hello", who=Seat(1)), ["Ada", "Bo"]) == "Hello Bo"
    assert TEXTS.say(Phrase("hello", who=Seat(1))) == "Hello 2"
    assert (
        TEXTS.say(Phrase("list", a=[1, Seat(0)], b=Phrase("hello", who="you")), ["Ada"])
        == "1, Ada and Hello you"
    )
    assert (
        TEXTS.say(Phrase("twice", a=["100 %", Seat(0)], b="!"), ["Ada {a}"])
        == "100 %, Ada {a} 100 %, Ada {a} %!"
    )


@pytest.mark.parametrize(
    ("seats", "said"), [([], ""), ([1], "Bo"), ([0, 1], "Ada and Bo"), ([0, 1, 2], "Ada, Bo and Cy")]
)
def test_several_people_are_named_as_one_speaks(seats: list[int], said: str) -> None:
    people = Phrase("hello", who=People(Seat(seat) for seat in seats))
    assert TEXTS.say(people, ["Ada", "Bo", "Cy"]) == f"Hello {said}"
    assert as_data(people)["values"] == {"who": seats}


@pytest.mark.parametrize(("n", "said"), [(0, "0 stones"), (1, "1 stone"), (2, "2 stones")])
def test_singular_and_plural(n: int, said: str) -> None:
    assert TEXTS.say(Phrase("stones", n=n)) == said


def test_markup_in_names_stays_text() -> None:
    assert TEXTS.say(Phrase("hello", who=Seat(0)), ["{0.__class__} <b>"]) == "Hello {0.__class__} <b>"


def test_audiences() -> None:
    secret = Event("x", only(1, 2))
    assert [secret.is_for(viewer) for viewer in (0, 1, 2, SPECTATOR)] == [False, True, True, False]
    others = Event("x", EVERYBODY & ~only(1))
    assert [others.is_for(viewer) for viewer in (0, 1, 2, SPECTATOR)] == [True, False, True, True]


def test_what_happened_is_data_too() -> None:
    event = Event("shot", who=Seat(2), place=5, cards=[Phrase("words.card", n=1), "pow"])
    assert as_data(event) == {
        "key": "shot",
        "values": {"who": 2, "place": 5, "cards": [{"key": "words.card", "values": {"n": 1}}, "pow"]},
    }


def test_a_template_may_hold_any_sign() -> None:
    texts = Texts("en", {"plain": "100 % {{sure}}", "gap": "{n} % {{sure}}"})
    assert texts.say(Phrase("plain")) == "100 % {sure}"
    assert texts.say(Phrase("gap", n=5)) == "5 % {sure}"
