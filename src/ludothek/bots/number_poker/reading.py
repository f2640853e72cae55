"""How well a seat can be read: what `hard` would have expected of it, and the chance to win of whoever had
answered to that.
"""

from ludothek.bots.contract import PlayerView
from ludothek.bots.number_poker.habits import Round, even
from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected
from ludothek.bots.number_poker.players import forecasts, rounds
from ludothek.bots.readability import Readability

GAMES = 2000  # played out for an answer, with three and four seats


def reading(view: PlayerView, seat: int, action: int) -> Readability | None:
    if view.state.thief:  # all is open then
        return None
    past, now = rounds(view)
    likely, other = (
        forecasts(past, now, seat)[-1],
        (seat + 1) % len(now.seats),
    )  # the left neighbour answers; each of the others could
    promised = worths(now, other, seat, likely)
    answer = max(now.allowed[other], key=lambda choice: promised[choice])
    came = worths(now, other, seat, [float(choice == action) for choice in range(CHOICES)])
    foreseen = max(range(CHOICES), key=lambda choice: likely[choice]) == action
    return Readability(foreseen, max(even(now, seat)), came[answer], expected(came, even(now, other)))


def worths(now: Round, other: int, seat: int, mix: Numbers) -> Numbers:
    """The chance to win of one seat with each choice, if another chooses like this and the rest evenly."""
    return now.gains(other, [mix if one == seat else even(now, one) for one in now.seats], GAMES)
