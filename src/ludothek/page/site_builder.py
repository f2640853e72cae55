"""Build the static site: pages, Python archive, and shelf files that are read before Python has loaded."""

import json
import shutil
from importlib.resources import files
from pathlib import Path

from ludothek.core import Refusal
from ludothek.page import static_answers
from ludothek.page.archive import archive

INDEX, WORKER, MANIFEST = "index.html", "sw.js", "manifest.webmanifest"
MARK = "ludothek-site"  # marks a folder as a site
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)


class CannotBuildSite(Refusal):
    """The site cannot be built, or not in this folder."""


def build(folder: Path, pages: Path | None = None) -> None:
    """Write the site into a folder that is new, empty or already a site."""
    pages = pages or Path(str(files("ludothek.server") / "static"))
    if not (pages / INDEX).is_file() or not (pages / "runtime").is_dir():
        raise CannotBuildSite(
            "the pages have not been built yet, or without Python for a page; `make web` builds them"
        )
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise CannotBuildSite(f"{folder} holds other files; name a new folder, or an empty one")
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(pages, fresh)
    _write_shelf(fresh / static_answers.FOLDER)
    _write_python(fresh)
    _write_manifest(fresh / MANIFEST)
    (fresh / MARK).write_text("Written by `ludothek site`, which may write it again.\n", "utf-8")
    (fresh / ".nojekyll").touch()  # GitHub Pages would omit files starting with an underscore
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def _write_python(folder: Path) -> None:
    made = archive()
    (folder / made.address).write_bytes(made.content)
    index = made.stamped((folder / INDEX).read_bytes()).decode()
    index = index.replace('="/', '="./').replace("<html ", "<html data-site ", 1)
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}" />'
    (folder / INDEX).write_text(index.replace("<head>", f"<head>\n    {policy}", 1), "utf-8")
    (folder / WORKER).write_bytes(made.stamped((folder / WORKER).read_bytes()))


def _write_shelf(folder: Path) -> None:
    folder.mkdir()
    for name in (*static_answers.texts(), *static_answers.prints()):
        (folder / name).write_bytes(static_answers.file(name).content)


def _write_manifest(path: Path) -> None:
    manifest = json.loads(path.read_text("utf-8"))
    manifest |= {"start_url": ".", "scope": "."}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/")
    path.write_text(json.dumps(manifest, indent=2), "utf-8")
