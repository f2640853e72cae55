"""Imports point one way: core ← printing ← games ← bots ← lab; server and terminal above these; cli on top.

The server has rooms of its own, in which they point one way too: wire ← table ← shelf, store; players; door; live above these; web and
device on top.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludothek
from ludothek.core.registry import game_ids

ROOT = Path(ludothek.__file__).parent
ALLOWED = {
    "core": {"core"},
    "printing": {"core", "printing"},
    "boards": {"core", "boards"},
    "games": {"core", "printing", "games"},
    "bots": {"core", "games", "bots"},
    "review": {"core", "bots", "review"},
    "lab": {"core", "boards", "games", "bots", "lab"},
    "adapters": {"core", "games", "bots", "lab", "adapters"},
    "testing": {"core", "games", "bots", "lab", "testing"},
    "workshop": {"core", "testing", "workshop"},
    "terminal": {"core", "games", "bots", "review", "lab", "testing", "workshop", "terminal"},
    "server": {"core", "printing", "games", "bots", "review", "lab", "server"},
    "site": {"core", "printing", "server", "site"},
}
ROOMS = {  # of the server; what is in no room, its start and its settings, is named here where a room may know it
    "wire": {"wire"},
    "table": {"wire", "table"},
    "shelf": {"wire", "table", "shelf"},
    "store": {"wire", "table", "store", "measures"},
    "persons": {"wire", "table", "store", "persons"},
    "notices": {"wire", "table", "store", "notices", "settings"},
    "players": {"players"},
    "door": {"door", "settings"},
    "live": {"wire", "table", "shelf", "store", "persons", "notices", "players", "live", "settings", "measures"},
    "admin": {"wire", "table", "store", "live", "admin", "settings"},
    "device": {"wire", "table", "shelf", "players", "live", "device", "settings"},
    "web": {"wire", "table", "shelf", "store", "persons", "notices", "players", "door", "live", "device", "web", "settings", "measures"},
}


def layer_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "ludothek"


def imports_of(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every import of something of ours in a folder, with what is imported from it: a module may be that."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.startswith("ludothek."):
                    yield file, name


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    for file, name in imports_of(ROOT / layer):
        assert layer_of(name) in {*ALLOWED[layer], "__version__"}, f"{file.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_server_imports_only_what_lies_below_it(room: str) -> None:
    for file, name in imports_of(ROOT / "server" / room):
        if name.startswith("ludothek.server."):
            assert name.split(".")[2] in ROOMS[room], f"{file.relative_to(ROOT)} imports {name}"


def test_every_room_of_the_server_is_known_and_nothing_lies_about() -> None:
    rooms = {f.name for f in (ROOT / "server").iterdir() if f.is_dir() and any(f.glob("*.py"))}
    assert rooms == ROOMS.keys()
    assert {f.stem for f in (ROOT / "server").glob("*.py")} <= {"__init__", "app", "logs", "measures", "run", "settings"}


def test_no_module_of_the_server_is_called_like_one_of_the_standard_library() -> None:
    for file in (ROOT / "server").rglob("*.py"):
        assert file.stem not in sys.stdlib_module_names, file


def test_a_table_needs_neither_database_nor_network() -> None:
    """The room of the table runs wherever Python does, also where nothing can be compiled."""
    modules = [f"ludothek.server.table.{file.stem}" for file in (ROOT / "server" / "table").glob("[a-z]*.py")]
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    for heavy in ("sqlalchemy", "litestar", "uvicorn", "numba", "numpy", "asyncio", "multiprocessing"):
        assert heavy not in loaded, heavy


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
    code = "import sys; from ludothek.core.table import Table; Table.open('number_poker', 2); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_lab_knows_no_game_by_name() -> None:
    for file in (ROOT / "lab").glob("*.py"):
        code = "\n".join(ast.unparse(node) for node in _without_docstrings(file))
        assert not [game for game in game_ids() if game in code], file.name


def _without_docstrings(file: Path) -> Iterator[ast.stmt]:
    for node in ast.parse(file.read_text("utf-8")).body:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield node


def test_the_walk_of_a_move_names_files_that_are_there_and_each_once() -> None:
    _, walk = (ROOT.parents[1] / "docs" / "architecture.md").read_text("utf-8").split("## The walk of one move")
    named = re.findall(r"\b[a-z]+/[\w/]+(?:\.svelte|\.ts|\.py)+", walk)
    assert len(named) > 15
    assert len(set(named)) == len(named)
    for file in named:
        assert any((place / file).is_file() for place in (ROOT.parents[1] / "web" / "src", ROOT / "server", ROOT)), file
