"""Prebuilt WebAssembly modules with the searches of a game's players, so that nothing needs to be compiled.

The modules are files in the folder `modules`, built by tools/build_players.py (`make play`, wheel builds).
The file name contains a digest of the sources; a module built from older sources is ignored.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

from ludothek.core.game import Game

HERE = Path(__file__).parent
FOLDER = HERE / "modules"


def file_of(game: Game) -> Path:
    """Return the path of the module of a game's players, whether it exists or not."""
    if sys.platform == "emscripten":  # a page ships the module that was built with it
        return next(iter(FOLDER.glob(f"{game.id}.*.wasm")), FOLDER / f"{game.id}.wasm")
    return FOLDER / f"{game.id}.{sources_of(game)}.wasm"


@cache
def sources_of(game: Game) -> str:
    """Return a digest of all sources that the module may depend on."""
    core, game_folder = HERE.parent / "core", Path(str(game.folder))
    files = [
        *core.rglob("*.py"),
        *HERE.glob("*.py"),
        *(HERE / game.id).rglob("*.py"),
        *game_folder.rglob("*.py"),
    ]
    digest = hashlib.sha256()
    for file in sorted(files):
        root = next(root for root in (core, HERE, game_folder) if file.is_relative_to(root))
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def read_module(game: Game) -> bytes | None:
    """Return the module of the game's players, or None if it has not been built."""
    known = _read.get(game)
    if known is None and (file := file_of(game)).is_file():
        known = _read[game] = file.read_bytes()
    return known


_read: dict[Game, bytes] = {}


def build(game: Game) -> Path:
    """Build the module, which takes some seconds, and delete older ones."""
    from ludothek.bots.machine_pool import programs_of
    from ludothek.compiler.wasm_codegen import build as built

    code, file = built(game, programs_of(game)), file_of(game)
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob(f"{game.id}.*.wasm"):
        old.unlink(missing_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(code)
    part.replace(file)
    return file
