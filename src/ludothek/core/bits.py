"""Operations on bit sets: `int.bit_count` and `int.bit_length`, registered with Numba for every machine.

Each is a single instruction on CPUs, GPUs and WebAssembly; a loop or lookup table would be slow on all three.
"""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from ludothek.core.rule import rule


@rule
def nth_bit(bits: int, n: int) -> int:
    """The position of the n-th bit of a set; the lowest has n = 0."""
    for _ in range(n):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


@cache
def register(extending: ModuleType, types: ModuleType) -> None:
    """Register the methods in this pair of modules: one of Numba for CPUs, one of numba-cuda for GPUs."""

    from llvmlite import ir  # type: ignore[import-untyped]

    def instruction(write: Callable[[Any, Any], Any]) -> Any:
        @extending.intrinsic  # type: ignore[untyped-decorator]
        def of(_: Any, bits: Any) -> Any:
            return types.int64(types.int64), lambda context, builder, signature, values: write(
                builder, values[0]
            )

        return of

    ones = instruction(lambda builder, bits: builder.ctpop(bits))
    leading = instruction(lambda builder, bits: builder.ctlz(bits, ir.Constant(ir.IntType(1), 0)))

    @extending.overload_method(types.Integer, "bit_count")
    def bit_count(bits):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations and all
        return lambda bits: ones(abs(bits))

    @extending.overload_method(types.Integer, "bit_length")
    def bit_length(bits):  # type: ignore[no-untyped-def]
        return lambda bits: 64 - leading(abs(bits))
