"""Memory of a table: while it waits, with two viewers, and what remains after all have left.


    python bench/tables.py [--tables 300] [--moves 40] [GAME…]

The same is repeated with as many new tables: what remains then beyond the first time is what a server would
grow by. Each game runs in a process of its own, with journals in SQLite; viewers connect without a network.
"""

import argparse
import asyncio
import gc
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from ludothek.core.registry import game_ids
from ludothek.house.live.listener import Listener
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person, fresh
from ludothek.house.table.refusals import Refused
from ludothek.server.server_house import ServerHouse
from tests.server import houses

KB = 1024


async def measured(game: str, tables: int, moves: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="ludothek-tables-") as folder:
        async with houses.opened(Path(folder), kept_open=0) as house:
            await gone_through(house, game, 10, moves)  # warm-up: loads what all tables share
            found = await gone_through(house, game, tables, moves)
            again = await gone_through(house, game, tables, moves)
    return {"game": game, "tables": tables} | found | {"left_again_kB": again["left_kB"]}


async def gone_through(house: ServerHouse, game: str, tables: int, moves: int) -> dict[str, int]:
    """Open, watch and leave tables; return the kB per table of each stage."""
    before = resident()
    open_tables = [await played(house, game, moves) for _ in range(tables)]
    waiting = resident()
    looking = [look(live, person, seat) for live, person in open_tables for seat in (0, 1)]
    shown = resident()
    made = sum(live.sitting.number for live, _ in open_tables) / tables
    for listener in looking:
        listener.live.depart(listener)
    looking.clear()
    open_tables.clear()
    del listener
    house.close_abandoned()
    gc.collect()
    left = resident()
    held = {"waiting": waiting, "shown": shown, "left": left}
    return {"entries": round(made)} | {
        f"{name}_kB": round((then - before) / tables / KB) for name, then in held.items()
    }


async def played(house: ServerHouse, game: str, moves: int) -> tuple[OpenTable, Person]:
    """Open a table and make a number of random moves."""
    person, rng = fresh(), random.Random(1)
    live = await houses.table(house, game, "mm", person)
    for number in range(moves):
        sitting = live.sitting
        if sitting.phase != "playing":
            break
        seat = next(iter(sitting.legal_moves))
        try:
            await houses.moves(live, person, seat, rng.choice(sorted(sitting.legal_moves[seat])), str(number))
        except Refused:  # too early
            break
    return live, person


def look(live: OpenTable, person: Person, seat: int) -> Listener:
    listener = Listener(live, person, "en", 0)
    listener.look_as(seat)
    live.arrive(listener)
    live.frame(seat, "en", 0)
    return listener


def resident() -> int:
    """Return the bytes of memory that this process holds, on Linux."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--moves", type=int, default=40)
    asked = parser.parse_args()
    if len(asked.games) == 1:
        print(json.dumps(asyncio.run(measured(asked.games[0], asked.tables, asked.moves))))
    else:
        for game in asked.games or [game for game in game_ids() if game != "clear_board"]:  # a game for one
            subprocess.run(
                [sys.executable, __file__, game, "--tables", str(asked.tables), "--moves", str(asked.moves)],
                check=True,
            )
