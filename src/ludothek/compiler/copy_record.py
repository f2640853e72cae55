"""Copying a record on every machine: `copy_record(s, out)` makes `out` equal to `s`.

Numba compiles the assignment of a record to a copy byte by byte, which is slow on a GPU for large states.
This copies by the widest words that fit.
"""

from functools import cache
from math import gcd
from types import ModuleType
from typing import Any

WIDEST = 8  # bytes
AT_ONCE = 8  # words read before the first is written, so that a GPU loads them in parallel


def copy_record(s: Any, out: Any) -> None:
    vars(out).update(vars(s.copy()))


@cache
def register(extending: ModuleType, types: ModuleType) -> None:
    """Register it in this pair of modules: one of Numba for CPUs, one of numba-cuda for GPUs."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core.cgutils import for_range_slice

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def by_words(_: Any, s: Any, out: Any) -> Any:
        width = gcd(s.size, WIDEST)  # records in arrays are aligned to multiples of their size

        def write(context: Any, builder: Any, signature: Any, records: Any) -> Any:
            word = ir.IntType(8 * width).as_pointer()
            source, target = (builder.bitcast(record, word) for record in records)
            count = s.size // width

            def number(n: int) -> Any:
                return context.get_constant(types.intp, n)

            def move(first: Any, words: int) -> None:
                places = [builder.add(first, number(k)) for k in range(words)]
                read = [builder.load(builder.gep(source, [place])) for place in places]
                for place, value in zip(places, read, strict=True):
                    builder.store(value, builder.gep(target, [place]))

            move(number(0), count % AT_ONCE)
            with for_range_slice(builder, number(count % AT_ONCE), number(count), number(AT_ONCE)) as (
                place,
                _,
            ):
                move(place, AT_ONCE)
            return context.get_dummy_value()

        return types.void(s, out), write

    @extending.overload(copy_record)
    def copied(s, out):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations and all
        return lambda s, out: by_words(s, out)
