"""Games that are won together, for the scenes: `python -m tests.e2e.won` searches them with the bots' guide.

A record keeps its kit, so that it stays a game when figures of the box change; it is remade when the pictures
should show the new ones.
"""

import json
import random
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from ludothek.core import CHANCE
from ludothek.core.table import Table

FOLDER = Path(__file__).parent / "won"
SEATS = {"museum": 2, "safehouse": 3}
FINEST = {"museum": "all"}  # of several ways to win, the one that is shown


def won_file(game: str) -> Path:
    return FOLDER / f"{game}.json"


def won(game: str, seats: int) -> dict[str, Any]:
    """The first game that is won, in the finest way."""
    tables = (played(Table.open(game, seats), random.Random(seed)) for seed in count())
    table = next(
        table for table in tables if is_won(table.variant.outcome(table.state) or {}, FINEST.get(game))
    )
    return table.record() | {"kit": table.variant.figures}


def is_won(outcome: dict[str, Any], how: str | None) -> bool:
    return bool(min(outcome["scores"]) > 0 and outcome["reason"] == (how or outcome["reason"]))


def played(table: Table, rng: random.Random) -> Table:
    variant = table.variant
    guide = import_module(f"ludothek.bots.{variant.game.id}.guide").guide
    while acting := variant.to_act(table.state):
        if acting[0] == CHANCE:
            odds = variant.chances(table.state)
            move = rng.choices(list(odds), list(odds.values()))[0]
        else:
            moves = variant.moves(table.state, acting[0])
            move = list(moves)[
                guide(variant.kit, table.state, acting[0], np.array(list(moves.values())), len(moves), None)
            ]
        table.play(acting[0], move)
    return table


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, seats in SEATS.items():
        won_file(game).write_text(json.dumps(won(game, seats), separators=(",", ":")) + "\n", "utf-8")
