"""Scratch arrays for rules.

    best = floats(3, TOP + 1)      best[jokers][number]: lists interpreted, a stack array compiled

Compiled rules do not allocate: a GPU thread has no heap, and a WebAssembly module would need an allocator. So
an array of `floats` or `wholes` lives only as long as the function that called it; a function that fills an
array for its caller takes it as an argument.
"""

import math
from importlib import import_module
from typing import Any


def floats(*shape: int) -> Any:
    """Return an array of zeros, 64-bit floats.

    The sizes must be compile-time constants.
    """
    return _nested(0.0, shape)


def wholes(*shape: int) -> Any:
    """Return an array of zeros, 64-bit integers; else as `floats`."""
    return _nested(0, shape)


def _nested(zero: float, shape: tuple[int, ...]) -> list[Any]:
    first, *rest = shape
    return [_nested(zero, tuple(rest)) for _ in range(first)] if rest else [zero] * first


def register() -> None:
    """Register `floats` and `wholes` with Numba."""
    types, cgutils, arrays, typing, extending = (
        import_module(f"numba.{name}")
        for name in ("core.types", "core.cgutils", "np.arrayobj", "core.typing.templates", "extending")
    )

    def on_the_stack(context: Any, builder: Any, signature: Any, _: Any) -> Any:
        array = signature.return_type
        sizes = [size.literal_value for size in signature.args]
        item = context.get_data_type(array.dtype)
        count, width = math.prod(sizes), context.get_abi_sizeof(item)
        place = cgutils.alloca_once(builder, item, size=count)
        cgutils.memset(builder, place, context.get_constant(types.intp, count * width), 0)
        steps = [width * math.prod(sizes[k + 1 :]) for k in range(len(sizes))]
        shape, strides, step = (
            [context.get_constant(types.intp, n) for n in numbers] for numbers in (sizes, steps, [width])
        )
        value = arrays.make_array(array)(context, builder)
        arrays.populate_array(value, place, shape, strides, step[0], None)
        return value._getvalue()

    for function, kind in ((floats, types.float64), (wholes, types.int64)):

        def generic(self: Any, shape: Any, _: Any) -> Any:
            if all(isinstance(size, types.IntegerLiteral) for size in shape):
                return typing.signature(types.Array(self.dtype, len(shape), "C"), *shape)
            return None  # Numba tries again with literal types

        typed = type(
            "Typed", (typing.AbstractTemplate,), {"key": function, "dtype": kind, "generic": generic}
        )
        typing.infer_global(function, types.Function(typed))
        extending.lower_builtin(function, types.VarArg(types.Any))(on_the_stack)
