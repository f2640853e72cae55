"""The kit: how many there are of each guard action and of each trick."""

from collections.abc import Collection
from typing import Any

from ludothek.core import BadKit
from ludothek.games.squid.notation import GUARD_ACTION_NAMES, TRICK_NAMES
from ludothek.games.squid.rules import Kit

PARTS = {"guard_actions": (GUARD_ACTION_NAMES, 20), "tricks": (TRICK_NAMES, 21)}  # SQ-1


def check(figures: dict[str, Any]) -> None:
    _check_keys("", figures, PARTS)
    for part, (names, total) in PARTS.items():
        counts = figures[part]
        if not isinstance(counts, dict):
            raise BadKit(f"{part}: expected an object with the keys {', '.join(names)}, found {counts!r}")
        _check_keys(f"{part}.", counts, names)
        for name in names:
            if type(counts[name]) is not int or counts[name] < 0:
                raise BadKit(f"{part}.{name}: expected a whole number from 0, found {counts[name]!r}")
        if sum(counts.values()) != total:
            raise BadKit(f"{part}: expected {total} cards in all, found {sum(counts.values())}")
    actions = figures["guard_actions"]
    if actions["pow"] <= actions["trick"]:
        raise BadKit(f"guard_actions.pow: expected more than the {actions['trick']} of trick, found {actions['pow']}")


def fill(kit: Kit, figures: dict[str, Any], seats: int) -> None:
    kit.guard_actions = [figures["guard_actions"][name] for name in GUARD_ACTION_NAMES]
    kit.tricks = [figures["tricks"][name] for name in TRICK_NAMES]


def _check_keys(prefix: str, found: dict[str, Any], expected: Collection[str]) -> None:
    for key in expected:
        if key not in found:
            raise BadKit(f"{prefix}{key}: expected the keys {', '.join(expected)}, found none of this name")
    for key in found:
        if key not in expected:
            raise BadKit(f"{prefix}{key}: expected only the keys {', '.join(expected)}, found this one too")
