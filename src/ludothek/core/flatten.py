"""States as rows of plain numbers, for machine learning and for comparing machines.

The functions are generated field by field from the declaration of the state. They are rules, so every machine
can run them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ludothek.core.rule import rule
from ludothek.core.state import FieldSpec, Struct


def flat_size(struct: type[Struct]) -> int:
    """The number of values of a flattened state; each bit of a bit set is one."""
    return sum(field.count * (field.bits or 1) for field in struct.declared_fields().values())


def flatten_rule(struct: type[Struct]) -> Callable[..., None]:
    """Generate a rule (s, out, at, step=1) that writes a state as numbers.

    It writes every number of `s`, in the order of declaration, to `out[at]`, `out[at + step]` and so on.
    """
    lines = []
    for name, field in struct.declared_fields().items():
        lines += _each(name, field, partial(_spread, bits=field.bits) if field.bits else _written)
    flatten: Callable[..., None] = _rule("flatten", "s, out, at, step=1", lines)
    return flatten


def fold_rule(struct: type[Struct]) -> Callable[[Any, int], int]:
    """Generate a rule (s, key) that hashes a state with a key to 62 bits."""
    lines = []
    for name, field in struct.declared_fields().items():
        lines += _each(name, field, _mixed)
    fold: Callable[[Any, int], int] = _rule("fold", "s, key", [*lines, "return key"])
    return fold


def _each(name: str, field: FieldSpec, spell: Callable[[str], list[str]]) -> list[str]:
    """Lines that process every number of a field, in loops as deep as its shape."""
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
    namespace: dict[str, Any] = {}
    exec(f"def {name}({arguments}):\n    " + "\n    ".join(lines), {"__name__": __name__}, namespace)
    return rule(namespace[name])
