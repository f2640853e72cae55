"""The kit: the number of each guard action and each trick."""

from typing import Any

from ludothek.core import BadKit, Phrase
from ludothek.core.kits import check_counts, check_group
from ludothek.games.squid.notation import GUARD_ACTION_NAMES, TRICK_NAMES
from ludothek.games.squid.rules import Kit

PARTS = {"guard_actions": (GUARD_ACTION_NAMES, 20), "tricks": (TRICK_NAMES, 21)}  # SQ-1


def check(figures: dict[str, Any]) -> None:
    check_group("", figures, PARTS)
    for part, (names, total) in PARTS.items():
        check_counts(part, figures[part], names, total)
    if not figures["guard_actions"]["pow"]:
        raise BadKit("guard_actions.pow", Phrase("refusals.pow"))


def fill(kit: Kit, figures: dict[str, Any], seats: int) -> None:
    kit.guard_actions = [figures["guard_actions"][name] for name in GUARD_ACTION_NAMES]
    kit.tricks = [figures["tricks"][name] for name in TRICK_NAMES]
