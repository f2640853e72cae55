"""Compare the machines that run compiled rules: equal behaviour, and decisions per second.


    python -m bench.machines                decisions per second of every game, WebAssembly beside native code
    python -m bench.machines --search       the same for the search of every game's strongest player
    python -m bench.machines --parity       every shape of every game against interpreted play
    python -m bench.machines --peers        connect four against OpenSpiel and pgx
    python -m bench.machines --games torris squid --machines native wasm

Missing machines are reported and skipped. For a computer with a CUDA GPU but without Numba, compile the
kernels here and copy them:

    for game in …; do ludothek lab kernel $game --arch sm_90 --out build/kernels; done        here
    pip install --target build/peers --no-deps pgx svgwrite
    PYTHONPATH=src:examples/connect_four/src:build/peers \\
        LUDOTHEK_KERNELS=build/kernels XLA_PYTHON_CLIENT_PREALLOCATE=false \\
        python -m bench.machines --peers --machines cuda                                      there
"""

import argparse
import io
import os
import platform
import random
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.levels import ADVISER
from ludothek.bots.machine_pool import MACHINE_VARIABLE, programs_of
from ludothek.compiler import MACHINES
from ludothek.core import CHANCE, Game
from ludothek.core.errors import NoMachine
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table
from ludothek.lab.batch import Batch
from ludothek.lab.machine_trace import trace_random_play
from ludothek.testing.checked_variants import name_of, variants_of

RUNS = 3
AT_ONCE = {"interpreted": 20, "native": 1024, "wasm": 1024, "cuda": 1 << 20}
PARITY_GAMES, PARITY_DECISIONS = 64, 100
VIEWS = 3
OUTSIDE = "connect_four"

Work = Callable[[int], int]  # runs a workload with a seed and returns its count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parity", action="store_true", help="compare states after every decision")
    parser.add_argument("--search", action="store_true", help="moves of the strongest players")
    parser.add_argument("--peers", action="store_true", help="connect four beside OpenSpiel and pgx")
    parser.add_argument("--out", type=Path, help="a file that gets what is printed, too")
    parser.add_argument("--games", nargs="*", default=sorted({*game_ids(), OUTSIDE}))
    parser.add_argument(
        "--machines", nargs="*", default=MACHINES, help="also cuda:1, or cuda:0,1 for several cards"
    )
    wishes = parser.parse_args()
    with redirect_stdout(Both(wishes.out)) if wishes.out else nullcontext():
        print(f"python -m bench.machines {shlex.join(sys.argv[1:])}\n{where()}")
        games = [found(name) for name in wishes.games]
        if wishes.parity:
            sys.exit(not parity(games, [name for name in wishes.machines if name != "interpreted"]))
        if wishes.peers:
            peers(wishes.machines)
        else:
            rates(games, wishes.machines, thinking if wishes.search else playing)


