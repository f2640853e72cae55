"""Options: choices of a table besides its seats.

A game declares them as `options` of its `Declaration`; each value becomes a field of its Kit.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ludothek.core.errors import BadOption


class Option(Protocol):
    name: str

    def schema(self) -> dict[str, Any]: ...
    def default(self, seats: int) -> Any: ...
    def check(self, value: object) -> None: ...
    def number(self, value: Any) -> int: ...


class OneOf:
    """One of a few named values. Texts are numbered in order; integers stand for themselves."""

    def __init__(
        self, name: str, values: Sequence[str] | Sequence[int], default: Callable[[int], Any] | None = None
    ) -> None:
        self.name = name
        self.values = list(values)
        self._default = default

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"enum": self.values}
        return schema if self._default else schema | {"default": self.values[0]}

    def default(self, seats: int) -> Any:
        return self._default(seats) if self._default else self.values[0]

    def check(self, value: object) -> None:
        if type(value) not in (str, int) or value not in self.values:
            allowed = ", ".join(str(v) for v in self.values)
            raise BadOption(f"option {self.name}: {value!r} is not one of {allowed}")

    def number(self, value: Any) -> int:
        return value if isinstance(value, int) else self.values.index(value)


class Whole:
    """An integer in a range."""

    def __init__(self, name: str, low: int, high: int, default: int) -> None:
        self.name = name
        self.low = low
        self.high = high
        self._default = default

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high, "default": self._default}

    def default(self, seats: int) -> int:
        return self._default

    def check(self, value: object) -> None:
        if type(value) is not int or not self.low <= value <= self.high:
            raise BadOption(
                f"option {self.name}: {value!r} is not a whole number from {self.low} to {self.high}"
            )

    def number(self, value: int) -> int:
        return value


class Flag:
    """A boolean, off by default."""

    def __init__(self, name: str) -> None:
        self.name = name

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "default": False}

    def default(self, seats: int) -> bool:
        return False

    def check(self, value: object) -> None:
        if type(value) is not bool:
            raise BadOption(f"option {self.name}: {value!r} is not true or false")

    def number(self, value: bool) -> int:
        return int(value)


def schema_of(options: Sequence[Option]) -> dict[str, Any]:
    """The JSON Schema of a game's options."""
    return {
        "type": "object",
        "properties": {o.name: o.schema() for o in options},
        "additionalProperties": False,
    }


def complete_options(options: Sequence[Option], given: object, seats: int) -> dict[str, Any]:
    """Check the given options and add the defaults."""
    if not isinstance(given, Mapping):
        raise BadOption(f"options must be an object, not {given!r}")
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            hint = f"its options are: {', '.join(names)}" if names else "it has none"
            raise BadOption(f"the game has no option {name!r}; {hint}")
    chosen = {}
    for option in options:
        value = given.get(option.name, option.default(seats))
        option.check(value)
        chosen[option.name] = value
    return chosen
