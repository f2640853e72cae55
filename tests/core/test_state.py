"""States: declared once, plain and packed, lossless both ways."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.core import Struct, int8, int16, int32, int64


class Example(Struct):
    small = int8()
    row = int16(3)
    grid = int8(2, 4)
    large = int64()
    middle = int32()


def test_a_new_state_is_all_zero() -> None:
    example = Example()
    assert (example.small, example.row, example.grid, example.large) == (0, [0] * 3, [[0] * 4, [0] * 4], 0)
    assert not np.any(example.pack().view(np.uint8))


@given(
    st.integers(-128, 127),
    st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3),
    st.lists(st.lists(st.integers(-128, 127), min_size=4, max_size=4), min_size=2, max_size=2),
    st.integers(-(2**63), 2**63 - 1),
)
def test_packing_loses_nothing(small: int, row: list[int], grid: list[list[int]], large: int) -> None:
    example = Example()
    example.small, example.row, example.grid, example.large = small, row, grid, large
    again = Example.unpack(example.pack()[0])
    assert again == example
    assert hash(again) == hash(example)
    assert again.pack().tobytes() == example.pack().tobytes()


def test_unpacked_values_are_python_integers() -> None:
    again = Example.unpack(Example().pack()[0])
    assert {type(v) for v in [again.small, again.large, *again.row, *again.grid[0]]} == {int}


def test_what_does_not_fit_is_refused() -> None:
    example = Example()
    example.small = 128
    with pytest.raises(OverflowError):
        example.pack()


def test_a_copy_is_independent() -> None:
    example = Example()
    copy = example.copy()
    copy.row[0] = copy.grid[1][2] = copy.small = 1
    assert example == Example()
    assert copy != example
