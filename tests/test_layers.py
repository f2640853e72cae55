"""Imports point one way: core ← printing ← games ← bots ← lab; server and terminal above these; cli on top."""

import ast
from pathlib import Path

import pytest

import ludothek

ROOT = Path(ludothek.__file__).parent
ALLOWED = {
    "core": {"core"},
    "printing": {"core", "printing"},
    "games": {"core", "printing", "games"},
    "bots": {"core", "games", "bots"},
    "lab": {"core", "games", "bots", "lab"},
    "adapters": {"core", "games", "bots", "lab", "adapters"},
    "terminal": {"core", "games", "bots", "lab", "terminal"},
    "server": {"core", "printing", "games", "bots", "lab", "server"},
}


def layer_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "ludothek"


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    for file in (ROOT / layer).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                if name.startswith("ludothek."):
                    assert layer_of(name) in ALLOWED[layer], f"{file.relative_to(ROOT)} imports {name}"


def test_every_folder_has_its_layer() -> None:
    folders = {f.name for f in ROOT.iterdir() if f.is_dir() and any(f.glob("*.py"))}
    assert folders <= ALLOWED.keys()


def test_a_game_does_not_import_another() -> None:
    for file in (ROOT / "games").rglob("*.py"):
        own = f"ludothek.games.{file.parent.name}"
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludothek.games."):
                assert (node.module or "").startswith(own)


def test_opening_a_table_does_not_import_numba() -> None:
    """A table opens at once, interpreted; compilation comes later or never."""
    import subprocess
    import sys

    code = "import sys; from ludothek.core.table import Table; Table.open('number_poker', 2); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
