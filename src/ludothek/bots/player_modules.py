"""The players of a game as a WebAssembly module, built once: who has it need not compile anything.

Modules lie in the folder `modules` beside this file. `make play` and whoever builds a wheel fill it
(tools/build_players.py). The name of a module says of which sources it was made; one that is older than the
rules is not found.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

from ludothek.core.game import Game

HERE = Path(__file__).parent
FOLDER = HERE / "modules"


def file_of(game: Game) -> Path:
    """Where the module of a game's players is, or would be."""
    if sys.platform == "emscripten":  # a page has what was built with it
        return next(iter(FOLDER.glob(f"{game.id}.*.wasm")), FOLDER / f"{game.id}.wasm")
    return FOLDER / f"{game.id}.{sources_of(game)}.wasm"


@cache
def sources_of(game: Game) -> str:
    """A digest of all that a player of the game can have been compiled from."""
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


def found(game: Game) -> bytes | None:
    """The module of the game's players, where it has been built."""
    known = _read.get(game)
    if known is None and (file := file_of(game)).is_file():
        known = _read[game] = file.read_bytes()
    return known


_read: dict[Game, bytes] = {}


def build(game: Game) -> Path:
    """Build it now, which takes some seconds, in the place of older ones."""
    from ludothek.bots.thinking_room import programs_of
    from ludothek.compiler.wasm_codegen import build as built

    code, file = built(game, programs_of(game)), file_of(game)
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob(f"{game.id}.*.wasm"):
        old.unlink(missing_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(code)
    part.replace(file)
    return file
