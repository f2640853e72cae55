"""Load test of live tables: moves per second, latency and memory, alone or against boardgame.io.

    # beside boardgame.io, without pauses between moves
    python bench/server.py
    # beside an earlier version, checked out in ../old
    python bench/server.py --alone --before ../old --game torris
    # smoke test
    python bench/server.py --seconds 3 --tables 20 --warm-up 2
    # players who think for a second on average
    python bench/server.py --alone --pause 1 --tables 300 1000 --game torris museum
    # one process and two on PostgreSQL
    python bench/server.py --alone --postgres --processes 1 2 --share 0.2

Every table has two connected seats, or one in a game for one; each makes a random legal move as soon as it is
asked, or after a random pause of up to twice `--pause` seconds. Ludothek commits every move to SQLite
(synchronous=FULL) or PostgreSQL before it shows it; boardgame.io plays tic-tac-toe with its store in memory
and with FlatFile, its store of files. The same Node.js program (`server_driver.cjs`) drives all servers in
turns and requests what the pages request (`words=no`: without texts of positions and moves). With several
processes, the seats of a table connect to one process, or with `--apart` to different ones. `--share` limits
each server process to a share of a core, so that a machine with two cores, which also runs clients and
database, shows what a larger one would carry. `--python` names another interpreter, since builds differ in
optimization: those of Debian and python.org are faster than pyenv's default.

Memory is reported per table with its two connections, and again a minute after all have disconnected. Needs
Node.js and npm, and installs packages into a temporary folder.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import site
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from rich.console import Console
from rich.table import Table

import ludothek
from tests.server.postgres import postgres
from tests.server.serving import free_port

HERE = Path(__file__).parent
MOST = 10**6  # switches rate limits off
A_MINUTE = 60
LOOK = 0.001  # seconds between two checks of the processes' shares
SAVED = 0.005  # seconds of unused processor time that a process may save up, at most
SHOWN = ("moves_per_second", "p50_ms", "p99_ms", "cpu_ms_per_move", "frame_bytes", "table_kB", "left_kB")
STORES = ("memory", "FlatFile")  # of boardgame.io
PEER = """
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const [port, store, dir] = process.argv.slice(2);
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const isFull = (row) => row.every((i) => G.cells[i] !== null && G.cells[i] === G.cells[row[0]]);
    if (lines.some(isFull)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
const db = store === "FlatFile" ? { db: new FlatFile({ dir }) } : {};
Server({ games: [TicTacToe], origins: [Origins.LOCALHOST], ...db }).run(Number(port));
"""


def resident(process: int) -> int:
    """The bytes of memory that a process holds, on Linux."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[300])
    parser.add_argument("--game", nargs="+", default=["number_poker"])
    parser.add_argument("--processes", type=int, nargs="+", default=[1])
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--warm-up", type=int, default=10, help="seconds before anything is counted")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument(
        "--before",
        type=Path,
        metavar="DIR",
        help="a checkout of an earlier version, measured by turns with this one",
    )
    parser.add_argument("--pause", type=float, default=0, help="seconds that a seat thinks, on average")
    parser.add_argument("--postgres", action="store_true", help="keep the tables there, not in SQLite")
    parser.add_argument(
        "--apart",
        action="store_true",
        help="with several processes: the seats of a table look at different ones",
    )
    parser.add_argument(
        "--share",
        type=float,
        help="of a core, for each process of the server; all that it wants if this is not given",
    )
    parser.add_argument(
        "--python",
        default=sys.executable,
        help="of the same version, which serves with the packages of this one",
    )
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument(
        "--memory",
        action="store_true",
        help="wait for a minute after everybody has left, and see what is given back",
    )
    asked = parser.parse_args()
    if not shutil.which("npm"):
        sys.exit("bench/server.py needs Node.js with npm on the PATH")
    if max(asked.processes) > 1 and not asked.postgres:
        sys.exit("several processes share their tables by PostgreSQL: add --postgres")
    with tempfile.TemporaryDirectory(prefix="ludothek-bench-") as name:
        folder = Path(name)
        install(folder)
        for game in asked.game:
            for tables in asked.tables:
                measured: dict[str, list[dict[str, Any]]] = {}
                for _ in range(asked.rounds):
                    for processes in asked.processes:
                        title = named(game, processes, asked)
                        measured.setdefault(title, []).append(
                            run_ours(folder, asked, game, tables, processes)
                        )
                        if asked.before:
                            measured.setdefault(f"before: {title}", []).append(
                                run_ours(folder, asked, game, tables, processes, asked.before)
                            )
                    for store in () if asked.alone else STORES:
                        measured.setdefault(f"boardgame.io ({store})", []).append(
                            run_theirs(folder, asked, tables, store)
                        )
                show(asked, tables, measured)


