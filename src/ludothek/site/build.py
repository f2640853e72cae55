"""Write the folder: the built pages, the Python they run, and what is said of the games, ready to be read before Python is there."""

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from ludothek.core import Refusal
from ludothek.core.registry import is_ours
from ludothek.core.texts import LANGUAGES
from ludothek.printing import can_print, printed
from ludothek.server.device.archive import archive
from ludothek.server.shelf import games as shelf
from ludothek.server.table.shapes import FigureList, GameList

INDEX, WORKER, MANIFEST = "index.html", "sw.js", "manifest.webmanifest"
SHELF = "shelf"
MARK = "ludothek-site"  # a file by which we know a folder of ours
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)


ASK = """
import json, sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
from ludothek.core.registry import shelf
from ludothek.server.device.thinkers import on_a_device
print(json.dumps({game.id: on_a_device(game) for game in shelf().games.values()}))
"""


class CannotBuild(Refusal):
    """The site cannot be built here, or not there."""


def build(folder: Path, pages: Path | None = None) -> None:
    """Write the site into a folder: a new one, an empty one, or one that holds a site already."""
    pages = pages or Path(str(files("ludothek.server") / "static"))
    if not (pages / INDEX).is_file() or not (pages / "runtime").is_dir():
        raise CannotBuild("the pages have not been built yet, or without Python for a page; `make web` builds them")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise CannotBuild(f"{folder} holds other files; name a new folder, or an empty one")
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(pages, fresh)
    _write_shelf(fresh / SHELF)
    _write_python(fresh)
    _write_manifest(fresh / MANIFEST)
    (fresh / MARK).write_text("Written by `ludothek site`, which may write it again.\n", "utf-8")
    (fresh / ".nojekyll").touch()  # GitHub would leave out files that begin with an underscore
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def _write_python(folder: Path) -> None:
    made = archive()
    (folder / made.address).write_bytes(made.content)
    index = made.stamped((folder / INDEX).read_bytes()).decode()
    index = index.replace('="/', '="./').replace("<html ", "<html data-site ", 1)
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    (folder / INDEX).write_text(index.replace("<head>", f"<head>\n    {policy}", 1), "utf-8")
    worker = made.stamped((folder / WORKER).read_bytes()).decode()
    beside = json.dumps(sorted(f"{SHELF}/{file.name}" for file in (folder / SHELF).glob("*.json")))
    (folder / WORKER).write_text(worker.replace("const BESIDE = [];", f"const BESIDE = {beside};", 1), "utf-8")


def _write_shelf(folder: Path) -> None:
    """The answers of docs/interface.md that depend on nobody, as files: web/src/device/house.svelte.ts knows their names."""
    folder.mkdir()
    ours = _games_on_a_device()
    for language in LANGUAGES:
        listed = GameList([structs.replace(game, **ours[game.id]) for game in shelf.games(language) if game.id in ours])
        (folder / f"games.{language}.json").write_bytes(msgspec.json.encode(listed))
        for game, differs in ours.items():
            page = structs.replace(shelf.page(game, language), **differs)
            (folder / f"{game}.{language}.json").write_bytes(msgspec.json.encode(page))
            if can_print(shelf.game(game)):
                (folder / f"{game}-{language}.pdf").write_bytes(printed(shelf.game(game), None, language))
    for game in ours:
        (folder / f"{game}.figures.json").write_bytes(msgspec.json.encode(FigureList(shelf.figures(game))))


def _games_on_a_device() -> dict[str, dict[str, Any]]:
    """Our games, and what is different about them there: which players can think without what a browser lacks."""
    found: dict[str, dict[str, Any]] = json.loads(subprocess.run([sys.executable, "-c", ASK], check=True, capture_output=True).stdout)
    return {game: differs for game, differs in found.items() if is_ours(game)}


def _write_manifest(path: Path) -> None:
    manifest = json.loads(path.read_text("utf-8"))
    manifest |= {"start_url": ".", "scope": "."}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/")
    path.write_text(json.dumps(manifest, indent=2), "utf-8")
