"""Companion mode: people at the physical box report rolls and draws to the table.

A viewer is offered only outcomes that are possible as far as that viewer knows; otherwise the list would
tell which cards others hold.
"""

from collections.abc import Sequence
from typing import Any

from ludothek.core import CHANCE, IllegalMove, Phrase
from ludothek.core.texts import SPECTATOR
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting

MAX_OUTCOMES = 20  # reported at once


def chance_reporters(sitting: Sitting) -> list[int]:
    """Return the seats that may report the outcome of chance: people who may know it.

    Every person may report dice and open cards. A card drawn to a hand is reported by the player who draws
    it; if a bot draws it, by every person.
    """
    people = [seat for seat, table_seat in enumerate(sitting.seats) if table_seat.owner]
    variant, state = sitting.variant, sitting.table.state
    possible = variant.actions(_known_state(sitting, state, SPECTATOR), CHANCE)
    if len(possible) < 2:
        return people
    two = list(dict.fromkeys([*variant.actions(state, CHANCE), *possible]))[
        :2
    ]  # two even if one remains, which is not public
    one, another = (variant.after(state, CHANCE, action) for action in two)

    def knows(viewer: int) -> bool:
        return bool(variant.seen_by(one, viewer) != variant.seen_by(another, viewer))

    if knows(SPECTATOR):
        return people
    return [seat for seat in people if knows(seat)] or people


def outcomes_in_a_row(sitting: Sitting, viewer: int) -> list[list[Any]]:
    """Return, per outcome that can be reported at once, the states it may occur in as the viewer knows them.

    The function plays ahead while the game asks the same of chance after every outcome. Which cards are left
    can depend on the cards drawn before, hence several states. Reports are checked against the rules anyway.
    """
    variant, states = sitting.variant, [_known_state(sitting, sitting.table.state, viewer)]
    asked, row = chance_prompt(sitting, states[0]), list[list[Any]]()
    while len(row) < MAX_OUTCOMES and all(
        variant.to_act(state) == [CHANCE] and chance_prompt(sitting, state) == asked for state in states
    ):
        row.append(states)
        states = [variant.after(states[0], CHANCE, action) for action in variant.actions(states[0], CHANCE)]
    return row


def check_reported(sitting: Sitting, viewer: int, moves: Sequence[str]) -> None:
    """Refuse reported moves that this viewer can know to be impossible.

    Call it before checking against hidden cards: otherwise a player could report made-up cards followed by
    an impossible one, and learn from the refusal where the first ones are.
    """
    variant, state, most = (
        sitting.variant,
        _known_state(sitting, sitting.table.state, viewer),
        len(outcomes_in_a_row(sitting, viewer)),
    )
    for number, move in enumerate(moves):
        if number == most:
            raise Refused("fell_too_many", n=number)
        try:
            state = variant.play(state, CHANCE, move)
        except IllegalMove as refusal:
            raise Refused("cannot_fall", str(refusal), n=number + 1) from None


def _known_state(sitting: Sitting, state: Any, viewer: int) -> Any:
    """Return the viewer's part of the state if chance can act on it, else the full state.

    External games may hide everything from a viewer.
    """
    known = sitting.variant.seen_by(state, viewer)
    return known if sitting.variant.actions(known, CHANCE) else state


def chance_prompt(sitting: Sitting, state: Any) -> Phrase | None:
    """Return the game's prompt for chance; None if an external game does not support companion mode."""
    try:
        return sitting.variant.ask(state, CHANCE)
    except (KeyError, IndexError, ValueError):
        return None
