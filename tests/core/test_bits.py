"""Bits are counted compiled as they are in Python."""

from ludothek.compiler.drivers import prepare


def count(bits: int) -> int:
    return bits.bit_count()


def length(bits: int) -> int:
    return bits.bit_length()


def test_compiled_integers_count_their_bits_as_pythons_do() -> None:
    numba = prepare()
    for bits in (0, 1, 2, 3, 0b1011000, (1 << 62) + 1, (1 << 63) - 1, -1, -8, -(1 << 40)):
        assert numba.njit(count)(bits) == bits.bit_count()
        assert numba.njit(length)(bits) == bits.bit_length()
