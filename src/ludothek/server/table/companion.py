"""With the box on the table: who says what was rolled or drawn."""

from ludothek.core import CHANCE
from ludothek.core.texts import SPECTATOR
from ludothek.server.table.sitting import Sitting


def tellers(sitting: Sitting) -> list[int]:
    """The seats that may enter what chance did: those of the people who may know it.

    Dice and open cards are for everybody to enter. A card drawn into a hand is for whoever draws it, and for the others on the same
    device; for everybody where a bot draws it.
    """
    people = [seat for seat, chair in enumerate(sitting.chairs) if chair.owner]
    first, *others = sitting.asked[CHANCE].values()
    if not others:
        return people
    variant, state = sitting.variant, sitting.table.state
    one, another = (variant.after(state, CHANCE, action) for action in (first, others[0]))

    def knows(viewer: int) -> bool:
        return bool(variant.seen_by(one, viewer) != variant.seen_by(another, viewer))

    if knows(SPECTATOR):
        return people
    knowing = {sitting.chairs[seat].owner for seat in people if knows(seat)}
    return [seat for seat in people if sitting.chairs[seat].owner in knowing] or people
