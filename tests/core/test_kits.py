"""The checks that kits have in common, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest

from ludothek.core import BadKit, Phrase
from ludothek.core.kits import (
    check_counts,
    check_group,
    check_list,
    check_one_of,
    check_printed,
    check_whole,
    no_kit,
    read,
    shown,
)
from ludothek.core.registry import find


def refused(check: Callable[..., Any], *given: Any) -> tuple[str, str]:
    """The reason in English and in German."""
    with pytest.raises(BadKit) as refusal:
        check(*given)
    return str(refusal.value), refusal.value.said("de")


def test_what_is_as_it_should_be_is_taken() -> None:
    assert check_group("", {"a": 1, "b": 2}, ("b", "a")) == {"a": 1, "b": 2}
    assert [check_whole("a", number, 2, 4) for number in (2, 4)] == [2, 4]
    assert check_list("a", [1], 1) == check_list("a", [1]) == [1]
    check_one_of("a", "x", ("x", "y"))
    check_printed("a", 11, 11)
    check_counts("a", {"x": 0, "y": 3}, ("x", "y"), 3)


@pytest.mark.parametrize(
    ("check", "given", "english", "german"),
    [
        (
            check_group,
            ("", 3, ("a", "b")),
            "expected a group with the keys a, b, not 3",
            "Hier muss eine Gruppe",
        ),
        (
            check_group,
            ("", {"b": 1}, ("a", "b")),
            "a: missing; the keys are a, b",
            "a: Das fehlt. Gebraucht werden: a, b.",
        ),
        (check_group, ("x.y", {"c": 1}, ()), "x.y.c: unknown", "x.y.c: Das gibt es hier nicht."),
        (
            check_whole,
            ("a", 5, 2, 4),
            "a: expected a whole number from 2 to 4, not 5",
            "a: Hier muss eine ganze Zahl von 2 bis 4 stehen, nicht 5.",
        ),
        (
            check_whole,
            ("a", True, 0, 4),
            "a: expected a whole number from 0 to 4, not true",
            "a: Hier muss eine ganze Zahl",
        ),
        (
            check_whole,
            ("a", 2.0, 0, 4),
            "a: expected a whole number from 0 to 4, not 2.0",
            "a: Hier muss eine ganze Zahl",
        ),
        (
            check_whole,
            ("a", None, 0, 4),
            "a: a whole number from 0 to 4 is missing here",
            "a: Hier fehlt eine ganze Zahl von 0 bis 4.",
        ),
        (
            check_list,
            ("a", "xy"),
            'a: expected a list, not "xy"',
            'a: Hier muss eine Liste stehen, nicht "xy".',
        ),
        (
            check_list,
            ("a", [1], 2),
            "a: expected 2 entries, not 1",
            "a: Hier müssen 2 Einträge stehen, nicht 1.",
        ),
        (
            check_one_of,
            ("a", [], ("x", "y")),
            "a: expected one of x, y, not []",
            "a: Möglich sind x, y, nicht [].",
        ),
        (
            check_printed,
            ("a", 11.0, 11),
            "a: expected 11, as the rulebook prints, not 11.0",
            "a: Hier muss 11 stehen, wie in der Anleitung",
        ),
        (
            check_counts,
            ("a", {"x": 1, "y": 3}, ("x", "y"), 3),
            "a: expected 3 in all, not 4",
            "a: Zusammen müssen es 3 sein, nicht 4.",
        ),
        (
            check_counts,
            ("a", {"x": 4, "y": -1}, ("x", "y"), 3),
            "a.x: expected a whole number from 0 to 3",
            "a.x: Hier muss",
        ),
        (
            read,
            ("a = 1\n= 2",),
            "this file cannot be read as TOML: something is wrong in line 2",
            "Diese Datei lässt sich nicht als TOML lesen",
        ),
        (
            read,
            ("{" * 5000, "own.json"),
            "own.json: this file cannot be read as JSON",
            "own.json: Diese Datei lässt sich nicht als JSON lesen",
        ),
        (
            read,
            ("a = " + "[" * 5000,),
            "this file cannot be read as TOML",
            "Diese Datei lässt sich nicht als TOML lesen.",
        ),
    ],
)
def test_what_is_not_is_refused_in_both_languages(
    check: Callable[..., Any], given: tuple[Any, ...], english: str, german: str
) -> None:
    for said, expected in zip(refused(check, *given), (english, german), strict=True):
        assert said.startswith(expected)


def test_a_file_is_toml_or_json() -> None:
    assert read("a = 1") == read(' {"a": 1}') == {"a": 1}


def test_a_game_without_a_kit_says_so() -> None:
    assert refused(find("torris").variant, 2, None, {}) == (
        str(no_kit("torris")),
        no_kit("torris").said("de"),
    )


def test_a_plain_text_is_said_as_it_stands() -> None:
    assert (str(BadKit("lead: too long")), BadKit("lead: too long").said("de")) == (
        "lead: too long",
        "lead: too long",
    )


def test_a_game_refuses_in_its_own_words() -> None:
    game = find("museum")
    with pytest.raises(BadKit) as refused, game.own_words():
        raise BadKit(
            "white_die",
            Phrase(
                "refusals.face", needed=[Phrase("words.symbols.cap")], missing=Phrase("words.symbols.cap")
            ),
        )
    assert (
        refused.value.said("de")
        == "white_die: Jedes muss mindestens einmal vorkommen: Mütze. Es fehlt: Mütze."
    )


def test_without_its_game_a_check_still_names_the_figure() -> None:
    assert str(BadKit("lead", Phrase("refusals.of_a_game", n=3))).startswith("lead: ")


def test_what_is_long_or_deep_is_cut_short() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown("x" * 1000) == '"' + "x" * 58 + "…"
    assert shown(deep) == "…"
