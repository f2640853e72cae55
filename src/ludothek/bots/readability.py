"""How predictable a seat is in games with simultaneous choices.

A players' module may define `reading(view, seat, action)`: it gets the public view before the choices, with
the public history, and what a seat then chose, so that it knows no more than an attentive opponent.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Readability:
    """A choice, as the habits of its seat made it likely; and what could be made of that: a chance, of what
    the game says.
    """

    foreseen: bool  # whether it was the likeliest
    guess: float  # how often the best guess is right of somebody without habits
    read: float  # what an opponent who answered to the habits would have had, after what was chosen
    unread: float  # and one who did not care
