"""Room for numbers that a rule needs while it runs.

    best = floats(3, TOP + 1)      best[jokers][number]: a list of lists interpreted, an array on the stack
    compiled

Compiled rules do not allocate: a thread of a card has no heap, and a WebAssembly module would need an
allocator. So what `floats` and `wholes` give lives no longer than the function that asked for it. A function
that is to fill something for its caller is handed it.
"""

import math
from importlib import import_module
from typing import Any


def floats(*shape: int) -> Any:
    """So many zeros, or rows of zeros: numbers of 64 bits with a point.

    The shape is of numbers that are known beforehand.
    """
    return _nested(0.0, shape)


def wholes(*shape: int) -> Any:
    """The same, of whole numbers of 64 bits."""
    return _nested(0, shape)


def _nested(zero: float, shape: tuple[int, ...]) -> list[Any]:
    first, *rest = shape
    return [_nested(zero, tuple(rest)) for _ in range(first)] if rest else [zero] * first


def register() -> None:
    """Tell Numba what these two are."""
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
        made = arrays.make_array(array)(context, builder)
        arrays.populate_array(made, place, shape, strides, step[0], None)
        return made._getvalue()

    for function, kind in ((floats, types.float64), (wholes, types.int64)):

        def generic(self: Any, shape: Any, _: Any) -> Any:
            if all(isinstance(size, types.IntegerLiteral) for size in shape):
                return typing.signature(types.Array(self.dtype, len(shape), "C"), *shape)
            return None  # and Numba asks again, with what it knows of the numbers

        typed = type(
            "Typed", (typing.AbstractTemplate,), {"key": function, "dtype": kind, "generic": generic}
        )
        typing.infer_global(function, types.Function(typed))
        extending.lower_builtin(function, types.VarArg(types.Any))(on_the_stack)
