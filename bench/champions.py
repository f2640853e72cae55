"""Coverage of the rating intervals of a house's champions, by simulation: `python -m bench.champions`

People of known strength play few games against bots of known strength, by the model behind the ratings; the
bots' own duels are simulated too, as many as docs/duels.md has. The result is how often a person's 95 %
interval contains the true strength.
"""

import argparse
import math
import random
from itertools import pairwise

from ludothek.lab.rating import ELO, FinishOrder, fit_ratings, stages

BOTS = {
    "easy": 0.0,
    "medium": 240.0,
    "hard": 480.0,
    "expert": 720.0,
}  # points: each step wins four of five games
DUELS = 100  # of each bot with the next
PLAYED = (3, 5, 10, 30)
AWAY = (
    -400.0,
    0.0,
    360.0,
    720.0,
    1120.0,
)  # a person's strength: below all bots, like the weakest, between them, like the best, above all
PEOPLE = 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=PEOPLE, help="of each strength")
    people = parser.parse_args().people
    print("points" + "".join(f"{games:>8} games" for games in PLAYED))
    for points in AWAY:
        print(
            f"{points:+6.0f}" + "".join(f"{100 * held(points, games, people):13.1f} %" for games in PLAYED),
            flush=True,
        )


def held(points: float, games: int, people: int) -> float:
    """Return the share of intervals of people of this strength, with so many games each, that contain it."""
    return (
        sum(holds(points, games, random.Random(f"{points} {games} {number}")) for number in range(people))
        / people
    )


def holds(points: float, games: int, rng: random.Random) -> bool:
    told = [game for pair in pairwise(BOTS) for _ in range(DUELS) for game in met(*pair, BOTS, rng)]
    told += [
        game
        for _ in range(games)
        for game in met("person", rng.choice(list(BOTS)), {**BOTS, "person": points}, rng)
    ]
    found = next(one for one in fit_ratings(told, anchor="easy") if one.player == "person")
    return found.low <= points <= found.high


def met(first: str, second: str, strengths: dict[str, float], rng: random.Random) -> list[FinishOrder]:
    ahead = math.exp((strengths[first] - strengths[second]) / ELO)
    return stages((first, second), (1, 0) if rng.random() < ahead / (1 + ahead) else (0, 1))


if __name__ == "__main__":
    main()
