"""How predictable a choice of a seat was, in games with simultaneous choices.

The player module of a game may define `reading(view, seat, action)`, which forecasts the choice of `seat` and
compares the forecast with `action`, the actual choice. `view` is the public view before the choices, with the
public history: the forecast uses no more than an attentive opponent knows.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Readability:
    """Whether a choice was predictable from the habits of its seat, and what an opponent gained from that.

    The gain is a probability whose meaning depends on the game: in Squid that the guard reaches the seat, in
    Number Poker that the opponent wins.
    """

    foreseen: bool  # whether the seat made the choice that the forecast held most likely
    guess: float  # the probability of guessing the choice of a seat without habits
    read: float  # the gain of an opponent who plays a best response to the forecast, given the actual choice
    unread: float  # the gain of an opponent who plays without a forecast
