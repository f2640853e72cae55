"""Metrics for operators in the Prometheus text format: what they count, and who may read them."""

import json
import re
import runpy
from pathlib import Path

import httpx

from ludothek.server.metrics import Metrics
from tests.server.serving import Server

ROOT = Path(__file__).parents[2]
LINE = re.compile(r'(?P<name>[a-z_]+)(\{le="[0-9.e+Inf]+"\})? (?P<value>[0-9.]+(e[+-]?[0-9]+)?)')


def figures(server: Server) -> dict[str, float]:
    answer = httpx.get(f"{server.address}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found, told = dict[str, float](), set[str]()
    for line in answer.text.splitlines():
        if line.startswith("# TYPE"):
            told.add(line.split()[2])
        elif not line.startswith("#"):
            read = LINE.fullmatch(line)
            assert read, line
            assert any(read["name"].startswith(name) for name in told), f"{line} was not announced"
            found[read["name"]] = float(read["value"])  # of a histogram's steps, the last
    return found


def test_what_happens_is_counted(server: Server) -> None:
    anna, before = server.person("Anna"), figures(server)
    with anna.watches(anna.opens("connect_four", "mm")) as line:
        line.plays("a", 0)
        line.plays("b", 1)
        line.refused("illegal_move", **line.move("z", 0))
        after = figures(server)
        assert after["ludothek_people"] >= 1
        assert after["ludothek_tables_watched"] >= 1
        assert after["process_resident_memory_bytes"] > 10_000_000
    grown = {name: after[name] - before[name] for name in after}
    assert grown["ludothek_moves_total"] >= 2
    assert grown["ludothek_refusals_total"] >= 1
    for name in ("action_seconds", "write_seconds", "request_seconds"):
        assert grown[f"ludothek_{name}_count"] >= 2
        assert after[f"ludothek_{name}_bucket"] == after[f"ludothek_{name}_count"]


def test_figures_are_for_those_who_may_see_them(db: Path) -> None:
    with Server(db, metrics=["192.0.2.1"]) as server:  # type: ignore[arg-type]
        assert httpx.get(f"{server.address}/metrics").status_code == 404


def test_the_board_asks_for_figures_that_there_are(server: Server) -> None:
    board = (ROOT / "deploy" / "grafana.json").read_text("utf-8")
    assert board == runpy.run_path(str(ROOT / "tools" / "grafana.py"))["written"](), (
        "run: .venv/bin/python tools/grafana.py"
    )
    asked = [query["expr"] for panel in json.loads(board)["panels"] for query in panel["targets"]]
    assert set(re.findall(r"(?:ludothek|process)_[a-z_]+", " ".join(asked))) <= set(figures(server))


def test_houses_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moves.inc(3)
    assert b"ludothek_moves_total 3.0" in one.text()
    assert b"ludothek_moves_total 0.0" in other.text()
