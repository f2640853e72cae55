"""Constant tables of numbers for rules: nested lists interpreted, constants in the code when compiled.

GAPS = ConstantTable([[0.5, 1.5], [2.5, 3.5]])        # GAPS[row][column]
SQUARES = ConstantTable([0, 1, 4, 9], "i4")           # 32 bits each
"""

from collections.abc import Iterable
from typing import Any

# What Numba reads of an array to embed it into the code
ARRAY_ATTRIBUTES = ("dtype", "flatten", "nbytes", "ndim", "shape", "strides")


class ConstantTable(list[Any]):
    def __init__(self, rows: Iterable[Any], kind: str = "f8") -> None:
        super().__init__(rows)
        self.kind = kind

    def __getattr__(self, name: str) -> Any:
        """Answer the array attributes that Numba reads, from a NumPy array; only compiling needs NumPy."""
        if name not in ARRAY_ATTRIBUTES:
            raise AttributeError(name)
        import numpy as np

        return getattr(np.array(self, self.kind), name)


def register() -> None:
    """Register `ConstantTable` with Numba as a read-only array."""
    from numba.core import types
    from numba.extending import typeof_impl
    from numba.np.numpy_support import from_dtype

    @typeof_impl.register(ConstantTable)
    def typed(table: ConstantTable, _: Any) -> types.Array:
        return types.Array(from_dtype(table.dtype), table.ndim, "C", readonly=True)