def install(folder: Path) -> None:
    for command in (
        ["init", "-y"],
        [
            "install",
            "--no-audit",
            "--no-fund",
            "boardgame.io@0.50",
            "node-persist@3",
            "socket.io-client@4",
            "ws@8",
        ],
    ):
        subprocess.run(["npm", *command], cwd=folder, check=True, capture_output=True)


def named(game: str, processes: int, asked: argparse.Namespace) -> str:
    several = f", {processes} processes" if max(asked.processes) > 1 else ""
    return f"Ludothek ({game}, {'PostgreSQL' if asked.postgres else 'SQLite'}{several})"


def run_ours(
    folder: Path,
    asked: argparse.Namespace,
    game: str,
    tables: int,
    processes: int,
    checkout: Path | None = None,
) -> dict[str, Any]:
    with ExitStack() as stack:
        db = stack.enter_context(postgres()) if asked.postgres else str(folder / f"{time.monotonic_ns()}.db")
        ports = [free_port() for _ in range(processes)]
        servers = [stack.enter_context(serving(port, db, folder, asked.python, checkout)) for port in ports]
        before = sum(map(resident, servers))
        opened = asyncio.run(open_tables(ports, tables, game))
        for table in opened:
            table["apart"] = asked.apart
        with held_to(asked.share, servers):
            found = drive("ludothek", ports, opened, folder, asked, servers)
        found["table_kB"] = (found.pop("resident") - before) / 1024 / tables
        if asked.memory:
            time.sleep(A_MINUTE)
            found["left_kB"] = (sum(map(resident, servers)) - before) / 1024 / tables
        return found


@contextmanager
def serving(
    port: int, db: str, folder: Path, python: str = sys.executable, checkout: Path | None = None
) -> Iterator[int]:
    """Run a server of this checkout or of another one, with the other's virtual environment if it has one."""
    chosen = {"PORT": port, "DB": db, "LOG_LEVEL": "warning"}
    chosen |= dict.fromkeys(
        ("TABLES_PER_MINUTE", "MESSAGES_PER_SECOND", "CONNECTIONS", "CONNECTIONS_PER_ADDRESS"), MOST
    )
    environment = os.environ | {f"LUDOTHEK_{name}": str(value) for name, value in chosen.items()}
    if checkout:
        environment["PYTHONPATH"] = str(checkout.resolve() / "src")
        if (own := checkout.resolve() / ".venv" / "bin" / "python").is_file():
            python = str(own)
    elif python != sys.executable:
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(Path(ludothek.__file__).parents[1]), *site.getsitepackages()]
        )
    with running(
        [python, "-m", "ludothek", "serve"], folder, f"http://127.0.0.1:{port}/health", environment
    ) as server:
        yield server.process.pid


@contextmanager
def held_to(share: float | None, servers: list[int]) -> Iterator[None]:
    """Limit each process to a share of a core: stop it while its share is used up; little is saved up."""
    if share is None:
        yield
        return
    done = threading.Event()

    def hold() -> None:
        left, used, then = (
            dict.fromkeys(servers, 0.0),
            {server: processor_time(server) for server in servers},
            time.monotonic(),
        )
        while not done.wait(LOOK):
            now = time.monotonic()
            for server in servers:
                more = processor_time(server) - used[server]
                used[server] += more
                left[server] = min(left[server] + share * (now - then), SAVED) - more
                os.kill(server, signal.SIGCONT if left[server] > 0 else signal.SIGSTOP)
            then = now

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        for server in servers:
            os.kill(server, signal.SIGCONT)


def processor_time(process: int) -> float:
    """Seconds of processor time of all threads of a process, by Linux's CPU clock of that process."""
    return time.clock_gettime(~process << 3 | 2)


