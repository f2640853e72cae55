"""Random play on one core: decisions per second of every game, interpreted and compiled, against OpenSpiel.


    make bench              everything
    python bench/games.py torris squid

Chance moves count as decisions. Figures are medians of several runs in this one process; ratios are
comparable between computers, absolute rates are not.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

from rich.console import Console
from rich.table import Table

from ludothek.core import Variant
from ludothek.core.registry import find, game_ids
from ludothek.lab.batch import Batch

RUNS = 5
GAMES_AT_ONCE = 256  # their states fit into the cache
SECONDS = 0.4  # of each run
COLD = "import time; from ludothek.core.registry import find; from ludothek.lab.batch import Batch; \
t = time.perf_counter(); Batch(find({game!r}).variant({seats}), 1).play(1); print(time.perf_counter() - t)"


def rate(play: Callable[[int, int], int]) -> float:
    """Return decisions per second of play(games, seed): the median over runs long enough to measure."""
    play(1, 0)  # warm-up: compile
    games, took = 1, 0.0
    while took < SECONDS / 4:
        games *= 2
        begun = time.perf_counter()
        play(games, 0)
        took = time.perf_counter() - begun
    games = max(1, int(games * SECONDS / took))
    rates = []
    for seed in range(RUNS):
        begun = time.perf_counter()
        decisions = play(games, seed)
        rates.append(decisions / (time.perf_counter() - begun))
    return median(rates)


def compile_seconds(variant: Variant) -> tuple[float, float]:
    """Return the seconds to compile, from cold and from the cache, each in a fresh process."""
    with tempfile.TemporaryDirectory() as cache:
        code = COLD.format(game=variant.game.id, seats=variant.seats)
        runs = [
            subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | {"LUDOTHEK_CACHE": cache},
                capture_output=True,
                text=True,
                check=True,
            )
            for _ in range(2)
        ]
        return float(runs[0].stdout), float(runs[1].stdout)


def open_spiel_rate() -> float | None:
    """Return decisions per second of random connect four with OpenSpiel's C++ game driven from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def play(games: int, seed: int) -> int:
        rng = random.Random(seed)
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return rate(play)


def main() -> None:
    console = Console(width=110)
    table = Table(
        "game",
        "seats",
        "interpreted/s",
        "compiled/s",
        "ratio",
        "compiled from cold",
        "from the cache",
        title="Random play on one core",
    )
    for column in table.columns[1:]:
        column.justify = "right"
    four = 0.0
    for game_id in sys.argv[1:] or game_ids():
        game = find(game_id)
        variant = game.variant(max(game.fewest, min(2, game.most)))
        cold, cached = compile_seconds(variant)
        slow = rate(lambda games, seed, v=variant: Batch(v, games, "interpreted").play(seed))  # type: ignore[misc]
        batch = Batch(variant, GAMES_AT_ONCE, threads=1)
        fast = rate(lambda batches, seed, b=batch: sum(b.play(seed + RUNS * k) for k in range(batches)))  # type: ignore[misc]
        four = fast if game_id == "connect_four" else four
        table.add_row(
            game_id,
            str(variant.seats),
            f"{slow:,.0f}",
            f"{fast:,.0f}",
            f"{fast / slow:.0f} ×",
            f"{cold:.1f} s",
            f"{cached:.2f} s",
        )
    console.print(table)
    if four and (peer := open_spiel_rate()):
        console.print(
            f"connect four: OpenSpiel from Python {peer:,.0f} decisions/s; "
            f"Ludothek compiled {four:,.0f}: {four / peer:.0f} × as many"
        )


if __name__ == "__main__":
    main()
