"""Numbers that never change, in rows: a list of lists interpreted, a constant part of the code compiled.

GAPS = Table([[0.5, 1.5], [2.5, 3.5]])        # GAPS[row][column]
SQUARES = Table([0, 1, 4, 9], "i4")           # of 32 bits each
"""

from collections.abc import Iterable
from typing import Any

ASKED = (
    "dtype",
    "flatten",
    "nbytes",
    "ndim",
    "shape",
    "strides",
)  # by Numba, when it writes an array into the code


class ConstantTable(list[Any]):
    def __init__(self, rows: Iterable[Any], kind: str = "f8") -> None:
        super().__init__(rows)
        self.kind = kind

    def __getattr__(self, name: str) -> Any:
        """What is asked of an array is answered by one: only who compiles asks, and has NumPy."""
        if name not in ASKED:
            raise AttributeError(name)
        import numpy as np

        return getattr(np.array(self, self.kind), name)


def register() -> None:
    """Tell Numba what it is: an array that nobody writes to."""
    from numba.core import types
    from numba.extending import typeof_impl
    from numba.np.numpy_support import from_dtype

    @typeof_impl.register(ConstantTable)
    def typed(table: ConstantTable, _: Any) -> types.Array:
        return types.Array(from_dtype(table.dtype), table.ndim, "C", readonly=True)
