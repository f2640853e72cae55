"""States, declared once: a plain object to interpret, a packed record to compile.

    class State(Struct):
        turn = int8()           # an integer
        board = int8(8)         # eight of them: s.board[i]
        hands = int8(4, 5)      # four times five: s.hands[seat][kind]

Instances hold Python integers and lists, initially zero. The packed record has the same fields with the
layout of C. `to_bytes` and `from_bytes` convert between them without loss and without NumPy; with NumPy there
are `State.dtype`, `pack` and `unpack`.
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
    """One declared field; instances hold plain values instead."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape

    @property
    def count(self) -> int:
        """The number of values in it."""
        return math.prod(self.shape)

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest value of an integer field."""
        half: int = 1 << (8 * int(self.kind[1:]) - 1)
        return (0, 2 * half - 1) if self.kind[0] == "u" else (-half, half - 1)

    @property
    def bits(self) -> int:
        """The number of bits, if the field is a bit set (the widest integers); else 0."""
        return 8 * int(self.kind[1:]) if self.kind in SETS else 0


SETS = ("u4", "i8")  # the types used for bit sets


class _Packed:
    """`State.dtype`, created on first access, because only packing needs NumPy."""

    def __get__(self, _: object, struct: "type[Struct]") -> "np.dtype[np.void]":
        import numpy as np

        dtype = np.dtype(
            [(name, f.kind, f.shape) for name, f in struct.declared_fields().items()], align=True
        )
        type.__setattr__(struct, "dtype", dtype)  # replaces this descriptor
        return dtype


class Layout:
    """The memory layout of a record.

    Every number is aligned to its size, and the whole to the largest of them.
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


# NumPy's type codes and those of Python's `struct`
CODES = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "u4": "I",
    "i8": "q",
    "f4": "f",
    "f8": "d",
    "?": "?",
}


class _Integer:
    """A field type: `int8()`, `int8(4)`, `int8(4, 5)`.

    To a type checker the call returns what instances hold.
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
    """A field type of floating-point numbers: `float64()`.

    Only for records that programs work on; states have integers only.
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


def _copy_source(source: str, shape: tuple[int, ...]) -> str:
    if not shape:
        return source
    if len(shape) == 1:
        return f"{source}[:]"
    return f"[{', '.join(f'{source}[{row}][:]' for row in range(shape[0]))}]"


def _take(values: Iterator[Any], shape: tuple[int, ...]) -> Any:
    """Take the next values in that shape."""
    if not shape:
        return next(values)
    return [_take(values, shape[1:]) for _ in range(shape[0])]


def _make_method(name: str, lines: list[str]) -> Any:
    namespace: dict[str, Any] = {}
    exec(f"def {name}(self):\n    " + "\n    ".join(lines or ["pass"]), {}, namespace)
    return namespace[name]


class Struct:
    """The base of every state and kit."""

    dtype = _Packed()
    _fields: ClassVar[dict[str, FieldSpec]]

    def __init_subclass__(cls) -> None:
        cls._fields = {name: field for name, field in vars(cls).items() if isinstance(field, FieldSpec)}
        for name in cls._fields:
            delattr(cls, name)
        # Generated field by field for speed: interpreted play copies a state at every move
        zeros = [f"self.{name} = {_zeros(field)}" for name, field in cls._fields.items()]
        cls.__init__ = _make_method("__init__", zeros)  # type: ignore[method-assign]
        cls.copy = _make_method(  # type: ignore[method-assign]
            "copy",
            ["new = self.__class__.__new__(self.__class__)"]
            + [f"new.{n} = {_copy_source(f'self.{n}', f.shape)}" for n, f in cls._fields.items()]
            + ["return new"],
        )

    @classmethod
    def declared_fields(cls) -> dict[str, FieldSpec]:
        """The declared fields by name."""
        return cls._fields

    def copy(self) -> Self:
        raise NotImplementedError  # generated per class

    @classmethod
    @cache
    def record_layout(cls) -> Layout:
        return Layout(cls._fields)

    def to_bytes(self) -> bytes:
        """Pack this object; raise OverflowError if a value does not fit its field."""
        values: list[Any] = []
        for name, field in self._fields.items():
            value = getattr(self, name)
            values += [value] if not field.shape else value if len(field.shape) == 1 else chain(*value)
        try:
            return self.record_layout().form.pack(*values)
        except struct.error as error:
            raise OverflowError(
                f"{type(self).__name__} holds a value that cannot be packed: {error}"
            ) from None

    @classmethod
    def from_bytes(cls, record: bytes) -> Self:
        """Unpack the bytes of one record."""
        new, values = cls.__new__(cls), iter(cls.record_layout().form.unpack(record))
        for name, field in cls._fields.items():
            setattr(new, name, _take(values, field.shape))
        return new

    def pack(self) -> "NDArray[np.void]":
        """Return this object as a NumPy array of one record."""
        import numpy as np

        return np.frombuffer(bytearray(self.to_bytes()), self.dtype)

    @classmethod
    def unpack(cls, record: Any) -> Self:
        """Convert one record (an element of an array of `dtype`)."""
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
    """The kit of a game without figures and options. (A record cannot be empty.)"""

    nothing = int8()
