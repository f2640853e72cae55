"""The figures of the museum: the constraints on a kit (MU-1)."""

from typing import Any

import pytest

from ludothek.core.registry import find
from tests.playing import refused_kit
from tests.rules.museum.setting import do, options, scene, shipped


def strips(**changes: Any) -> dict[str, Any]:
    return {"strips": shipped()["strips"] | changes}


def cards(**changes: Any) -> dict[str, Any]:
    return {"cards": shipped()["cards"] | changes}


@pytest.mark.rule("MU-1")
def test_the_shipped_figures() -> None:
    kit = shipped()
    assert [kit[key] for key in ("purple_fields", "tiles", "red_fields", "ida_behind")] == [5, 11, 3, 8]
    assert kit["blue_die"] == ["fox", "torch", "shoe", "shoe", "cap", "ida"]
    assert kit["white_die"] == ["fox", "torch", "shoe", "cap", "ida", "dino"]
    assert kit["strips"]["shoe"] == [1, 3, 4, 6, 7, 9]
    assert sum(kit["cards"].values()) == 20
    find("museum").variant(1, kit=kit)


@pytest.mark.rule("MU-1")
@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("purple_fields", {"purple_fields": -1}),
        ("purple_fields", {"purple_fields": True}),
        ("purple_fields", {"purple_fields": 5.0}),
        ("tiles", {"tiles": 10}),
        ("tiles", {"tiles": 11.0}),
        ("red_fields", {"red_fields": 0}),
        ("red_fields", {"red_fields": "4"}),
        ("ida_behind", {"ida_behind": 0}),
        ("ida_behind", {"ida_behind": None}),
        ("ida_behind", {"ida_behind": 1_000_000}),
        ("blue_die", {"blue_die": ["fox", "torch", "dino", "shoe", "cap", "ida"]}),
        ("blue_die", {"blue_die": ["fox", "torch", "shoe", "cap", "ida"]}),
        ("blue_die", {"blue_die": ["fox", "torch", "fox", "shoe", "fox", "ida"]}),
        ("blue_die", {"blue_die": "shoe"}),
        ("white_die", {"white_die": ["fox", "torch", "shoe", "shoe", "cap", "ida"]}),
        ("white_die", {"white_die": ["fox", "torch", ["shoe"], "shoe", "cap", "ida"]}),
        ("strips", {"strips": [1, 2]}),
        ("strips.cap", strips(cap=[1, 2, 3, 4, 5])),
        ("strips.cap", strips(cap=[0, 0, 0, 0, 0, 0])),
        ("strips.shoe", strips(shoe=[0, 0, 0])),
        ("strips.shoe", strips(shoe=[], ida=[1] * 7)),
        ("strips.shoe", strips(shoe=[1, 2, 3], ida=[1, 2, 3])),
        ("strips.torch", strips(torch=[2, 1])),
        ("strips.torch", strips(torch=[-1, 1])),
        ("strips.fox", strips(fox=[1, True])),
        ("strips.fox", strips(fox=3)),
        ("strips.fox", strips(fox=["1"])),
        ("strips.dino", strips(dino=[1])),
        ("strips.ida", {"strips": {k: v for k, v in shipped()["strips"].items() if k != "ida"}}),
        ("cards", cards(light1=3)),
        ("cards.light1", cards(light1=-2, light2=5)),
        ("cards.light1", cards(light1=2.0)),
        ("cards.light3", cards(light3=0)),
        ("cards.turn2", {"cards": {k: v for k, v in shipped()["cards"].items() if k != "turn2"}}),
        ("cards", {"cards": None}),
        ("colour", {"colour": "red"}),
    ],
)
def test_a_bad_kit_is_refused_by_the_name_of_its_key(key: str, changes: dict[str, Any]) -> None:
    assert refused_kit("museum", shipped(**changes)).startswith(f"{key}: ")


@pytest.mark.rule("MU-1")
@pytest.mark.parametrize("key", list(shipped()))
def test_every_key_is_needed(key: str) -> None:
    assert refused_kit("museum", {k: v for k, v in shipped().items() if k != key}).startswith(
        f"{key}: missing"
    )


@pytest.mark.rule("MU-1")
@pytest.mark.parametrize(
    "changes",
    [
        {"purple_fields": 0, "red_fields": 1, "ida_behind": 1},
        strips(fox=[], torch=[]),
        strips(shoe=[1], ida=[1] * 6),
        strips(cap=[0, 0, 0, 0, 0, 1]),
        strips(fox=[0], torch=[0, 0], shoe=[0, 1], ida=[0, 0, 0, 0, 0]),
        {"white_die": ["dino"] * 6},
        {"white_die": ["fox", "torch", "shoe", "shoe", "fox", "dino"]},
        strips(cap=[1] * 12),
        cards(light1=0, light2=0, steps2=5),
    ],
)
def test_what_the_rules_do_not_forbid_is_accepted(changes: dict[str, Any]) -> None:
    find("museum").variant(2, kit=shipped(**changes))


@pytest.mark.rule("MU-1", "MU-5")
def test_a_strip_has_as_many_slots_as_numbers() -> None:
    table = scene("shoe shoe shoe fox fox fox", kit=shipped(**strips(shoe=[2, 5])))
    do(table, "shoe", "shoe")
    assert options(table) == {"fox", "roll"}
