"""A killed server has every move that it acknowledged. (`bench/kill.py` does this a hundred times.)"""

from pathlib import Path

from tests.server.killing import killed_at_random


def test_no_acknowledged_move_is_missing(db: Path) -> None:
    seen = killed_at_random(db, times=3, seed=7)
    assert seen["missing"] == 0
    assert seen["acknowledged"] > 0
