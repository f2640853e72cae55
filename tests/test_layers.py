"""The layout: imports point one way, the house does no I/O, and every name stands for one thing."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludothek
from ludothek.core.registry import game_ids

ROOT = Path(ludothek.__file__).parent
REPOSITORY = ROOT.parents[1]
ALLOWED = {  # which layers a layer may import
    "core": {"core"},
    "compiler": {"core", "compiler"},
    "printing": {"core", "printing"},
    "boards": {"core", "boards"},
    "games": {"core", "printing", "games"},
    "bots": {"core", "compiler", "games", "bots"},
    "review": {"core", "bots", "review"},
    "lab": {"core", "compiler", "boards", "games", "bots", "lab"},
    "adapters": {"core", "compiler", "games", "bots", "lab", "adapters"},
    "testing": {"core", "compiler", "games", "bots", "lab", "testing"},
    "workshop": {"core", "testing", "workshop"},
    "house": {"core", "compiler", "printing", "games", "bots", "review", "house"},
    "page": {"core", "printing", "bots", "house", "page"},
    "server": {"core", "compiler", "bots", "lab", "house", "page", "server"},
    "cli": {
        *("core", "compiler", "boards", "printing", "games", "bots", "review", "lab", "adapters", "testing"),
        *("workshop", "house", "server", "page", "cli"),
    },
}
HOUSE = {  # which packages of the house a package of the house may import
    "api": {"api", "catalogue", "challenges", "live", "people", "table"},
    "catalogue": {"api", "catalogue", "table"},
    "challenges": {"api", "catalogue", "challenges", "live", "people", "table"},
    "live": {"api", "catalogue", "challenges", "live", "people", "table"},
    "people": {"api", "catalogue", "live", "people", "table"},
    "table": {"api", "people", "table"},
}
FRAMEWORKS = {
    "alembic",
    "asyncpg",
    "httpx",
    "litestar",
    "prometheus_client",
    "pyodide",
    "js",
    "sqlalchemy",
    "uvicorn",
    "webauthn",
}
PER_GAME = {"games", "bots"}  # in which each game has a package of its own, with names of its own


def layer_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "ludothek"


def imports_of(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield every absolute import below a folder as (file, dotted name)."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield file, f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    yield file, alias.name


def modules() -> Iterator[Path]:
    for file in ROOT.rglob("*.py"):
        if "template" not in file.parts:
            yield file


def is_of_one_game(file: Path) -> bool:
    """Return whether a module belongs to one game: rules and views, or its players."""
    parts = file.relative_to(ROOT).parts
    return parts[0] in PER_GAME and (len(parts) > 2 or parts[-1].removesuffix(".py") in game_ids())


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    for file, name in imports_of(ROOT / layer):
        if name.startswith("ludothek."):
            assert layer_of(name) in {*ALLOWED[layer], "__version__"}, (
                f"{file.relative_to(ROOT)} imports {name}"
            )


@pytest.mark.parametrize("package", HOUSE)
def test_a_package_of_the_house_imports_only_what_it_may(package: str) -> None:
    for file, name in imports_of(ROOT / "house" / package):
        if name.startswith("ludothek.house."):
            found = name.split(".")[2]
            assert found in HOUSE[package] | {"settings"}, f"{file.relative_to(ROOT)} imports {name}"


def test_the_house_imports_no_web_framework_no_database_and_no_browser() -> None:
    for file, name in imports_of(ROOT / "house"):
        assert name.split(".")[0] not in FRAMEWORKS, f"{file.relative_to(ROOT)} imports {name}"


def test_every_folder_has_its_layer() -> None:
    folders = {f.name for f in ROOT.iterdir() if f.is_dir() and any(f.glob("*.py"))}
    assert folders == ALLOWED.keys()


def test_every_package_of_the_house_is_known() -> None:
    folders = {f.name for f in (ROOT / "house").iterdir() if f.is_dir() and any(f.glob("*.py"))}
    assert folders == HOUSE.keys()


def test_no_module_is_called_like_one_of_the_standard_library() -> None:
    for file in modules():
        assert file.stem not in sys.stdlib_module_names - {"__main__"}, file


def test_a_class_name_is_defined_once() -> None:
    found = defaultdict(set)
    for file in modules():
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                place = "a game" if is_of_one_game(file) else file.relative_to(ROOT).as_posix()
                found[node.name].add(place)
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_a_module_name_is_used_once_in_a_layer() -> None:
    found = defaultdict(list)
    for file in modules():
        if file.stem != "__init__" and not is_of_one_game(file):
            found[file.relative_to(ROOT).parts[0], file.stem].append(file.relative_to(ROOT).as_posix())
    assert not {name: files for name, files in found.items() if len(files) > 1}


def test_a_table_needs_neither_database_nor_network() -> None:
    """The rules of a table run wherever Python does, also where nothing can be compiled."""
    names = [f"ludothek.house.table.{file.stem}" for file in (ROOT / "house" / "table").glob("[a-z]*.py")]
    assert len(names) > 20
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    for heavy in ("sqlalchemy", "litestar", "uvicorn", "numba", "numpy", "asyncio", "multiprocessing"):
        assert heavy not in loaded, heavy


def test_a_game_does_not_import_another() -> None:
    for file in (ROOT / "games").rglob("*.py"):
        own = f"ludothek.games.{file.parent.name}"
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludothek.games."):
                assert (node.module or "").startswith(own)


def test_opening_a_table_does_not_import_numba() -> None:
    """A table opens at once, interpreted; rules are compiled later or never."""
    code = (
        "import sys; from ludothek.core.table import Table; "
        "Table.open('number_poker', 2); sys.exit('numba' in sys.modules)"
    )
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
    _, walk = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8").split("## The walk of one move")
    named = re.findall(r"\b[a-z]+/[\w/-]+(?:\.svelte|\.ts|\.py)+", walk)
    assert len(named) > 15
    assert len(set(named)) == len(named)
    for file in named:
        assert any((place / file).is_file() for place in (REPOSITORY / "web" / "src", ROOT)), file
