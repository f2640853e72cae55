"""`@rule` marks a function as part of a game's rules.

The function stays an ordinary Python function. When compiled play is first asked for, `compile` registers every marked
function with Numba; until then Numba need not even be imported, so that a table opens at once.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_marked: list[Callable[..., object]] = []
_rules: set[Callable[..., object]] = set()


def rule(function: F) -> F:
    _marked.append(function)
    _rules.add(function)
    return function


def is_rule(function: object) -> bool:
    """Whether it has been marked."""
    return function in _rules


def take_marked() -> list[Callable[..., object]]:
    """The functions marked since the last call."""
    taken = _marked[:]
    _marked.clear()
    return taken
