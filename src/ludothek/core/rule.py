"""`@rule` marks a function as part of a game's rules.

The function stays an ordinary Python function. When compiled play is first asked for, `compile` registers
every marked function with Numba; until then Numba need not even be imported, so that a table opens at once.

What is also `@inlined` is compiled into whoever calls it: the few functions of a game that are asked at every
decision (`Game` sees to those), and the small steps between them, such as drawing a number. A compiler that
finds the rules large would call each of them, which costs some games half of their speed. What they call in
turn it may decide for itself.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_marked: list[Callable[..., object]] = []
_rules: set[Callable[..., object]] = set()
_inlined: set[Callable[..., object]] = set()


def rule(function: F) -> F:
    _marked.append(function)
    _rules.add(function)
    return function


def inlined(function: F) -> F:
    _inlined.add(function)
    return function


def is_inlined(function: object) -> bool:
    """Whether it has been marked so."""
    return function in _inlined


def is_rule(function: object) -> bool:
    """Whether it has been marked."""
    return function in _rules


def take_marked() -> list[Callable[..., object]]:
    """The functions marked since the last call."""
    taken = _marked[:]
    _marked.clear()
    return taken
