"""Copying a record, on every machine: `copy_record(s, out)` makes `out` the same as `s`.

To assign a record is compiled byte by byte, and a state of some thousand bytes takes a card long. Here it is
copied by the widest words that fit.
"""

from functools import cache
from math import gcd
from types import ModuleType
from typing import Any

WIDEST = 8  # bytes
AT_ONCE = 8  # words that are read before the first of them is written: a card fetches them side by side


def copy_record(s: Any, out: Any) -> None:
    vars(out).update(vars(s.copy()))


@cache
def register(extending: ModuleType, types: ModuleType) -> None:
    """As with bits, Numba has one of these pairs of modules for processors, numba-cuda another for cards."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core.cgutils import for_range_slice

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def by_words(_: Any, s: Any, out: Any) -> Any:
        width = gcd(s.size, WIDEST)  # records of an array stand at multiples of their size

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
