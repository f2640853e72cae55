"""Timing of tables. The rules know no time; a game may define some of these in a `pace.py` beside its rules:

    SETTINGS                         options of a table, such as the seconds of a vote
    window(settings, kit, s)         the name and seconds of a simultaneous timed choice, or None
    default(kit, s, seat)            the move of a seat that has not chosen when the window ends
    earliest(settings, kit, s)       the seconds after a move before which the next is refused
    awaited(kit, s)                  the seats whose reading time that is, or None for all

Who has chosen stays hidden until the window ends, and it never ends early, so time reveals nothing. Windows
need a table with a clock; `earliest` holds at every table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludothek.core import Game, Variant
from ludothek.core.options import Option, complete_options

WindowRule = Callable[[Mapping[str, Any], Any, Any], tuple[str, float] | None]
DefaultRule = Callable[[Any, Any, int], str]
AwaitedRule = Callable[[Any, Any], list[int] | None]
EarliestRule = Callable[[Mapping[str, Any], Any, Any], float]


@dataclass(frozen=True)
class TimedWindow:
    kind: str
    milliseconds: int


class Pace:
    """The timing of one table."""

    def __init__(self, variant: Variant, settings: object, *, clock: bool, scale: float = 1.0) -> None:
        self.variant = variant
        module = variant.game.module("pace")
        self._window: WindowRule | None = getattr(module, "window", None) if clock else None
        self._default: DefaultRule | None = getattr(module, "default", None)
        self._earliest: EarliestRule | None = getattr(module, "earliest", None)
        self._awaited: AwaitedRule | None = getattr(module, "awaited", None)
        self.has_windows = self._window is not None
        self.settings = complete_options(settings_of(variant.game), settings, variant.seats)
        self.scale = scale

    def window(self, state: Any) -> TimedWindow | None:
        found = self._window and self._window(self.settings, self.variant.kit, state)
        return TimedWindow(found[0], round(found[1] * 1000 * self.scale)) if found else None

    def default(self, state: Any, seat: int) -> str:
        assert self._default is not None, "a game with windows says what is played when they end"
        return self._default(self.variant.kit, state, seat)

    def earliest(self, state: Any) -> int:
        """Milliseconds after the last move."""
        return (
            round(self._earliest(self.settings, self.variant.kit, state) * 1000 * self.scale)
            if self._earliest
            else 0
        )

    def awaited(self, state: Any) -> list[int] | None:
        return self._awaited(self.variant.kit, state) if self._awaited else None


def settings_of(game: Game) -> tuple[Option, ...]:
    return getattr(game.module("pace"), "SETTINGS", ())


def has_windows(game: Game) -> bool:
    return hasattr(game.module("pace"), "window")