def run_theirs(folder: Path, asked: argparse.Namespace, tables: int, store: str) -> dict[str, Any]:
    port = free_port()
    (folder / "peer.cjs").write_text(PEER)
    kept = folder / f"matches-{time.monotonic_ns()}"
    with running(
        ["node", "peer.cjs", str(port), store, str(kept)],
        folder,
        f"http://127.0.0.1:{port}/games",
        dict(os.environ),
    ) as server:
        found = drive(
            "boardgame",
            [port],
            [{"id": number} for number in range(tables)],
            folder,
            asked,
            [server.process.pid],
        )
    return {name: value for name, value in found.items() if name != "resident"}


async def open_tables(ports: list[int], count: int, game: str) -> list[dict[str, Any]]:
    """Open tables, each in the process to which its first seat connects, and seat new people at them."""
    seats = ludothek.game(game).usual
    async with httpx.AsyncClient(timeout=60) as http:

        async def someone(house: str) -> dict[str, str]:
            answer = await http.get(f"{house}/api/me")
            http.cookies.clear()
            return {"cookie": f"ludothek={answer.cookies['ludothek']}"}

        async def one(number: int) -> dict[str, Any]:
            house = f"http://127.0.0.1:{ports[number % len(ports)]}"
            people = [await someone(house) for _ in range(seats)]
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}][:seats], "clock": False}
            table = (await http.post(f"{house}/api/tables", json=wish, headers=people[0])).json()["id"]
            for other in people[1:]:  # a game for one has started by itself
                for who, what in (
                    (other, {"do": "join", "id": "j"}),
                    (people[0], {"do": "start", "id": "s"}),
                ):
                    (
                        await http.post(f"{house}/api/tables/{table}/do", json=what, headers=who)
                    ).raise_for_status()
            return {"id": table, "number": number, "cookies": [one["cookie"] for one in people]}

        return [await one(number) for number in range(count)]


def drive(
    kind: str,
    ports: list[int],
    tables: list[dict[str, Any]],
    folder: Path,
    asked: argparse.Namespace,
    pids: list[int],
) -> dict[str, Any]:
    listed = folder / "tables.json"
    listed.write_text(json.dumps(tables))
    told = [
        kind,
        ",".join(map(str, ports)),
        listed,
        asked.seconds,
        ",".join(map(str, pids)),
        round(asked.pause * 1000),
        asked.warm_up,
    ]
    command = ["node", str(HERE / "server_driver.cjs"), *map(str, told)]
    said = subprocess.run(
        command,
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        timeout=asked.seconds + asked.warm_up + 120,
    ).stdout
    found: dict[str, Any] = json.loads(said)
    return found


class running:  # noqa: N801
    """A server process, from its first answer until the end of the block."""

    def __init__(self, command: list[str], folder: Path, address: str, environment: dict[str, str]) -> None:
        self.command, self.folder, self.address, self.environment = command, folder, address, environment

    def __enter__(self) -> "running":
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                urllib.request.urlopen(self.address, timeout=2)
                return self
            except urllib.error.HTTPError:
                return self  # boardgame.io has nothing at the address, and says so
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"{self.command[0]} did not start")

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def show(asked: argparse.Namespace, tables: int, measured: dict[str, list[dict[str, Any]]]) -> None:
    pause = f", thinking for {asked.pause:g} s" if asked.pause else ""
    shown = Table(
        title=f"{tables} tables, two seats each{pause}, {asked.seconds} s, median of {asked.rounds}"
    )
    ours, *others = measured
    for heading in ("", ours, *(heading for other in others for heading in (other, "ratio"))):
        shown.add_column(heading, justify="right")
    for name in SHOWN:
        found = [median(run[name] for run in runs) if name in runs[0] else None for runs in measured.values()]
        if any(value is not None for value in found):
            cells = ["" if found[0] is None else f"{found[0]:,.2f}"]
            for other in found[1:]:
                cells += [
                    "" if other is None else f"{other:,.2f}",
                    f"{found[0] / other:.2f}" if found[0] and other else "",
                ]
            shown.add_row(name.replace("_", " "), *cells)
    Console().print(shown)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
