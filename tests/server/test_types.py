"""The front end's types are those of the server."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_written_types_are_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "typescript.py"))["typescript"]()
    written = (ROOT / "web" / "src" / "api" / "wire.ts").read_text("utf-8")
    assert made == written, "run: .venv/bin/python tools/typescript.py"
