"""Live tables: moves per second and latency of one server process, beside the boardgame.io server driven the same way.

    python bench/server.py [--tables 300] [--seconds 20] [--game number_poker] [--rounds 2]

Every table has two connected seats; each makes a random legal move as soon as it may. Ours commits every move to SQLite before anybody
sees it (synchronous=FULL); boardgame.io keeps its tic-tac-toe in memory. Both are driven by the same Node.js program
(`server_driver.cjs`), one after the other, in turns. Needs Node.js and npm; what it installs goes into a temporary folder.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
PEER = """
const { Server, Origins } = require("boardgame.io/server");
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { clickCell: ({ G, playerID }, id) => { if (G.cells[id] !== null) return "INVALID_MOVE"; G.cells[id] = playerID; } },
  endIf: ({ G, ctx }) => {
    if (lines.some((row) => row.every((i) => G.cells[i] !== null && G.cells[i] === G.cells[row[0]]))) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--game", default="number_poker")
    asked = parser.parse_args()
    if not shutil.which("npm"):
        sys.exit("bench/server.py needs Node.js with npm on the PATH")
    with tempfile.TemporaryDirectory(prefix="ludothek-bench-") as name:
        folder = Path(name)
        subprocess.run(["npm", "init", "-y"], cwd=folder, check=True, capture_output=True)
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "boardgame.io@0.50", "socket.io-client@4", "ws@8"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        ours, theirs = [], []
        for _ in range(asked.rounds):
            ours.append(run_ours(folder, asked))
            theirs.append(run_theirs(folder, asked))
    show(asked, ours, theirs)


def run_ours(folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    port, db = free_port(), folder / f"{time.monotonic_ns()}.db"
    chosen = {"PORT": port, "DB": db, "LOG_LEVEL": "warning", "TABLES_PER_MINUTE": 10**6, "MESSAGES_PER_SECOND": 10**6}
    environment = os.environ | {f"LUDOTHEK_{name}": str(value) for name, value in chosen.items()}
    with running([sys.executable, "-m", "ludothek.server.run"], folder, f"http://127.0.0.1:{port}/health", environment) as server:
        tables = asyncio.run(open_tables(port, asked.tables, asked.game))
        return drive("ludothek", port, tables, folder, asked.seconds, server.process.pid)


def run_theirs(folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    port = free_port()
    (folder / "peer.cjs").write_text(PEER)
    with running(["node", "peer.cjs", str(port)], folder, f"http://127.0.0.1:{port}/games", dict(os.environ)) as server:
        return drive("boardgame", port, [{"id": number} for number in range(asked.tables)], folder, asked.seconds, server.process.pid)


async def open_tables(port: int, count: int, game: str) -> list[dict[str, Any]]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:

        async def someone() -> dict[str, str]:
            answer = await http.get("/api/me")
            http.cookies.clear()
            return {"cookie": f"ludothek={answer.cookies['ludothek']}"}

        async def one() -> dict[str, Any]:
            first, second = await someone(), await someone()
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "clock": False}
            table = (await http.post("/api/tables", json=wish, headers=first)).json()["id"]
            for who, what in ((second, {"do": "join", "id": "j"}), (first, {"do": "start", "id": "s"})):
                (await http.post(f"/api/tables/{table}/do", json=what, headers=who)).raise_for_status()
            return {"id": table, "cookies": [first["cookie"], second["cookie"]]}

        return [await one() for _ in range(count)]


def drive(kind: str, port: int, tables: list[dict[str, Any]], folder: Path, seconds: int, pid: int) -> dict[str, Any]:
    listed = folder / "tables.json"
    listed.write_text(json.dumps(tables))
    command = ["node", str(HERE / "server_driver.cjs"), kind, str(port), str(listed), str(seconds), str(pid)]
    said = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 120).stdout
    found: dict[str, Any] = json.loads(said)
    return found


class running:  # noqa: N801
    """A server process, from its first answer until the end of the block."""

    def __init__(self, command: list[str], folder: Path, address: str, environment: dict[str, str]) -> None:
        self.command, self.folder, self.address, self.environment = command, folder, address, environment

    def __enter__(self) -> "running":
        self.process = subprocess.Popen(self.command, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
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


def show(asked: argparse.Namespace, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> None:
    table = Table(title=f"{asked.tables} tables, two seats each, {asked.seconds} s, median of {asked.rounds}")
    for heading in ("", f"Ludothek ({asked.game}, SQLite)", "boardgame.io (memory)", "ratio"):
        table.add_column(heading, justify="right")
    for name in ("moves_per_second", "p50_ms", "p99_ms", "cpu_ms_per_move"):
        mine, peer = median(run[name] for run in ours), median(run[name] for run in theirs)
        table.add_row(name.replace("_", " "), f"{mine:,.2f}", f"{peer:,.2f}", f"{mine / peer:.2f}")
    Console().print(table)
    print(json.dumps({"ludothek": ours, "boardgame.io": theirs}))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