class Both(io.StringIO):
    """Copies output to the screen and to a file."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        file.parent.mkdir(parents=True, exist_ok=True)
        self.files = sys.stdout, file.open("w", encoding="utf-8", buffering=1)

    def write(self, text: str) -> int:
        return max(file.write(text) for file in self.files)

    def flush(self) -> None:
        for file in self.files:
            file.flush()


def found(name: str) -> Game:
    """Find an installed game; the example also if it is only on the import path."""
    return Game(OUTSIDE) if name == OUTSIDE and OUTSIDE not in game_ids() else find(name)


def where() -> str:
    """Describe when and on what this was measured, with the versions."""
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"Python {platform.python_version()}",
        platform.processor() or platform.machine(),
    ]
    for package in (
        "numba",
        "numba-cuda",
        "wasmtime",
        "cupy-cuda13x",
        "cupy-cuda12x",
        "torch",
        "jax",
        "pgx",
        "open_spiel",
    ):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join([*parts, *card()])


def card() -> Iterator[str]:
    try:
        import torch
    except ImportError:
        return
    if torch.cuda.is_available():
        yield torch.cuda.get_device_name()


@contextmanager
def if_there(what: str) -> Iterator[None]:
    try:
        yield
    except NoMachine as missing:
        print(f"{what}: {missing}", flush=True)


def parity(games: list[Game], machines: list[str]) -> bool:
    """Return whether every available machine leaves the same trace as the rules in plain Python."""
    same = True
    compared = dict.fromkeys(machines, 0)
    for game in games:
        for variant in variants_of(game):
            wanted = trace_random_play(variant, PARITY_GAMES, PARITY_DECISIONS, 1, "interpreted")
            for machine in machines:
                with if_there(f"{name_of(variant)} on {machine}"):
                    differ = np.argwhere(
                        trace_random_play(variant, PARITY_GAMES, PARITY_DECISIONS, 1, machine) != wanted
                    )
                    compared[machine] += wanted.size
                    if len(differ):
                        same = False
                        print(
                            f"{name_of(variant)} on {machine}: "
                            f"game {differ[0][0]} differs from decision {differ[0][1]} on",
                            flush=True,
                        )
        print(
            f"{game.id}: "
            f"{', '.join(f'{machine} {compared[machine]:,}' for machine in machines)} states compared so far",
            flush=True,
        )
    missing = [machine for machine in machines if not compared[machine]]
    print(
        "there are differences"
        if not same
        else f"nothing was compared on {', '.join(missing)}"
        if missing
        else "all the same"
    )
    return same and not missing


def rates(games: list[Game], machines: list[str], work_of: Callable[[Game, str], Work | None]) -> None:
    """Print each machine's rate per second, in turns game by game; on processors per CPU second."""
    print(f"{'a second':20}" + "".join(f"{machine:>16}" for machine in machines) + f"{'wasm/native':>16}")
    for game in games:
        contenders: dict[str, Work] = {}
        for machine in machines:
            with if_there(f"{game.id} on {machine}"):
                if work := work_of(game, machine):
                    work(0)  # warm-up: compile
                    contenders[machine] = work
        measured = by_turns(
            contenders, {name: time.thread_time for name in contenders if not name.startswith("cuda")}
        )
        row = [f"{measured[machine]:16,.0f}" if machine in measured else f"{'-':>16}" for machine in machines]
        if {"native", "wasm"} <= measured.keys():
            row.append(f"{measured['wasm'] / measured['native']:16.0%}")
        print(f"{game.id:20}" + "".join(row), flush=True)


def playing(game: Game, machine: str) -> Work:
    """Return a workload that plays random games to the end and counts decisions."""
    return Batch(game.variant(game.usual), AT_ONCE[machine.partition(":")[0]], machine, threads=1).play


def thinking(game: Game, machine: str) -> Work | None:
    """Return a workload of the hinting player's moves at a few positions of a random game."""
    if machine not in ("native", "wasm") or not programs_of(game):
        return None
    variant, rng, table = game.variant(game.usual), random.Random(1), Table(game.variant(game.usual))
    views: list[PlayerView] = []
    while not variant.is_over(table.state) and len(views) < VIEWS:
        seat = rng.choice(variant.to_act(table.state))
        if seat != CHANCE and len(variant.moves(table.state, seat)) > 1:
            views.append(PlayerView.at(table, seat, remember=True))
        table.play(seat, rng.choice(list(variant.moves(table.state, seat))))

    def work(seed: int) -> int:
        os.environ[MACHINE_VARIABLE] = machine
        for view in views:
            bot(game, ADVISER).choose(view, Budget(), seed)
        return len(views)

    return work


