"""The kit: checks of its figures (MU-1)."""

from typing import Any

from ludothek.core import BadKit, Phrase
from ludothek.core.kits import (
    check_counts,
    check_group,
    check_list,
    check_one_of,
    check_printed,
    check_whole,
    shown,
)
from ludothek.games.museum.box import BLUE_DICE, MOST_DICE, Kit
from ludothek.games.museum.notation import CARDS, SYMBOLS

LEAST = {"purple_fields": 0, "red_fields": 1, "ida_behind": 1}
MOST = 9999  # a limit of fields and numbers, so that the rules can store them
TILES = 11
TOTAL_CARDS = 20
STRIPS = SYMBOLS[:5]
NEEDED_BLUE = ("cap", "shoe", "ida")
NEEDED_WHITE = ("dino",)
KEYS = (*LEAST, "tiles", "blue_die", "white_die", "strips", "cards")


def check(figures: dict[str, Any]) -> None:
    check_kept(figures)
    _check_faces("white_die", figures["white_die"], NEEDED_WHITE)
    for strip in ("cap", "shoe"):
        numbers = figures["strips"][strip]
        if not numbers or numbers[-1] == 0:
            raise BadKit(f"strips.{strip}", Phrase("refusals.nothing", numbers=shown(numbers)))


def check_kept(figures: dict[str, Any]) -> None:
    """Refuse what no version of the rules allowed.

    In version 1 the white die needed no dino, and the shoe strip no number.
    """
    check_group("", figures, KEYS)
    for key, least in LEAST.items():
        check_whole(key, figures[key], least, MOST)
    check_printed("tiles", figures["tiles"], TILES)
    _check_die("blue_die", figures["blue_die"], STRIPS)
    _check_faces("blue_die", figures["blue_die"], NEEDED_BLUE)
    _check_die("white_die", figures["white_die"], SYMBOLS)
    _check_strips(figures["strips"])
    check_counts("cards", figures["cards"], CARDS, TOTAL_CARDS)


def fill(kit: Kit, figures: dict[str, Any], seats: int) -> None:
    for key in (*LEAST, "tiles"):
        setattr(kit, key, figures[key])
    kit.blue_die = [figures["blue_die"].count(symbol) for symbol in SYMBOLS]
    kit.white_die = [figures["white_die"].count(symbol) for symbol in SYMBOLS]
    for strip, symbol in enumerate(STRIPS):
        numbers = figures["strips"][symbol][:MOST_DICE]
        kit.slots[strip] = len(numbers)
        kit.numbers[strip][1 : len(numbers) + 1] = numbers
    kit.cards = [figures["cards"][card] for card in CARDS]


def _check_die(key: str, found: object, allowed: tuple[str, ...]) -> None:
    faces = check_list(key, found, 6)
    for face in faces:
        check_one_of(key, face, allowed)


def _check_faces(key: str, faces: list[str], needed: tuple[str, ...]) -> None:
    for symbol in needed:
        if symbol not in faces:
            raise BadKit(
                key, Phrase("refusals.face", needed=[_word(face) for face in needed], missing=_word(symbol))
            )


def _word(symbol: str) -> Phrase:
    return Phrase(f"words.symbols.{symbol}")


def _check_strips(strips: Any) -> None:
    check_group("strips", strips, STRIPS)
    for strip in STRIPS:
        key, numbers = f"strips.{strip}", check_list(f"strips.{strip}", strips[strip])
        for number in numbers:
            check_whole(key, number, 0, MOST)
        if numbers != sorted(numbers):
            raise BadKit(key, Phrase("refusals.falls", numbers=shown(numbers)))
    if len(strips["cap"]) < BLUE_DICE:
        raise BadKit("strips.cap", Phrase("refusals.slots", least=BLUE_DICE, found=len(strips["cap"])))
    together = len(strips["shoe"]) + len(strips["ida"])
    if together < MOST_DICE:
        raise BadKit("strips.shoe", Phrase("refusals.slots_together", least=MOST_DICE, found=together))
