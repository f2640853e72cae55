"""Measure how predictable a seat's choice was: `hard`'s forecast, and what a best response to it wins."""

from ludothek.bots.contract import PlayerView
from ludothek.bots.number_poker.habits import Round, even
from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected
from ludothek.bots.number_poker.players import forecasts, rounds
from ludothek.bots.readability import Readability

GAMES = 2000  # playouts for each call, with three and four seats


def reading(view: PlayerView, seat: int, action: int) -> Readability | None:
    """Return how readable a choice was; None for a theft, where nothing is hidden."""
    if view.state.thief:  # a theft hides nothing
        return None
    past, now = rounds(view)
    likely, other = (
        forecasts(past, now, seat)[-1],
        (seat + 1) % len(now.seats),
    )  # the left neighbour stands for all opponents
    promised = worths(now, other, seat, likely)
    answer = max(now.allowed[other], key=lambda choice: promised[choice])
    came = worths(now, other, seat, [float(choice == action) for choice in range(CHOICES)])
    foreseen = max(range(CHOICES), key=lambda choice: likely[choice]) == action
    return Readability(foreseen, max(even(now, seat)), came[answer], expected(came, even(now, other)))


def worths(now: Round, other: int, seat: int, mix: Numbers) -> Numbers:
    """Return one seat's chance to win with each choice, if `seat` chooses by `mix` and the rest evenly."""
    return now.gains(other, [mix if one == seat else even(now, one) for one in now.seats], GAMES)
