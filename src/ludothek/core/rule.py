"""`@rule` marks a function as part of a game's rules.

The function stays a plain Python function. The first compiled play registers all marked functions with Numba;
until then Numba is not even imported, so that a table opens at once.

`@inlined` functions are always compiled into their callers: the few functions of a game that run at every
decision (`Game` marks them), and small steps such as drawing a number. LLVM would not inline them into large
rules, which halves the speed of some games. It decides for itself about the functions that they call.
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
    """Whether the function is marked with `@inlined`."""
    return function in _inlined


def is_rule(function: object) -> bool:
    """Whether the function is marked with `@rule`."""
    return function in _rules


def take_marked() -> list[Callable[..., object]]:
    """Return the functions marked since the last call."""
    marked = _marked[:]
    _marked.clear()
    return marked
