"""CPU time of clear_board's solver: the start in a fresh process, and solvability in random games.


    python bench/clear_board.py [GAMES]

CPU seconds depend little on other load; the wall clock is shown beside them.
"""

import random
import subprocess
import sys
import time
from collections import Counter

from ludothek.bots.clear_board import elegant, solution, solvable
from ludothek.core import Variant
from ludothek.core.registry import find
from ludothek.core.table import Table

COLD = """
import os, time
from ludothek.bots.clear_board import solution
from ludothek.core.table import Table
jumps = solution(Table.open("clear_board", 1).state)
print(len(jumps), sum(os.times()[:2]))
"""
QUANTILES = (0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0)


def cold() -> None:
    begun = time.perf_counter()
    jumps, cpu = subprocess.run(
        [sys.executable, "-c", COLD], capture_output=True, check=True, text=True
    ).stdout.split()
    print(
        f"start position from cold: {jumps} jumps, {float(cpu):.3f} s CPU, "
        f"{time.perf_counter() - begun:.3f} s by the clock"
    )


def few_chains(variant: Variant) -> None:
    begun = time.process_time()
    found = elegant(variant.start())
    assert found
    proof = "proved to be the fewest" if found.proved else "not proved to be the fewest"
    print(f"start position in few chains: {found.chains}, {proof}, {time.process_time() - begun:.3f} s CPU")


def random_play(variant: Variant, games: int) -> None:
    rng, cpu, clock, answers = random.Random(1), [], [], Counter[bool]()
    for _ in range(games):
        table = Table(variant)
        while moves := list(variant.moves(table.state, 0)):
            table.play(0, rng.choice(moves))
            begun = time.process_time(), time.perf_counter()
            answers[solvable(table.state)] += 1
            cpu.append(time.process_time() - begun[0])
            clock.append(time.perf_counter() - begun[1])
    print(
        f"still solvable? asked of {len(cpu)} positions of {games} random games: "
        f"{answers[True]} yes, {answers[False]} no; milliseconds:"
    )
    print("         " + "".join(f"{100 * q:>9g} %" for q in QUANTILES))
    for name, times in (("CPU", sorted(cpu)), ("clock", sorted(clock))):
        print(
            f"  {name:7}"
            + "".join(f"{1000 * times[min(len(times) - 1, int(q * len(times)))]:11.2f}" for q in QUANTILES)
        )


if __name__ == "__main__":
    cold()
    variant = find("clear_board").variant(1)
    solution(variant.start())
    few_chains(variant)
    random_play(variant, int(sys.argv[1]) if len(sys.argv) > 1 else 150)
