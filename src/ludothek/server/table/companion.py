"""With the box on the table: who says what was rolled or drawn, and how much of it falls at once."""

from typing import Any

from ludothek.core import CHANCE, Phrase
from ludothek.core.texts import SPECTATOR
from ludothek.server.table.sitting import Sitting

MOST = 20  # told at once


def tellers(sitting: Sitting, state: Any = None) -> list[int]:
    """The seats that may enter what chance did: those of the people who may know it.

    Dice and open cards are for everybody to enter. A card drawn into a hand is for whoever draws it; for everybody where a bot does.
    """
    people = [seat for seat, chair in enumerate(sitting.chairs) if chair.owner]
    variant, state = sitting.variant, sitting.table.state if state is None else state
    first, *others = variant.actions(state, CHANCE)
    if not others:
        return people
    one, another = (variant.after(state, CHANCE, action) for action in (first, others[0]))

    def knows(viewer: int) -> bool:
        return bool(variant.seen_by(one, viewer) != variant.seen_by(another, viewer))

    if knows(SPECTATOR):
        return people
    return [seat for seat in people if knows(seat)] or people


def falls(sitting: Sitting) -> list[list[Any]]:
    """What falls in a row, from what is asked now: for each, the states in which it may fall.

    Found by playing ahead: the row goes on while chance is asked the same, whatever fell before. What a card may be can depend on
    those drawn before it: hence all the states that one of them may lead to. Whoever tells is held to the rules in any case.
    """
    variant, states = sitting.variant, [sitting.table.state]
    asked, row = question(sitting, states[0]), list[list[Any]]()
    while len(row) < MOST and all(variant.to_act(state) == [CHANCE] and question(sitting, state) == asked for state in states):
        row.append(states)
        states = [variant.after(states[0], CHANCE, action) for action in variant.actions(states[0], CHANCE)]
    return row


def question(sitting: Sitting, state: Any) -> Phrase | None:
    """What a game asks of chance; a game of others may not have thought of the box on the table."""
    try:
        return sitting.variant.ask(state, CHANCE)
    except (KeyError, IndexError, ValueError):
        return None
