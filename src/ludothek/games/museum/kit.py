"""The box's figures: what `kit.toml`, or a kit of somebody's own, must look like (MU-1)."""

from collections.abc import Iterable
from typing import Any

from ludothek.core import BadKit
from ludothek.games.museum.notation import CARDS, SYMBOLS
from ludothek.games.museum.rules import MOST_DICE, Kit

LEAST = {"purple_fields": 0, "red_fields": 1, "ida_behind": 1}
MOST = 9999  # fields and numbers: far beyond any box, and a limit to what the rules have to store
TILES = 11
TOTAL_CARDS = 20
STRIPS = SYMBOLS[:5]
NEEDED = ("cap", "shoe", "ida")
KEYS = (*LEAST, "tiles", "blue_die", "white_die", "strips", "cards")


def check(figures: dict[str, Any]) -> None:
    _check_keys("", figures, KEYS)
    for key, least in LEAST.items():
        _check_whole(key, figures[key], least)
    if type(figures["tiles"]) is not int or figures["tiles"] != TILES:
        raise BadKit(f"tiles: expected {TILES}, as the rulebook prints, not {figures['tiles']!r}")
    _check_die("blue_die", figures["blue_die"], STRIPS)
    _check_die("white_die", figures["white_die"], SYMBOLS)
    _check_strips(figures["strips"])
    _check_cards(figures["cards"])


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


def _check_keys(prefix: str, found: object, expected: Iterable[str]) -> None:
    if not isinstance(found, dict):
        raise BadKit(f"{prefix.rstrip('.')}: expected an object with the keys {', '.join(expected)}, not {found!r}")
    for key in expected:
        if key not in found:
            raise BadKit(f"{prefix}{key}: is missing; expected the keys {', '.join(expected)}")
    for key in found:
        if key not in expected:
            raise BadKit(f"{prefix}{key}: is unknown; expected the keys {', '.join(expected)}")


def _check_whole(key: str, found: object, least: int, most: int = MOST) -> None:
    if type(found) is not int or not least <= found <= most:
        raise BadKit(f"{key}: expected a whole number from {least} to {most}, not {found!r}")


def _check_die(key: str, found: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(found, list) or len(found) != 6:
        raise BadKit(f"{key}: expected a list of six faces, not {found!r}")
    for face in found:
        if face not in allowed:
            raise BadKit(f"{key}: expected faces out of {', '.join(allowed)}, not {face!r}")
    for face in NEEDED:
        if face not in found:
            raise BadKit(f"{key}: expected {', '.join(NEEDED)} at least once each, but {face} is not among {', '.join(found)}")


def _check_strips(strips: Any) -> None:
    _check_keys("strips.", strips, STRIPS)
    for strip in STRIPS:
        key, numbers = f"strips.{strip}", strips[strip]
        if not isinstance(numbers, list):
            raise BadKit(f"{key}: expected a list of numbers, one a slot, not {numbers!r}")
        for number in numbers:
            _check_whole(key, number, 1)
        if numbers != sorted(numbers):
            raise BadKit(f"{key}: expected numbers that never fall, not {numbers}")
    if len(strips["cap"]) < MOST_DICE:
        raise BadKit(f"strips.cap: expected at least {MOST_DICE} slots, not {len(strips['cap'])}")
    together = len(strips["shoe"]) + len(strips["ida"])
    if together < MOST_DICE:
        raise BadKit(f"strips.shoe: expected at least {MOST_DICE} slots together with strips.ida, not {together}")


def _check_cards(cards: Any) -> None:
    _check_keys("cards.", cards, CARDS)
    for card in CARDS:
        _check_whole(f"cards.{card}", cards[card], 0, TOTAL_CARDS)
    if sum(cards.values()) != TOTAL_CARDS:
        raise BadKit(f"cards: expected {TOTAL_CARDS} in all, as the rulebook prints, not {sum(cards.values())}")
