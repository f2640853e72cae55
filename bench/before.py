"""Compare an earlier commit with this one: random play of every game, and a move at the server.

    python -m bench.before 7376726                        every game, native and interpreted, then the server
    python -m bench.before 7376726 --games squid torris --machines native --rounds 9
    python -m bench.before 7376726 --no-games --tables 100 --seconds 6

The two sides run as two processes and take short turns, a fraction of a second each. The result is the median
of the ratios of processor time over many turns, which other load on the machine disturbs little.
The server needs Node.js and the packages of web/ (`make web`).
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.machines import where
from bench.server import drive, open_tables, running
from ludothek.core.registry import game_ids
from tests.server.serving import free_port

ROOT = Path(__file__).parents[1]
TURN = 0.25  # seconds of processor time
SERVER = {"LOG_LEVEL": "warning", "TABLES_PER_MINUTE": 10**6, "MESSAGES_PER_SECOND": 10**6}

# One side: reads a game, a machine and a duration, and prints decisions per second of processor time.
SIDE = """
import sys, time
from functools import cache
from ludothek.core.registry import find

@cache
def player(name, machine):
    game = find(name)
    variant = game.variant(max(game.fewest, min(2, game.most)))
    games = 4096 if machine == "native" else 4  # enough that the cost of calling a batch does not matter
    try:
        from ludothek.lab.batch import Batch
        return Batch(variant, games, machine, threads=1).play
    except ImportError:  # before there were machines
        from ludothek.lab.simulate import Batch, play_interpreted
        if machine == "native":
            return Batch(variant, games).run
        return lambda seed: play_interpreted(variant, games, seed).decisions

for line in sys.stdin:
    name, machine, seconds, seed = line.split()
    play, seed, decisions = player(name, machine), int(seed), 0
    play(seed)
    begun = time.process_time()
    while (took := time.process_time() - begun) < float(seconds):
        seed += 1000
        decisions += play(seed)
    print(decisions / took, flush=True)
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("--games", nargs="*", default=game_ids())
    parser.add_argument("--no-games", dest="games", action="store_const", const=[])
    parser.add_argument("--machines", nargs="*", default=["native", "interpreted"])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--no-server", action="store_true")
    parser.set_defaults(pause=0.0, warm_up=10)  # seats move without a pause
    asked = parser.parse_args()
    print(f"python -m bench.before {' '.join(sys.argv[1:])}\n{where()}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ludothek-before-")))
        before = folder / "before"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", before, asked.commit], cwd=ROOT, check=True
        )
        stack.callback(
            lambda: subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)
        )
        sides = [stack.enter_context(Side(tree)) for tree in (before, ROOT)] if asked.games else []
        for machine in asked.machines:
            for game in asked.games:
                compare(sides, game, machine, asked.rounds)
        if not asked.no_server:
            serve(folder, [before, ROOT], asked)


class Side:
    """A process that plays random games with the sources of one checkout."""

    def __init__(self, tree: Path) -> None:
        self.environment = surroundings(tree)

    def __enter__(self) -> "Side":
        command = [sys.executable, "-c", SIDE]
        self.process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait()

    def rate(self, game: str, machine: str, seed: int, seconds: float = TURN) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(game, machine, seconds, seed, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def surroundings(tree: Path) -> dict[str, str]:
    """The environment in which Python imports from this checkout rather than from installed packages."""
    return os.environ | {"PYTHONPATH": f"{tree / 'src'}:{tree / 'examples' / 'connect_four' / 'src'}"}


def compare(sides: list[Side], game: str, machine: str, rounds: int) -> None:
    for side in sides:
        side.rate(game, machine, 0, 0.01)  # warm-up: compile
    pairs = [[side.rate(game, machine, seed) for side in sides] for seed in range(rounds)]
    then, now = (median(rates) for rates in zip(*pairs, strict=True))
    ratio = median(now / then for then, now in pairs)
    print(f"{game:16}{machine:12}{then:14,.0f}{now:14,.0f} decisions a second   {ratio:5.2f} ×", flush=True)


def serve(folder: Path, trees: list[Path], asked: argparse.Namespace) -> None:
    """Compare the processor time of a move at two servers, driven in turns, at new tables each time."""
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    with ExitStack() as stack:
        servers = []
        for number, tree in enumerate(trees):
            port = free_port()
            chosen = SERVER | {"PORT": port, "DB": folder / f"{number}.db"}
            environment = surroundings(tree) | {
                f"LUDOTHEK_{name}": str(value) for name, value in chosen.items()
            }
            command, health = [sys.executable, "-m", "ludothek.server.run"], f"http://127.0.0.1:{port}/health"
            servers.append(
                (port, stack.enter_context(running(command, folder, health, environment)).process.pid)
            )
        pairs: list[list[float]] = []
        for _ in range(max(1, asked.rounds // 5)):
            pairs.append([])
            for port, pid in servers:
                opened = asyncio.run(open_tables([port], asked.tables, "number_poker"))
                tables = [table | {"number": number, "apart": False} for number, table in enumerate(opened)]
                pairs[-1].append(drive("ludothek", [port], tables, folder, asked, [pid])["cpu_ms_per_move"])
    then, now = (median(costs) for costs in zip(*pairs, strict=True))
    ratio = median(now / then for then, now in pairs)
    print(
        f"{'a move at the server':28}{then:14.3f}{now:14.3f} ms of processor time   {ratio:5.2f} ×",
        flush=True,
    )


if __name__ == "__main__":
    main()
