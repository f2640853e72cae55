"""Steps per second of a batch of connect four with legal moves, against a plain loop over the rules.


    python bench/batch.py

Actions are drawn at random among the legal ones beforehand, so that only the steps are measured. Ratios are
comparable between computers, absolute rates are not.
"""

import random
import time
from statistics import median

import numpy as np

from ludothek.core.registry import find
from ludothek.lab.batch import Batch

GAMES = 65_536
STEPS = 60
RUNS = 5


def batch_rate(threads: int | None) -> float:
    """Return steps per second: the median over runs."""
    batch = Batch(find("connect_four").variant(2), GAMES, threads=threads)
    rng, rates = np.random.default_rng(1), []
    for run in range(RUNS):
        batch.reset(run)
        took = 0.0
        for _ in range(STEPS):
            actions = (
                (batch.masks * (1 + rng.random((GAMES, batch.actions), np.float32)))
                .argmax(1)
                .astype(np.int32)
            )
            begun = time.perf_counter()
            batch.step(actions)
            took += time.perf_counter() - begun
        rates.append(GAMES * STEPS / took)
    return median(rates)


def loop_rate() -> float:
    """Return steps per second of a Python loop over the rules, one game after the other."""
    variant, rng = find("connect_four").variant(2), random.Random(1)
    rules, steps, begun = variant.game.rules, 0, time.perf_counter()
    while time.perf_counter() - begun < 2:
        state = variant.start()
        while acting := variant.to_act(state):
            rules.act(variant.kit, state, acting[0], rng.choice(variant.actions(state, acting[0])))
            steps += 1
    return steps / (time.perf_counter() - begun)


def main() -> None:
    loop, one, all_of_them = loop_rate(), batch_rate(1), batch_rate(None)
    print(f"a plain loop:           {loop:14,.0f} steps/s")
    print(f"a batch, one thread:    {one:14,.0f} steps/s, {one / loop:.0f} × as many")
    print(f"a batch, all cores:     {all_of_them:14,.0f} steps/s, {all_of_them / loop:.0f} × as many")


if __name__ == "__main__":
    main()
