"""CPU time of a move on the server's event loop: decide, apply, and render the frames for every viewer.


    python bench/moves.py [--games 20] [--seats N] [GAME…]

Random games on one core, without network or database, in milliseconds of CPU time by move number. A thousand
tables that start together reach the same phase of their games together, so a slow phase delays all of them
even if the whole game is cheap.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from rich.console import Console
from rich.table import Table

from ludothek.core.game import Game
from ludothek.core.registry import find, game_ids
from ludothek.house.api.table_types import NewTable, SeatRequest
from ludothek.house.people.person import fresh
from ludothek.house.table import opening
from ludothek.house.table.actions import JoinAction, MoveAction, StartAction
from ludothek.house.table.decide import DecisionContext, decide
from ludothek.house.table.frames import FrameMoment, FrameRenderer
from ludothek.house.table.sitting import Sitting

TEN = 10  # moves of people per row
A_WHILE = 100_000  # milliseconds between moves, so that no move comes too early
LONGEST = 400  # moves of people

Spent = tuple[
    int, int, float
]  # the number of the move, how many there were to choose from, and its milliseconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", metavar="GAME", nargs="*", default=game_ids())
    parser.add_argument("--games", dest="count", type=int, default=20)
    parser.add_argument("--seats", type=int, help="as many as is usual, if this is not given")
    asked = parser.parse_args()
    for name in asked.games:
        game, rng = find(name), random.Random(1)
        show(
            name,
            [spent for _ in range(asked.count) for spent in played(game, asked.seats or game.usual, rng)],
        )


def played(game: Game, seats: int, rng: random.Random) -> Iterator[Spent]:
    people = [DecisionContext(fresh(), 0, lambda game: []) for _ in range(seats)]
    sitting = begun(game, people)
    frames = FrameRenderer(sitting)
    shown(frames, seats, 0)
    for number in range(LONGEST):
        if sitting.phase == "over":
            return
        move = chosen(sitting, rng, number)
        began, since, choices = (
            time.process_time(),
            sitting.version,
            sum(map(len, sitting.legal_moves.values())),
        )
        decide(sitting, move, people[move.seat]._replace(at=A_WHILE * (number + 1))).carry_out(sitting)
        shown(frames, seats, since)
        yield number, choices, 1000 * (time.process_time() - began)


def begun(game: Game, people: list[DecisionContext]) -> Sitting:
    first, *others = people
    wish = NewTable(
        game=game.id, seats=[SeatRequest(kind="me"), *[SeatRequest(kind="open")] * len(others)], clock=False
    )
    sitting = opening.requested_table(wish, first, 1.0).sitting
    for other in others:
        decide(sitting, JoinAction(id="join"), other).carry_out(sitting)
    if others:  # a game for one has started already
        decide(sitting, StartAction(id="start"), first).carry_out(sitting)
    return sitting


def chosen(sitting: Sitting, rng: random.Random, number: int) -> MoveAction:
    seat = rng.choice(sitting.to_act)
    move, token = rng.choice(list(sitting.legal_moves[seat])), sitting.seats[seat].token
    return MoveAction(id=str(number), seat=seat, token=token, version=sitting.version, move=move)


def shown(frames: FrameRenderer, seats: int, since: int) -> None:
    for seat in range(seats):
        msgspec.json.encode(frames.frame(seat, "en", since, FrameMoment(0), words=False))


def show(name: str, spent: list[Spent]) -> None:
    by_part = defaultdict[int, list[Spent]](list)
    for one in spent:
        by_part[one[0] // TEN].append(one)
    table = Table("moves of people", "seen", "to choose from", "ms a move", "the dearest", title=name)
    for part, of_it in sorted(by_part.items()):
        _, choices, milliseconds = zip(*of_it, strict=True)
        figures = (
            f"{len(of_it)}",
            f"{mean(choices):.0f}",
            f"{mean(milliseconds):.2f}",
            f"{max(milliseconds):.2f}",
        )
        table.add_row(f"{TEN * part + 1} to {TEN * (part + 1)}", *figures)
    Console().print(table)


if __name__ == "__main__":
    main()
