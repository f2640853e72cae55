"""Keep a test of the day's challenge within one UTC day: near its end, wait for the next."""

import datetime
import time

import pytest

ENOUGH = 180  # seconds, for the longest of them on a busy machine


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


@pytest.fixture(autouse=True)
def within_one_day() -> None:
    """Holds for every test of a module that imports it."""
    left = 86_400 - time.time() % 86_400
    if left < ENOUGH:
        time.sleep(left + 1)
