"""Export a game: WebAssembly modules with their manifests, and CUDA kernels."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludothek.boards.build import sources
from ludothek.bots.tally import tally_program
from ludothek.compiler import Program
from ludothek.compiler.manifest import beginning, describe_programs
from ludothek.core.errors import Refusal
from ludothek.core.game import Game
from ludothek.lab.batch_programs import LOOK, OBSERVE, SCORE, STEP, TRACE, play_program

WRAPPER = ("machine.ts", "batch.ts", "player.ts")  # in web/src/runtimes/wasm: call a module from TypeScript
PROGRAMS = (play_program(), SCORE, STEP, LOOK, OBSERVE, TRACE, tally_program())


def write_modules(game: Game, folder: Path) -> list[Path]:
    """Write GAME.wasm (batch programs), GAME.players.wasm (searches, if any) and the wrapper."""
    from ludothek.bots.machine_pool import programs_of

    files = write_module(game, folder)
    if players := programs_of(game):
        files += write_module(game, folder, players, f"{game.id}.players")
    return files + [Path(shutil.copy(sources() / "runtimes" / "wasm" / name, folder)) for name in WRAPPER]


def write_module(
    game: Game, folder: Path, programs: Sequence[Program] = PROGRAMS, name: str = ""
) -> list[Path]:
    """Write a WebAssembly module and its JSON manifest, named after the game if no name is given."""
    from ludothek.compiler.wasm_codegen import module

    name = name or game.id
    code, facts = _writable(folder, f"{name}.wasm"), _writable(folder, f"{name}.json")
    code.write_bytes(module(game, programs))
    facts.write_text(json.dumps(description(game, programs), indent=1) + "\n", "utf-8")
    return [code, facts]


def description(game: Game, programs: Sequence[Program] = PROGRAMS) -> dict[str, Any]:
    """Return the manifest of a module, and the first state for each number of seats with default options."""
    return describe_programs(game, programs) | {
        "begin": {seats: beginning(game.variant(seats)) for seats in range(game.fewest, game.most + 1)}
    }


def write_kernels(game: Game, folder: Path, arch: str) -> list[Path]:
    """Write GAME.PROGRAM.ARCH.ptx for every program."""
    from ludothek.compiler.cuda import file_name
    from ludothek.compiler.ptx import build_kernels

    files = []
    for program in PROGRAMS:
        file = _writable(folder, file_name(game, program, arch))
        file.write_text(build_kernels(game, [program], arch)[program.name], "utf-8")
        files.append(file)
    return files


def _writable(folder: Path, name: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    except OSError as error:
        raise Refusal(f"{folder / name} cannot be written: {error.strerror}") from None
    return folder / name
