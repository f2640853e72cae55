"""States as rows of plain numbers, for programs that learn and for comparing machines.

The functions are written out field by field from the declaration of the state, and are rules like any other:
every machine can run them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ludothek.core.rule import rule
from ludothek.core.state import FieldSpec, Struct


def flat_size(struct: type[Struct]) -> int:
    """How many numbers a state becomes: of a set of bits, each is one."""
    return sum(field.count * (field.bits or 1) for field in struct.declared_fields().values())


def flattened(struct: type[Struct]) -> Callable[..., None]:
    """A rule (s, out, at, step=1): write every number of `s`, in the order of declaration, to `out` from
    place `at` on, a step apart.
    """
    lines = []
    for name, field in struct.declared_fields().items():
        lines += _each(name, field, partial(_spread, bits=field.bits) if field.bits else _written)
    flatten: Callable[..., None] = _rule("flatten", "s, out, at, step=1", lines)
    return flatten


def folded(struct: type[Struct]) -> Callable[[Any, int], int]:
    """A rule (s, key): a number of 62 bits that another state, or the same state after another `key`, would
    hardly have.
    """
    lines = []
    for name, field in struct.declared_fields().items():
        lines += _each(name, field, _mixed)
    fold: Callable[[Any, int], int] = _rule("fold", "s, key", [*lines, "return key"])
    return fold


def _each(name: str, field: FieldSpec, spell: Callable[[str], list[str]]) -> list[str]:
    """Lines that do something with every number of a field, in loops as deep as its shape."""
    value, head, indent = f"s.{name}", [], ""
    for depth, size in enumerate(field.shape):
        head.append(f"{indent}for i{depth} in range({size}):")
        value += f"[i{depth}]"
        indent += "    "
    return head + [indent + line for line in spell(value)]


def _written(value: str) -> list[str]:
    return [f"out[at] = {value}", "at += step"]


def _spread(value: str, bits: int) -> list[str]:
    return [f"for bit in range({bits}):", f"    out[at] = {value} >> bit & 1", "    at += step"]


def _mixed(value: str) -> list[str]:
    return [f"key = ((key ^ {value}) * 0x5851F42D4C957F2D) & 0x3FFFFFFFFFFFFFFF", "key ^= key >> 29"]


def _rule(name: str, arguments: str, lines: list[str]) -> Any:
    made: dict[str, Any] = {}
    exec(f"def {name}({arguments}):\n    " + "\n    ".join(lines), {"__name__": __name__}, made)
    return rule(made[name])
