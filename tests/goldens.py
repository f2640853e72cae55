"""Golden games and perft counts: made by `python -m tests.goldens GAME …`, compared by `test_golden.py`.

A golden file is remade only when the rules are meant to change; the difference then shows in the commit what
changed.
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from ludothek.core import Variant
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.testing import variants_of
from tests.playing import play_at_random

FOLDER = Path(__file__).parent / "golden"
FEWEST = 4
MOST_NODES = 20_000  # limits the depth of a perft


def golden_file(game_id: str) -> Path:
    return FOLDER / f"{game_id}.jsonl"


def golden_lines(game_id: str) -> Iterator[dict[str, Any]]:
    """Random games for every shape of the game, at least FEWEST, with perfts from start and middle."""
    shapes = list(variants_of(find(game_id)))
    for number, variant in enumerate(islice(cycle(shapes), max(FEWEST, len(shapes)))):
        table = play_at_random(Table(variant), random.Random(1000 + number))
        yield told(table.record())


def told(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with its results: outcome, a digest of the final state, perft counts."""
    table = Table.load(record)
    middle = Table.load(record | {"moves": record["moves"][: len(record["moves"]) // 2]})
    return {
        "record": record,
        "outcome": table.variant.outcome(table.state),
        "state": hashlib.sha256(table.state.pack().tobytes()).hexdigest(),
        "perft": {
            "start": perft(table.variant, table.variant.start()),
            "middle": perft(table.variant, middle.state),
        },
    }


def perft(variant: Variant, state: Any) -> list[int]:
    """Count the sequences of 1, 2, 3 … moves (perft); of several seats to act the first moves first."""
    counts: list[int] = []
    states = [state]
    while len(counts) < 8:
        moves = [
            (s, seat, action)
            for s in states
            for seat in variant.to_act(s)[:1]
            for action in variant.actions(s, seat)
        ]
        counts.append(len(moves))
        if not moves or len(moves) > MOST_NODES // 4:
            break
        states = [variant.after(s, seat, action) for s, seat, action in moves]
    return counts


def main() -> None:
    for game_id in sys.argv[1:]:
        find(game_id)
        FOLDER.mkdir(exist_ok=True)
        lines = [json.dumps(line, separators=(",", ":")) + "\n" for line in golden_lines(game_id)]
        golden_file(game_id).write_text("".join(lines))


if __name__ == "__main__":
    main()
