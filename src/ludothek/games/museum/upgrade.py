"""Upgrading records of version 1, which asked less.

It always rolled the white die, drew the last card and lit the last tile; an option decided about the encore;
and the cards that reroll caps could not be played once the strips acted.
"""

from typing import Any

from ludothek.games.museum.box import (
    CARD_POINT,
    CARDS,
    CHOOSING,
    LAST_CARD,
    LAST_TILE,
    MEETING,
    REROLL1,
    REROLL2,
    Kit,
    State,
)
from ludothek.games.museum.cards import is_playable

SILENT = {CHOOSING: "white", LAST_CARD: "draw", LAST_TILE: "light"}


def options(version: int, given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "encore" or type(value) is not bool}


def silent_choice(version: int, given: dict[str, Any], kit: Kit, s: State) -> str | None:
    if s.stage == MEETING:
        return "encore" if given.get("encore") else "end"
    if s.stage == CARD_POINT:
        asked = any(
            s.hand[card] and is_playable(kit, s, card)
            for card in range(CARDS)
            if not REROLL1 <= card <= REROLL2
        )
        return None if asked else "go"
    return SILENT.get(s.stage)
