"""A game's declaration is checked when it is loaded; errors are sentences that say what to write."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ludothek.core import BadGame, Declaration, Flag, Struct, int8
from ludothek.core.game import FUNCTIONS, check_parts, declaration_of
from ludothek.core.registry import broken_games, find, installed_games

GOOD = Declaration(seats=(2, 4), age=8, minutes=10, hidden=False, chance=False, actions=7, legal=7)


class State(Struct):
    turn = int8()


def rules(declared: object = GOOD, **changed: Any) -> Any:
    functions = {name: lambda *given: None for name in FUNCTIONS}
    return SimpleNamespace(
        **{"__name__": "dice.rules", "GAME": declared, "State": State, **functions, **changed}
    )


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("seats", (0, 2), "the fewest and the most"),
        ("seats", (3, 2), "the fewest and the most"),
        ("seats", (2, 9), "from 1 to 8"),
        ("seats", 2, "such as"),
        ("age", "eight", "a whole number from 0"),
        ("minutes", 0, "a whole number from 1"),
        ("actions", 0, "a whole number from 1"),
        ("legal", 2.0, "a whole number from 1"),
        ("hidden", 1, "True or False"),
        ("chance", None, "True or False"),
        ("together", "yes", "True or False"),
        ("take_back", 0, "True or False"),
        ("box", None, "the name of the box"),
        ("options", [Flag("encore")], "a tuple"),
        ("options", (Flag("encore"), Flag("encore")), "different names"),
        ("parts", ("bord",), "figures, kit, pace"),
        ("parts", "kit", "a tuple"),
    ],
)
def test_a_wrong_value_is_named_with_what_it_should_be(field: str, value: object, wanted: str) -> None:
    with pytest.raises(BadGame, match=f"{field} must be .*{wanted}"):
        replace(GOOD, **{field: value})  # type: ignore[arg-type]


def test_a_good_one_is_taken() -> None:
    assert declaration_of(rules()) is GOOD


def test_a_game_must_declare_itself() -> None:
    with pytest.raises(BadGame, match=r"dice/rules\.py must declare the game: GAME = Declaration"):
        declaration_of(rules(None))


def test_a_game_must_have_a_state() -> None:
    with pytest.raises(BadGame, match=r"class State\(Struct\)"):
        declaration_of(rules(State=int))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_missing_rule_is_named_with_what_it_is_given(name: str) -> None:
    with pytest.raises(BadGame, match=rf"no function {name}\(kit, s"):
        declaration_of(rules(**{name: None}))


def test_a_hidden_game_needs_resample() -> None:
    hidden = replace(GOOD, hidden=True)
    with pytest.raises(BadGame, match=r"resample\(kit, s, seat, stream\): it fills"):
        declaration_of(rules(hidden))
    assert declaration_of(rules(hidden, resample=lambda *given: None)) is hidden


def test_an_option_needs_a_field_of_the_kit() -> None:
    with pytest.raises(
        BadGame, match=r"option 'encore', and its Kit needs a field for it: encore = int8\(\)"
    ):
        declaration_of(rules(replace(GOOD, options=(Flag("encore"),))))


def test_what_lies_in_the_folder_and_what_is_declared_are_the_same() -> None:
    torris = find("torris")
    for parts, wanted in (
        ((), "has a figures.toml that its declaration does not name"),
        (("figures", "kit", "terminal"), "no kit.toml"),
    ):
        game: Any = SimpleNamespace(
            id=torris.id, folder=torris.folder, declared=replace(torris.declared, parts=parts)
        )
        with pytest.raises(BadGame, match=wanted):
            check_parts(game)


def test_every_game_of_the_house_is_on_the_shelf() -> None:
    assert not broken_games()
    assert {game.id for game in installed_games() if game.declared.together} == {
        "clear_board",
        "museum",
        "safehouse",
    }
    assert {game.id for game in installed_games() if game.declared.hidden} == {
        "number_poker",
        "shell_game",
        "squid",
    }
