"""The front end's types are generated from those of the server and of the games."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_written_types_are_up_to_date() -> None:
    for file, text in runpy.run_path(str(ROOT / "tools" / "typescript.py"))["written"]().items():
        assert file.read_text("utf-8") == text, "run: .venv/bin/python tools/typescript.py"
