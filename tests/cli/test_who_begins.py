"""Who begins at one keyboard: drawn by lot from the seed, or the named seat."""

import pytest
from rich.console import Console

from ludothek.cli import menu
from ludothek.core import BadOption
from ludothek.core.chance import BEGINS, SecretSeed, lots


def names(begins: str | None) -> list[str]:
    seed = SecretSeed(b"1")
    wishes = menu.TableChoices("torris", 2, ["human", "hard"], ["Anna", "Bruno"], {}, None, seed, begins)
    keyboard = menu.open_game(Console(quiet=True), "en", wishes)
    assert keyboard.players[keyboard.names.index("Bruno")] == "hard"
    return keyboard.names


def test_a_lot_comes_from_the_seed() -> None:
    drawn = int(SecretSeed(b"1").draw_lot(BEGINS, lots(2)))
    assert names("lot")[0] == ("Anna", "Bruno")[drawn]


def test_a_seat_may_be_named_and_by_default_the_first_begins() -> None:
    assert names("2") == ["Bruno", "Anna"]
    assert names(None) == ["Anna", "Bruno"]


@pytest.mark.parametrize("begins", ["0", "3", "Anna"])
def test_anything_else_is_refused(begins: str) -> None:
    with pytest.raises(BadOption, match="--begins must be 'lot' or a seat from 1 to 2"):
        names(begins)
