"""Personal clocks, as beside a chess board: each seat has time of its own, is given some more after each of
its moves, and has lost when none is left.

They are for open games of two alone: where hands are hidden, or several choose at once, the time that
somebody takes would tell something. A bot's clock stands, and so does that of a seat on which nobody sits.
"""

from dataclasses import dataclass

from ludothek.core import Game
from ludothek.house.api.table_types import Allowance


def suit(game: Game, seats: int) -> bool:
    """Whether a game can be played by the clock."""
    return seats == 2 and game.is_open and not game.declared.together


@dataclass
class SeatClocks:
    left: list[int]  # milliseconds of each seat, when its clock last stood
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
        """Stop the one that runs, which is given time if its seat has moved; and start another."""
        if self.running is not None:
            self.left[self.running] = (
                max(0, self.left[self.running] - max(0, at - self.since)) + has_moved * self.increment
            )
        self.running, self.since = to, at

    def skip(self, to: int) -> None:
        """Nobody could have moved until now: that time does not count."""
        self.since = to

    @property
    def ends(self) -> int | None:
        """When the time of whoever is to move is up; None while no clock runs."""
        return None if self.running is None else self.since + self.left[self.running]
