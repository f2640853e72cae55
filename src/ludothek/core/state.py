"""States, declared once: a plain object to interpret, a packed record to compile.

    class State(Struct):
        turn = int8()           # an integer
        board = int8(8)         # eight of them: s.board[i]
        hands = int8(4, 5)      # four times five: s.hands[seat][kind]

From this class come the plain object (Python integers and lists, all zero to begin with) and a packed record
of the same fields, laid out as C would. `to_bytes` and `from_bytes` convert one into the other without loss,
and need nothing but Python; for those who have NumPy there are `State.dtype`, `pack` and `unpack`.
"""

import math
import struct
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class FieldSpec:
    """One declared field; replaced by plain values in every instance."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape

    @property
    def count(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest value that it can hold."""
        half: int = 1 << (8 * int(self.kind[1:]) - 1)
        return (0, 2 * half - 1) if self.kind[0] == "u" else (-half, half - 1)

    @property
    def bits(self) -> int:
        """Of a set of bits, as the widest integers are, how many there can be in it; else 0."""
        return 8 * int(self.kind[1:]) if self.kind in SETS else 0


SETS = ("u4", "i8")


class _Packed:
    """`State.dtype`: made when it is first asked for, because only packing needs NumPy."""

    def __get__(self, _: object, struct: "type[Struct]") -> "np.dtype[np.void]":
        import numpy as np

        made = np.dtype([(name, f.kind, f.shape) for name, f in struct.declared_fields().items()], align=True)
        type.__setattr__(struct, "dtype", made)  # in the place of this one, from now on
        return made


class Layout:
    """How a record lies in memory: every number at a multiple of its size, and the whole of a multiple of the
    largest.
    """

    def __init__(self, fields: dict[str, FieldSpec]) -> None:
        self.places: dict[str, int] = {}
        form, size, largest = "<", 0, 1
        for name, field in fields.items():
            width = int(field.kind[1:])
            gap = -size % width
            self.places[name] = size + gap
            form += f"{gap}x{field.count}{CODES[field.kind]}"
            size += gap + field.count * width
            largest = max(largest, width)
        self.form = struct.Struct(f"{form}{-size % largest}x")
        self.size = self.form.size


CODES = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "u4": "I",
    "i8": "q",
    "f4": "f",
    "f8": "d",
    "?": "?",
}  # NumPy's names of numbers, and Python's


class _Integer:
    """The spelling of a field: `int8()`, `int8(4)`, `int8(4, 5)`.

    To a type checker it is what an instance holds there.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, size: int, /) -> list[int]: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> list[list[int]]: ...
    def __call__(self, *shape: int) -> Any:
        return FieldSpec(self.kind, shape)


int8 = _Integer("i1")
int16 = _Integer("i2")
int32 = _Integer("i4")
uint32 = _Integer("u4")
int64 = _Integer("i8")


class _Float(_Integer):
    """The same for numbers with a point: `float64()`.

    Records that programs work on may have such; states have whole numbers only.
    """

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __call__(self) -> float: ...
        @overload
        def __call__(self, size: int, /) -> list[float]: ...
        @overload
        def __call__(self, rows: int, columns: int, /) -> list[list[float]]: ...
        def __call__(self, *shape: int) -> Any: ...


float64 = _Float("f8")


def _zeros(field: FieldSpec) -> str:
    zero, shape = "0.0" if field.kind.startswith("f") else "0", field.shape
    if not shape:
        return zero
    if len(shape) == 1:
        return f"[{zero}] * {shape[0]}"
    return f"[[{zero}] * {shape[1]} for _ in range({shape[0]})]"


def _copied(source: str, shape: tuple[int, ...]) -> str:
    if not shape:
        return source
    if len(shape) == 1:
        return f"{source}[:]"
    return f"[{', '.join(f'{source}[{row}][:]' for row in range(shape[0]))}]"


def _taken(values: Iterator[Any], shape: tuple[int, ...]) -> Any:
    """The next values in that shape."""
    if not shape:
        return next(values)
    return [_taken(values, shape[1:]) for _ in range(shape[0])]


def _method(name: str, lines: list[str]) -> Any:
    made: dict[str, Any] = {}
    exec(f"def {name}(self):\n    " + "\n    ".join(lines or ["pass"]), {}, made)
    return made[name]


class Struct:
    """The base of every state and of every kit."""

    dtype = _Packed()
    _fields: ClassVar[dict[str, FieldSpec]]

    def __init_subclass__(cls) -> None:
        cls._fields = {name: field for name, field in vars(cls).items() if isinstance(field, FieldSpec)}
        for name in cls._fields:
            delattr(cls, name)
        # Written out field by field, as dataclasses do: interpreted play copies a state at every move.
        cls.__init__ = _method("__init__", [f"self.{n} = {_zeros(f)}" for n, f in cls._fields.items()])  # type: ignore[method-assign]
        cls.copy = _method(  # type: ignore[method-assign]
            "copy",
            ["new = self.__class__.__new__(self.__class__)"]
            + [f"new.{n} = {_copied(f'self.{n}', f.shape)}" for n, f in cls._fields.items()]
            + ["return new"],
        )

    @classmethod
    def declared_fields(cls) -> dict[str, FieldSpec]:
        """What was declared, by name."""
        return cls._fields

    def copy(self) -> Self:
        raise NotImplementedError  # made per class

    @classmethod
    @cache
    def laid_out(cls) -> Layout:
        return Layout(cls._fields)

    def to_bytes(self) -> bytes:
        """This state as the bytes of a record. A value that its field cannot hold raises OverflowError."""
        values: list[Any] = []
        for name, field in self._fields.items():
            value = getattr(self, name)
            values += [value] if not field.shape else value if len(field.shape) == 1 else chain(*value)
        try:
            return self.laid_out().form.pack(*values)
        except struct.error as error:
            raise OverflowError(f"{type(self).__name__} holds what cannot be packed: {error}") from None

    @classmethod
    def from_bytes(cls, record: bytes) -> Self:
        """The plain object of the bytes of one record."""
        new, values = cls.__new__(cls), iter(cls.laid_out().form.unpack(record))
        for name, field in cls._fields.items():
            setattr(new, name, _taken(values, field.shape))
        return new

    def pack(self) -> "NDArray[np.void]":
        """This state as an array of one record."""
        import numpy as np

        return np.frombuffer(bytearray(self.to_bytes()), self.dtype)

    @classmethod
    def unpack(cls, record: Any) -> Self:
        """The plain object of one record (an element of an array of `dtype`)."""
        new = cls.__new__(cls)
        for name in cls._fields:
            setattr(new, name, record[name].tolist())
        return new

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in vars(self).items())})"


class Nothing(Struct):
    """The kit of a game that has neither figures nor options. (A record cannot be empty.)"""

    nothing = int8()
