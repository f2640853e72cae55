"""The same rules on every machine that is here: whether they do the same, and how many decisions a second they make.

    python -m bench.machines                       decisions per second of every game
    python -m bench.machines --parity              every shape of every game against interpreted play, after every decision
    python -m bench.machines --step                steps per second of connect four, with masks and observations
    python -m bench.machines --games torris squid --machines native wasm

A machine that is missing says so, and the others go on. On a machine with a card but without Numba, carry kernels there:

    for game in …; do ludothek lab kernel $game --arch sm_90 --out build/kernels; done        here
    PYTHONPATH=src:examples/connect_four/src LUDOTHEK_KERNELS=build/kernels python -m bench.machines --machines interpreted cuda      there
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

import numpy as np

from ludothek.core import Game, Variant
from ludothek.core.errors import NoMachine
from ludothek.core.machines import MACHINES
from ludothek.core.registry import find, game_ids
from ludothek.lab.batch import Batch
from ludothek.lab.trace import traced
from ludothek.testing.variants import name_of, variants_of

RUNS = 3
AT_ONCE = {"interpreted": 20, "native": 1024, "wasm": 1024, "cuda": 1 << 20}
PARITY_GAMES, PARITY_DECISIONS = 64, 100
OUTSIDE = "connect_four"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parity", action="store_true", help="compare states after every decision")
    parser.add_argument("--step", action="store_true", help="measure steps of connect four")
    parser.add_argument("--games", nargs="*", default=sorted({*game_ids(), OUTSIDE}))
    parser.add_argument("--machines", nargs="*", default=MACHINES, choices=MACHINES)
    wishes = parser.parse_args()
    print(where())
    games = [found(name) for name in wishes.games]
    if wishes.parity:
        sys.exit(not parity(games, [name for name in wishes.machines if name != "interpreted"]))
    if wishes.step:
        steps(wishes.machines)
    else:
        rates(games, wishes.machines)


def found(name: str) -> Game:
    """Of the shelf; the example also where it lies on the path without being installed."""
    return Game(OUTSIDE) if name == OUTSIDE and OUTSIDE not in game_ids() else find(name)


def where() -> str:
    """When this was measured, on what, and with which versions."""
    parts = [f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", f"Python {platform.python_version()}", platform.processor() or platform.machine()]
    for package in ("numba", "numba-cuda", "wasmtime", "cupy", "cupy-cuda13x", "cupy-cuda12x", "torch", "jax", "pgx"):
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
    """Whether every machine that is here leaves the trace that the rules leave as plain Python."""
    same = True
    compared = dict.fromkeys(machines, 0)
    for game in games:
        for variant in variants_of(game):
            wanted = traced(variant, PARITY_GAMES, PARITY_DECISIONS, 1, "interpreted")
            for machine in machines:
                with if_there(f"{name_of(variant)} on {machine}"):
                    differ = np.argwhere(traced(variant, PARITY_GAMES, PARITY_DECISIONS, 1, machine) != wanted)
                    compared[machine] += wanted.size
                    if len(differ):
                        same = False
                        print(f"{name_of(variant)} on {machine}: game {differ[0][0]} differs from decision {differ[0][1]} on", flush=True)
        print(f"{game.id}: {', '.join(f'{machine} {compared[machine]:,}' for machine in machines)} states compared so far", flush=True)
    missing = [machine for machine in machines if not compared[machine]]
    print("there are differences" if not same else f"nothing was compared on {', '.join(missing)}" if missing else "all the same")
    return same and not missing


def rates(games: list[Game], machines: list[str]) -> None:
    print(f"{'decisions a second':20}" + "".join(f"{machine:>16}" for machine in machines))
    for game in games:
        variant = game.variant(max(game.fewest, min(2, game.most)))
        row = []
        for machine in machines:
            rate = None
            with if_there(f"{game.id} on {machine}"):
                rate = played(variant, machine)
            row.append(f"{rate:16,.0f}" if rate else f"{'-':>16}")
        print(f"{game.id:20}" + "".join(row), flush=True)


def played(variant: Variant, machine: str) -> float:
    """Random games to their ends: decisions per second, of one core where it is a processor."""
    batch = Batch(variant, AT_ONCE[machine], machine, threads=1)
    return rate(lambda seed: batch.play(seed))


def rate(work: Callable[[int], int]) -> float:
    """What it counts, per second: the median over runs of half a second or more."""
    work(0)
    rates = []
    for run in range(RUNS):
        begun, done, seed = time.perf_counter(), 0, run * 1000
        while (took := time.perf_counter() - begun) < 0.5:
            done += work(seed)
            seed += 1
        rates.append(done / took)
    return median(rates)


def steps(machines: list[str]) -> None:
    """Connect four by a player who draws among what the masks show, and looks at the observations or not: steps a second of it all."""
    variant = found(OUTSIDE).variant(2)
    for machine in machines:
        with if_there(machine):
            batch = Batch(variant, AT_ONCE[machine], machine)
            for label, looking in (("masks", False), ("masks and observations", True)):
                print(f"{machine}: {rate(stepping(batch, looking)):,.0f} steps a second with {label}", flush=True)
    peer = pgx_rate()
    if peer:
        print(f"pgx, its connect four, live games only: {peer:,.0f} steps a second")


def stepping(batch: Batch, looking: bool) -> Callable[[int], int]:
    batch.reset(1)
    choose, wait = chooser(batch)

    def work(_: int) -> int:
        for _ in range(10):
            batch.step(choose(batch))
            if looking:
                batch.observations()
        wait()
        batch.check()
        return 10 * batch.games

    return work


def chooser(batch: Batch) -> tuple[Callable[[Batch], Any], Callable[[], Any]]:
    """How to draw a legal action for every game where the masks are, and how to wait until all is done."""
    if batch.machine.name != "cuda":
        rng = np.random.default_rng(1)
        return lambda of: (of.masks * (1 + rng.random(of.masks.shape, np.float32))).argmax(1).astype(np.int32), lambda: None
    import torch

    def drawn(of: Batch) -> Any:
        masks = torch.from_dlpack(of.masks)
        return (masks * (1 + torch.rand(masks.shape, device="cuda"))).argmax(1).int()

    return drawn, torch.cuda.synchronize


def pgx_rate() -> float | None:
    """Random connect four by pgx on JAX, on the same card: a million games side by side, begun anew when they are over."""
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

    @jax.jit
    def many(held: Any, key: Any) -> Any:
        return jax.lax.scan(one, held, jax.random.split(key, 10))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games))

    def work(seed: int) -> int:
        nonlocal state
        state = jax.block_until_ready(many(state, jax.random.key(seed)))
        return 10 * games

    return rate(work)


if __name__ == "__main__":
    main()
