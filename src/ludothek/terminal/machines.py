"""What the lab's commands for machines say: how random games went, and which files were made."""

import time
from collections.abc import Callable
from pathlib import Path

from ludothek.core import Variant
from ludothek.lab.simulate import simulate
from ludothek.terminal.contest import bars, told


def show_games(variant: Variant, games: int, seed: int, machine: str) -> None:
    with bars() as progress, told(progress, f"{variant.game.id} ({variant.seats}) on {machine}", None):
        simulate(variant, 1, seed, machine)  # what has to be compiled is compiled now
        begun = time.perf_counter()
        played = simulate(variant, games, seed, machine)
        took = time.perf_counter() - begun
    scores = " ".join(f"{float(score):.3f}" for score in played.scores.mean(0))
    print(f"{variant.game.id} ({variant.seats} seats), {games:,} games at random on {machine}: scores by seat {scores};", end=" ")
    print(f"{played.decisions:,} decisions in {took:.2f} s, {played.decisions / took:,.0f} a second")


def show_files(label: str, make: Callable[[], list[Path]]) -> None:
    with bars() as progress, told(progress, label, None):
        files = make()
    for file in files:
        print(f"{file} ({file.stat().st_size:,} bytes)")
