"""States, declared once: a plain object to interpret, a packed record to compile.

    class State(Struct):
        turn = int8()           # an integer
        board = int8(8)         # eight of them: s.board[i]
        hands = int8(4, 5)      # four times five: s.hands[seat][kind]

From this class come the plain object (Python integers and lists, all zero to begin with) and `State.dtype`, a NumPy record of the
same fields. `pack` and `unpack` convert one into the other without loss; the bytes of a packed state are its serialisation.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Field:
    """One declared field; replaced by plain values in every instance."""

    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest value that it can hold."""
        half: int = 1 << (8 * int(self.kind[1:]) - 1)
        return -half, half - 1


class _Packed:
    """`State.dtype`: made when it is first asked for, because only packing needs NumPy."""

    def __get__(self, _: object, struct: "type[Struct]") -> "np.dtype[np.void]":
        import numpy as np

        made = np.dtype([(name, f.kind, f.shape) for name, f in struct.declared_fields().items()], align=True)
        type.__setattr__(struct, "dtype", made)  # in the place of this one, from now on
        return made


class _Integer:
    """The spelling of a field: `int8()`, `int8(4)`, `int8(4, 5)`. To a type checker it is what an instance holds there."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, size: int, /) -> list[int]: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> list[list[int]]: ...
    def __call__(self, *shape: int) -> Any:
        return Field(self.kind, shape)


int8 = _Integer("i1")
int16 = _Integer("i2")
int32 = _Integer("i4")
int64 = _Integer("i8")


def _zeros(shape: tuple[int, ...]) -> str:
    if not shape:
        return "0"
    if len(shape) == 1:
        return f"[0] * {shape[0]}"
    return f"[[0] * {shape[1]} for _ in range({shape[0]})]"


def _copied(source: str, shape: tuple[int, ...]) -> str:
    if not shape:
        return source
    if len(shape) == 1:
        return f"{source}[:]"
    return f"[row[:] for row in {source}]"


def _method(name: str, lines: list[str]) -> Any:
    made: dict[str, Any] = {}
    exec(f"def {name}(self):\n    " + "\n    ".join(lines or ["pass"]), {}, made)
    return made[name]


class Struct:
    """The base of every state and of every kit."""

    dtype = _Packed()
    _fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        cls._fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        for name in cls._fields:
            delattr(cls, name)
        # Written out field by field, as dataclasses do: interpreted play copies a state at every move.
        cls.__init__ = _method("__init__", [f"self.{n} = {_zeros(f.shape)}" for n, f in cls._fields.items()])  # type: ignore[method-assign]
        cls.copy = _method(  # type: ignore[method-assign]
            "copy",
            ["new = self.__class__.__new__(self.__class__)"]
            + [f"new.{n} = {_copied(f'self.{n}', f.shape)}" for n, f in cls._fields.items()]
            + ["return new"],
        )

    @classmethod
    def declared_fields(cls) -> dict[str, Field]:
        """What was declared, by name."""
        return cls._fields

    def copy(self) -> Self:
        raise NotImplementedError  # made per class

    def pack(self) -> "NDArray[np.void]":
        """This state as an array of one record. A value that its field cannot hold raises OverflowError."""
        import numpy as np

        record = np.zeros(1, self.dtype)
        for name in self._fields:
            record[name][0] = getattr(self, name)
        return record

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
