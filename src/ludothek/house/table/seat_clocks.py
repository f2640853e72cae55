"""Personal clocks, as in chess: each seat has a time budget plus an increment per move, and loses at zero.

They exist for open games of two seats only: with hidden hands or simultaneous choices, thinking time would
reveal information. The clocks of bots and of free seats stand still.
"""

from dataclasses import dataclass

from ludothek.core import Game
from ludothek.house.api.table_types import Allowance


def is_clock_game(game: Game, seats: int) -> bool:
    """Whether the game can be played with personal clocks."""
    return seats == 2 and game.is_open and not game.declared.together


@dataclass
class SeatClocks:
    left: list[int]  # milliseconds per seat when its clock last stopped
    increment: int
    running: int | None = None  # the seat whose clock runs
    since: int = 0

    @classmethod
    def of(cls, allowance: Allowance | None, seats: int, scale: float) -> "SeatClocks | None":
        if allowance is None:
            return None
        return cls(
            [round(allowance.seconds * 1000 * scale)] * seats, round(allowance.increment * 1000 * scale)
        )

    def turn(self, to: int | None, at: int, *, has_moved: bool) -> None:
        """Stop the running clock, add its increment if its seat has moved, and start the clock of `to`."""
        if self.running is not None:
            self.left[self.running] = (
                max(0, self.left[self.running] - max(0, at - self.since)) + has_moved * self.increment
            )
        self.running, self.since = to, at

    def skip(self, to: int) -> None:
        """Do not count the time until `to`, in which no player could move."""
        self.since = to

    @property
    def ends(self) -> int | None:
        """The time at which the running clock reaches zero; None if no clock runs."""
        return None if self.running is None else self.since + self.left[self.running]
