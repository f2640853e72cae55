"""What of a view stays as it is for many moves.

A game's `view` may take a fourth argument, `keep`, and say of such a thing under which name, and from what, it is made:

    "rows": keep(seat, (s.number[seat], s.least[seat]), rows, kit, s, seat)

By itself this is `rows(kit, s, seat)`. Whoever shows one position after the other remembers it, and has it made anew only when what it is
made from has changed. The kit need not be named: it is always the same.
"""

from collections.abc import Callable, Hashable
from typing import Any, Protocol


class Keep(Protocol):
    def __call__(self, name: Hashable, made_from: object, make: Callable[..., Any], /, *given: Any) -> Any: ...


def made_anew(name: Hashable, made_from: object, make: Callable[..., Any], /, *given: Any) -> Any:
    """How it is made where nobody remembers it."""
    return make(*given)


class Kept:
    """What lasts of the views that one viewer is shown, in the form in which it is used."""

    def __init__(self, form: Callable[[Any], Any] = lambda made: made) -> None:
        self._form = form
        self._last: dict[Hashable, tuple[object, Any]] = {}  # by name: from what it was made, and what that was

    def __call__(self, name: Hashable, made_from: object, make: Callable[..., Any], /, *given: Any) -> Any:
        last = self._last.get(name)
        if last is None or last[0] != made_from:
            last = self._last[name] = made_from, self._form(make(*given))
        return last[1]
