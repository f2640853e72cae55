"""The exponential and the logarithm in plain arithmetic, with the same bits on every machine.

The functions of `math` come from a library whose last bit differs between platforms, and WebAssembly has
none. The relative error is about 1e-16.
"""

import math
from typing import Any

from ludothek.core.rule import rule

LN2 = 0.6931471805599453
# ln 2 in two parts, so that a multiple of it can be subtracted exactly
LN2_FRONT, LN2_REST = 0.693147180369123816490, 1.90821492927058770002e-10
LARGEST = 700.0  # beyond this, e**x overflows


@rule
def exp(x: float) -> float:
    x = min(max(x, -LARGEST), LARGEST)
    twos = math.floor(x / LN2 + 0.5)
    rest = (x - twos * LN2_FRONT) - twos * LN2_REST  # at most half of ln 2
    power = 1.0
    for k in range(14, 0, -1):
        power = 1.0 + rest * power / k
    factor = 2.0 if twos > 0 else 0.5
    for _ in range(abs(twos)):
        power *= factor
    return power


@rule
def fill_logarithms(out: Any, count: int, target: int) -> None:
    """Write the natural logarithms of count + 1 to target to `out[n]`; those up to `count` exist.

    Each is its predecessor plus 2 artanh(1 / (2n - 1)). Kahan summation: `out[0]` holds the rounding error.
    """
    for n in range(max(count + 1, 2), target + 1):
        small = 1.0 / (2 * n - 1)
        term = 2.0 * small
        more = term
        k = 1
        while term > 1e-22:
            term *= small * small
            k += 2
            more += term / k
        more += out[0]
        out[n] = out[n - 1] + more
        out[0] = more - (out[n] - out[n - 1])
