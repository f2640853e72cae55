"""How well somebody can be read, where all choose at once.

A game's players may say it: `reading(view, seat, action)` in their module is given a round as everybody sees
it before the choices, with all that everybody saw before, and what a seat then chose. It knows nothing that
an attentive opponent could not know.
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