def by_turns(contenders: dict[str, Work], clocks: Mapping[str, Callable[[], float]] = {}) -> dict[str, float]:
    """Return each contender's rate per second: the median over runs of half a second or more, in turns."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for work in contenders.values():
        work(0)
    for run in range(RUNS):
        for name, work in contenders.items():
            clock = clocks.get(name, time.perf_counter)
            begun, done, took, seed = clock(), 0, 0.0, run * 1000
            while took < 0.5:
                done += work(seed)
                seed += 1
                took = clock() - begun
            rates[name].append(done / took)
    return {name: median(measured) for name, measured in rates.items()}


def peers(machines: list[str]) -> None:
    """Compare connect four with other libraries, in turns: random games, and steps with masked actions."""
    variant, contenders = found(OUTSIDE).variant(2), dict[str, Work]()
    if "native" in machines:
        contenders["native, one core"] = Batch(variant, AT_ONCE["native"], threads=1).play
        contenders["native, all cores"] = Batch(variant, 16 * AT_ONCE["native"]).play
        contenders["native, all cores, stepped, with masks"] = stepping(
            Batch(variant, 16 * AT_ONCE["native"]), looking=False
        )
    if "cuda" in machines:
        with if_there("cuda"):
            contenders["cuda"] = Batch(variant, AT_ONCE["cuda"], "cuda").play
            contenders["cuda, stepped, with masks"] = stepping(
                Batch(variant, AT_ONCE["cuda"], "cuda"), looking=False
            )
            contenders["cuda, stepped, with masks and observations"] = stepping(
                Batch(variant, AT_ONCE["cuda"], "cuda"), looking=True
            )
    others = {
        "OpenSpiel from Python, one core": open_spiel(),
        f"pgx, its live games, on the {pgx_device()}": pgx_games(),
    }
    contenders |= {name: work for name, work in others.items() if work}
    measured = by_turns(contenders)
    for name, rate in measured.items():
        ratios = [
            f"{rate / measured[other]:.1f} × {other.partition(',')[0]}"
            for other in others
            if other in measured and other != name
        ]
        print(
            f"{name:44}{rate:18,.0f} decisions a second   {'' if name in others else ', '.join(ratios)}",
            flush=True,
        )


def stepping(batch: Batch, looking: bool) -> Work:
    """Return a workload of steps; actions are drawn where the masks are.

    On a GPU PyTorch draws them and also gets the observations, without waiting for the GPU at each step.
    """
    batch.reset(1)
    choose, wait = chooser(batch)
    torch = sys.modules.get("torch")

    def work(_: int) -> int:
        for _ in range(10):
            batch.step(choose(batch))
            if looking:
                seen = batch.observations()
                if torch and batch.machine.name == "cuda":
                    torch.from_dlpack(seen)
        wait()
        batch.check()
        return 10 * batch.games

    return work


def chooser(batch: Batch) -> tuple[Callable[[Batch], Any], Callable[[], Any]]:
    """Return a function that draws legal actions where the masks are, and one that waits for all work."""
    if batch.machine.name != "cuda":
        rng = np.random.default_rng(1)
        return (
            lambda of: (of.masks * (1 + rng.random(of.masks.shape, np.float32))).argmax(1).astype(np.int32),
            lambda: None,
        )
    import torch

    def drawn(of: Batch) -> Any:
        masks = torch.from_dlpack(of.masks)
        return (masks * (1 + torch.rand(masks.shape, device="cuda"))).argmax(1).int()

    return drawn, torch.cuda.synchronize


def open_spiel() -> Work | None:
    """Return a workload of random connect four with OpenSpiel's C++ game driven from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def work(seed: int) -> int:
        rng, decisions = random.Random(seed), 0
        for _ in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return work


def pgx_device() -> str:
    try:
        import jax
    except ImportError:
        return "CPU"
    return "same card" if jax.default_backend() == "gpu" else "CPU"


def pgx_games() -> Work | None:
    """Return a workload of random connect four by pgx on JAX, which restarts finished games."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return None
    env, games = pgx.make("connect_four"), AT_ONCE["cuda"] if jax.default_backend() == "gpu" else 4096
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(held: Any, key: Any) -> Any:
        chosen, anew = jax.random.split(key)
        logits = jnp.log(held.legal_action_mask.astype(jnp.float32))
        return step(held, jax.random.categorical(chosen, logits, axis=1), jax.random.split(anew, games)), None

    @jax.jit  # type: ignore[untyped-decorator]
    def many(held: Any, key: Any) -> Any:
        return jax.lax.scan(one, held, jax.random.split(key, 10))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games))

    def work(seed: int) -> int:
        nonlocal state
        state = jax.block_until_ready(many(state, jax.random.key(seed)))
        return 10 * games

    return work


if __name__ == "__main__":
    main()
