"""How well a study uses the cores, and what a cluster costs beside them.

    python -m bench.study                        Torris, a minute for each figure (on one core as many times longer as there are cores)
    python -m bench.study connect_four --seconds 5 --without-cluster     a quick game, whose tallies soon fill the memory

First the program alone, on one core; then the same games as a study (kept part by part, as `ludothek lab simulate` does), on one core, on
all of them, and on a Ray cluster of this computer. Beside the clock stands the processor's time for a game: on a busy machine it says more.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ludothek.core.machines.native import cores
from ludothek.core.registry import find
from ludothek.lab.study import CHUNK, Hands, Here, Study, Tallying, studied


def spent() -> float:
    """The processor's time of this process and of those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def told(name: str, games: int, play: Callable[[], object], alone: float | None = None) -> float:
    begun, used = time.perf_counter(), spent()
    play()
    rate, each = games / (time.perf_counter() - begun), (spent() - used) / games
    beside = "" if alone is None else f" = {rate / alone:.3f} times"
    print(f"{name:28} {rate:14,.0f} games/s{beside}, {1e6 * each:9.2f} µs of processor time a game", flush=True)
    return rate


def plain(study: Study, games: int) -> None:
    guide = study.guide()
    assert guide is not None
    tallying = Tallying(study, guide)
    for begin in range(0, games, CHUNK):
        tallying.part(begin, min(games, begin + CHUNK))


def whole(study: Study, games: int, hands: Hands) -> None:
    with tempfile.TemporaryDirectory() as folder:
        studied(study, games, hands=hands, keep=Path(folder), closely=False)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("game", nargs="?", default="torris")
    arguments.add_argument("--players", default="random")
    arguments.add_argument("--seconds", type=float, default=60, help="on all cores; on one it takes as many times longer")
    arguments.add_argument("--without-cluster", action="store_true")
    given = arguments.parse_args()
    study = Study(given.game, find(given.game).usual, players=(given.players,))
    plain(study, 1000)  # compiles
    begun = time.perf_counter()
    plain(study, 100_000)
    games = int(100_000 / (time.perf_counter() - begun) * given.seconds * cores())
    print(f"{given.game}, {games:,} games, {cores()} cores")
    alone = told("the program, one core", games, lambda: plain(study, games))
    told("a study, one core", games, lambda: whole(study, games, Here(1)), alone)
    here = told(f"a study, {cores()} cores", games, lambda: whole(study, games, Here()), alone)
    if not given.without_cluster:
        import ray

        from ludothek.lab.cluster import Cluster

        ray.init(num_cpus=cores(), include_dashboard=False, log_to_driver=False)
        told("a study by Ray", games, lambda: whole(study, games, Cluster("auto")), here)
        ray.shutdown()


if __name__ == "__main__":
    main()
