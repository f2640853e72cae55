"""A game as files for elsewhere: WebAssembly modules with all that one needs to call them, and kernels for a
graphics card.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludothek.boards.build import sources
from ludothek.bots.tally import tally_program
from ludothek.compiler import Program
from ludothek.compiler.manifest import beginning, described
from ludothek.core.errors import Refusal
from ludothek.core.game import Game
from ludothek.lab.batch_programs import LOOK, OBSERVE, SCORE, STEP, TRACE, play_program

WRAPPER = ("machine.ts", "batch.ts", "player.ts")  # of web/src/machine: what calls a module from TypeScript
PROGRAMS = (play_program(), SCORE, STEP, LOOK, OBSERVE, TRACE, tally_program())


def write_modules(game: Game, folder: Path) -> list[Path]:
    """Two modules: GAME with the programs of a batch, and GAME.players with the searches of its players, if
    it has any; and the wrapper.
    """
    from ludothek.bots.thinking_room import programs_of

    files = write_module(game, folder)
    if players := programs_of(game):
        files += write_module(game, folder, players, f"{game.id}.players")
    return files + [Path(shutil.copy(sources() / "runtimes" / "wasm" / name, folder)) for name in WRAPPER]


def write_module(
    game: Game, folder: Path, programs: Sequence[Program] = PROGRAMS, name: str = ""
) -> list[Path]:
    """GAME.wasm and GAME.json in a folder, or under that name."""
    from ludothek.compiler.wasm_codegen import module

    name = name or game.id
    code, facts = _in(folder, f"{name}.wasm"), _in(folder, f"{name}.json")
    code.write_bytes(module(game, programs))
    facts.write_text(json.dumps(description(game, programs), indent=1) + "\n", "utf-8")
    return [code, facts]


def description(game: Game, programs: Sequence[Program] = PROGRAMS) -> dict[str, Any]:
    """How the programs of a module are called, and the first states of the game for each number of seats,
    with its usual options.
    """
    return described(game, programs) | {
        "begin": {seats: beginning(game.variant(seats)) for seats in range(game.fewest, game.most + 1)}
    }


def write_kernels(game: Game, folder: Path, arch: str) -> list[Path]:
    """GAME.PROGRAM.ARCH.ptx in a folder, for every program."""
    from ludothek.compiler.cuda import file_name
    from ludothek.compiler.ptx import built

    files = []
    for program in PROGRAMS:
        file = _in(folder, file_name(game, program, arch))
        file.write_text(built(game, [program], arch)[program.name], "utf-8")
        files.append(file)
    return files


def _in(folder: Path, name: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    except OSError as error:
        raise Refusal(f"{folder / name} cannot be written: {error.strerror}") from None
    return folder / name
