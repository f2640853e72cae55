"""With the box on the table: who says what was rolled or drawn, and how much of it falls at once.

What may fall is told as far as whoever tells it can know: a card that is offered to nobody would be in
somebody's hand.
"""

from collections.abc import Sequence
from typing import Any

from ludothek.core import CHANCE, IllegalMove, Phrase
from ludothek.core.texts import SPECTATOR
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting

MOST = 20  # told at once


def tellers(sitting: Sitting) -> list[int]:
    """The seats that may enter what chance did: those of the people who may know it.

    Dice and open cards are for everybody to enter. A card drawn into a hand is for whoever draws it; for
    everybody where a bot does.
    """
    people = [seat for seat, chair in enumerate(sitting.chairs) if chair.owner]
    variant, state = sitting.variant, sitting.table.state
    possible = variant.actions(_known(sitting, state, SPECTATOR), CHANCE)
    if len(possible) < 2:
        return people
    two = list(dict.fromkeys([*variant.actions(state, CHANCE), *possible]))[
        :2
    ]  # also where only one is left, which not all may know
    one, another = (variant.after(state, CHANCE, action) for action in two)

    def knows(viewer: int) -> bool:
        return bool(variant.seen_by(one, viewer) != variant.seen_by(another, viewer))

    if knows(SPECTATOR):
        return people
    return [seat for seat in people if knows(seat)] or people


def falls(sitting: Sitting, viewer: int) -> list[list[Any]]:
    """What falls in a row, from what is asked now: for each, the states in which it may fall, as far as this
    viewer can know.

    Found by playing ahead: the row goes on while chance is asked the same, whatever fell before. What a card
    may be can depend on those drawn before it: hence all the states that one of them may lead to. Whoever
    tells is held to the rules in any case.
    """
    variant, states = sitting.variant, [_known(sitting, sitting.table.state, viewer)]
    asked, row = question(sitting, states[0]), list[list[Any]]()
    while len(row) < MOST and all(
        variant.to_act(state) == [CHANCE] and question(sitting, state) == asked for state in states
    ):
        row.append(states)
        states = [variant.after(states[0], CHANCE, action) for action in variant.actions(states[0], CHANCE)]
    return row


def check_fall(sitting: Sitting, viewer: int, moves: Sequence[str]) -> None:
    """Refuse what this viewer can know not to have fallen. To be asked before the cards of others are looked
    at: whoever names some that they have not drawn, and one that cannot be, would learn from the refusal
    where the first ones are.
    """
    variant, state, most = (
        sitting.variant,
        _known(sitting, sitting.table.state, viewer),
        len(falls(sitting, viewer)),
    )
    for number, move in enumerate(moves):
        if number == most:
            raise Refused("fell_too_many", n=number)
        try:
            state = variant.play(state, CHANCE, move)
        except IllegalMove as refusal:
            raise Refused("cannot_fall", str(refusal), n=number + 1) from None


def _known(sitting: Sitting, state: Any, viewer: int) -> Any:
    """What a viewer knows, if chance can go on from there; a game of others may hide all of it."""
    known = sitting.variant.seen_by(state, viewer)
    return known if sitting.variant.actions(known, CHANCE) else state


def question(sitting: Sitting, state: Any) -> Phrase | None:
    """What a game asks of chance; a game of others may not have thought of the box on the table."""
    try:
        return sitting.variant.ask(state, CHANCE)
    except (KeyError, IndexError, ValueError):
        return None
