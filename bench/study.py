"""How well a study uses the cores, and what a cluster costs in addition.


    python -m bench.study                             Torris on one core and on all: a minute and a half
    python -m bench.study --cluster                   the command with Ray and without: five minutes
    python -m bench.study connect_four --rounds 5     another game

The baseline is compiled play alone, on one core, and on all at once, each by itself: what the computer can
give. A study saves its parts, as `ludothek lab simulate` does. Beside the wall clock stand the cores that it
really got and the CPU time per game: on a busy computer the latter says more. With Ray, the time to connect
and to start workers counts, and so does the CPU time of all processes of the cluster.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ludothek.compiler.native import cores
from ludothek.core.registry import find
from ludothek.lab.study import CHUNK, GameRunner, LocalRunner, Study, Tallying, run_study

AGAIN = 0.25  # seconds between two samples of the other processes' CPU time
HEAD = f"{'':28}{'games/s':>12}{'beside':>9}{'cores':>8}{'µs/game':>10}{'beside':>9}"


@dataclass(frozen=True)
class Run:
    """A number of games: wall-clock and CPU seconds."""

    games: int
    seconds: float
    spent: float

    @property
    def rate(self) -> float:
        return self.games / self.seconds

    @property
    def each(self) -> float:
        return self.spent / self.games


def timed(games: int, play: Callable[[], object]) -> Run:
    begun, used = time.perf_counter(), spent()
    play()
    return Run(games, time.perf_counter() - begun, spent() - used)


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def told(name: str, runs: list[Run], beside: list[Run]) -> None:
    """Print the median of all rounds; ratios to the first row round by round."""
    rates, costs = ([ratio(*pair) for pair in zip(runs, beside, strict=True)] for ratio in (faster, dearer))
    got = median(run.spent / run.seconds for run in runs)
    rate, each = median(run.rate for run in runs), median(run.each for run in runs)
    print(
        f"{name:28}{rate:12,.0f}{median(rates):9.3f}{got:8.2f}{1e6 * each:10.2f}{median(costs):9.3f}",
        flush=True,
    )


def faster(run: Run, beside: Run) -> float:
    return run.rate / beside.rate


def dearer(run: Run, beside: Run) -> float:
    return run.each / beside.each


def plain(study: Study, first: int, last: int) -> None:
    guide = study.guide()
    assert guide is not None, "players that think are no program"
    tallying = Tallying(study, guide, min(CHUNK, last - first))
    for begin in range(first, last, CHUNK):
        tallying.part(begin, min(last, begin + CHUNK))


def on_all(study: Study, games: int) -> None:
    """Play on every core with a fixed share each, without a scheduler."""
    count = cores()
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda k: plain(study, games * k // count, games * (k + 1) // count), range(count)))


def whole(study: Study, games: int, runner: GameRunner) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_study(study, games, runner=runner, keep=Path(folder), with_details=False)


def on_cores(study: Study, games: int, rounds: int) -> None:
    rows: dict[str, Callable[[], None]] = {
        "the program, one core": lambda: plain(study, 0, games),
        f"the program, {cores()} cores": lambda: on_all(study, games),
        "a study, one core": lambda: whole(study, games, LocalRunner(1)),
        f"a study, {cores()} cores": lambda: whole(study, games, LocalRunner()),
    }
    runs: dict[str, list[Run]] = {name: [] for name in rows}
    for _ in range(rounds):
        for name, play in rows.items():
            runs[name].append(timed(games, play))
    print(HEAD)
    for name, some in runs.items():
        told(name, some, runs["the program, one core"])


class Meter:
    """Samples the CPU time of all descendants of this process."""

    def __init__(self) -> None:
        self._used: dict[int, float] = {}
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._go_on)

    def __enter__(self) -> "Meter":
        self._look()
        self._before = sum(self._used.values())
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._look()

    @property
    def spent(self) -> float:
        return sum(self._used.values()) - self._before

    def _go_on(self) -> None:
        while not self._is_over.wait(AGAIN):
            self._look()

    def _look(self) -> None:
        parents, used = {}, {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # the process has ended
            parents[int(folder.name)], used[int(folder.name)] = (
                int(fields[1]),
                sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"),
            )
        ours = {os.getpid()}
        while more := {process for process, parent in parents.items() if parent in ours} - ours:
            ours |= more
        self._used |= {process: used[process] for process in ours - {os.getpid()}}


def on_cluster(study: Study, games: int, rounds: int, nodes: int) -> None:
    from ray.cluster_utils import Cluster as Nodes

    alone, by_ray = "without Ray", f"with Ray, {nodes} {'node' if nodes == 1 else 'nodes'}"
    runs: dict[str, list[Run]] = {alone: [], by_ray: []}
    for number in range(rounds):
        runs[alone].append(commanded(study, games, number))
        cluster = Nodes(
            initialize_head=True, head_node_args={"num_cpus": cores() // nodes, "include_dashboard": False}
        )
        for _ in range(nodes - 1):
            cluster.add_node(num_cpus=cores() // nodes)
        settle()
        try:
            runs[by_ray].append(commanded(study, games, number, "--cluster", cluster.address))
        finally:
            cluster.shutdown()
    print(HEAD)
    for name, some in runs.items():
        told(name, some, runs[alone])


def settle() -> None:
    """Wait until the cluster is idle: it keeps starting processes long after it accepts connections."""
    for _ in range(30):
        with Meter() as meter:
            time.sleep(2)
        if meter.spent < 0.2:
            break


def commanded(study: Study, games: int, number: int, *more: str) -> Run:
    """Run the command from its start to its table, with a new seed in every round so that nothing is cached."""
    wanted = [
        "lab",
        "simulate",
        study.game,
        "--games",
        str(games),
        "--players",
        study.players[0],
        "--drama",
        "0",
        "--seed",
        str(number + 2),
    ]
    begun = time.perf_counter()
    with Meter() as meter:
        subprocess.run(
            [sys.executable, "-m", "ludothek", *wanted, *more], stdout=subprocess.DEVNULL, check=True
        )
        seconds = time.perf_counter() - begun
    return Run(games, seconds, meter.spent)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("game", nargs="?", default="torris")
    arguments.add_argument("--players", default="random")
    arguments.add_argument(
        "--seconds", type=float, help="of play on all cores, by nobody else used; 5, with a cluster 60"
    )
    arguments.add_argument("--rounds", type=int, help="3, with a cluster 2")
    arguments.add_argument("--cluster", action="store_true", help="with Ray and without")
    arguments.add_argument("--nodes", type=int, default=1, help="of the cluster, all on this computer")
    given = arguments.parse_args()
    study = Study(given.game, find(given.game).usual, players=(given.players,))
    plain(study, 0, 1000)  # compiles
    first = timed(50_000, lambda: plain(study, 0, 50_000))
    games = int((given.seconds or (60 if given.cluster else 5)) * cores() / first.each)
    print(f"{given.game}, {games:,} games, {cores()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    if given.cluster:
        on_cluster(study, games, given.rounds or 2, given.nodes)
    else:
        on_cores(study, games, given.rounds or 3)


if __name__ == "__main__":
    main()
