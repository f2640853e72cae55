"""Write deploy/grafana.json, a Grafana dashboard of the metrics at /metrics.

`python tools/grafana.py`
"""

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "deploy" / "grafana.json"


def rate(name: str) -> str:
    return f"sum(rate(ludothek_{name}[5m]))"


def slowest(name: str, part: float) -> str:
    return f"histogram_quantile({part}, sum(rate(ludothek_{name}_bucket[5m])) by (le))"


def times(title: str, name: str) -> tuple[str, str, dict[str, str]]:
    return title, "s", {"half": slowest(name, 0.5), "99 %": slowest(name, 0.99)}


PANELS: list[tuple[str, str, dict[str, str]]] = [
    (
        "People and tables",
        "short",
        {
            name: f"sum(ludothek_{name})"
            for name in ("people", "connections", "tables_watched", "tables_open")
        },
    ),
    ("Moves a second", "ops", {"moves": rate("moves_total"), "refused": rate("refusals_total")}),
    times("An action until its answer", "action_seconds"),
    times("A write until its commit", "write_seconds"),
    times("A request until its answer", "request_seconds"),
    times("A bot until its answer", "bot_seconds"),
    ("Bots that wait for their turn", "short", {"waiting": "sum(ludothek_bots_waiting)"}),
    (
        "What went wrong",
        "ops",
        {"database": rate("database_errors_total"), "requests": rate("request_failures_total")},
    ),
    ("Memory", "bytes", {"{{instance}}": "process_resident_memory_bytes"}),
    ("Processors", "short", {"{{instance}}": "rate(process_cpu_seconds_total[5m])"}),
]


def board() -> dict[str, Any]:
    source = {"type": "prometheus", "uid": "${DS_PROMETHEUS}"}
    panels = [
        {
            "id": number + 1,
            "type": "timeseries",
            "title": title,
            "datasource": source,
            "gridPos": {"h": 8, "w": 12, "x": 12 * (number % 2), "y": 8 * (number // 2)},
            "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
            "targets": [
                {"refId": chr(65 + n), "expr": asked, "legendFormat": name}
                for n, (name, asked) in enumerate(shown.items())
            ],
        }
        for number, (title, unit, shown) in enumerate(PANELS)
    ]
    asks_for = {
        "name": "DS_PROMETHEUS",
        "label": "Prometheus",
        "type": "datasource",
        "pluginId": "prometheus",
        "pluginName": "Prometheus",
    }
    return {
        "__inputs": [asks_for],
        "title": "Ludothek",
        "uid": "ludothek",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "panels": panels,
    }


def written() -> str:
    return json.dumps(board(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
    sys.stdout.write(f"{FILE} is up to date\n")
