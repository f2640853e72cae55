"""A game as files for elsewhere: a WebAssembly module with what one needs to know to call it, and kernels for a graphics card."""

import json
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludothek.core.errors import Refusal
from ludothek.core.game import Game, Variant
from ludothek.core.machines import KIT, STATE, Kind, Program
from ludothek.core.machines.program import dtype_for
from ludothek.lab.programs import LOOK, OBSERVE, SCORE, STEP, TRACE, play_program
from ludothek.lab.tally import tally_program

PROGRAMS = (play_program(), SCORE, STEP, LOOK, OBSERVE, TRACE, tally_program())


def write_modules(game: Game, folder: Path) -> list[Path]:
    """Two modules: GAME with the programs of a batch, and GAME.players with the searches of its players, if it has any."""
    from ludothek.bots.desk import programs_of

    files = write_module(game, folder)
    if players := programs_of(game):
        files += write_module(game, folder, players, f"{game.id}.players")
    return files


def write_module(game: Game, folder: Path, programs: Sequence[Program] = PROGRAMS, name: str = "") -> list[Path]:
    """GAME.wasm and GAME.json in a folder, or under that name."""
    from ludothek.core.machines.llvm import module

    name = name or game.id
    code, facts = _in(folder, f"{name}.wasm"), _in(folder, f"{name}.json")
    code.write_bytes(module(game, programs))
    facts.write_text(json.dumps(description(game, programs), indent=1) + "\n", "utf-8")
    return [code, facts]


def description(game: Game, programs: Sequence[Program] = PROGRAMS) -> dict[str, Any]:
    """How the programs of a module are called, and the first states of the game for each number of seats, with its usual options."""
    used = {kind for program in programs for kind in (*program.takes, *(kind for kind, _ in program.room))}
    kinds = {kind for kind in used if not _is_number(kind)} | {KIT, STATE}
    return {
        "game": game.id,
        "actions": game.declared.actions,
        "programs": {
            program.name: {
                "room": [[_name(kind), size] for kind, size in program.rooms(game)],
                "takes": [_name(kind) for kind in program.takes],
            }
            for program in programs
        },
        "records": {_name(kind): _fields(game, kind) for kind in sorted(kinds, key=_name)},
        "begin": {seats: beginning(game.variant(seats)) for seats in range(game.fewest, game.most + 1)},
    }


def beginning(variant: Variant) -> dict[str, str]:
    """The packed kit and the first state of a variant, in base64."""
    return {"kit": b64encode(variant.kit.pack().tobytes()).decode(), "start": b64encode(variant.start().pack().tobytes()).decode()}


def write_kernels(game: Game, folder: Path, arch: str) -> list[Path]:
    """GAME.PROGRAM.ARCH.ptx in a folder, for every program."""
    from ludothek.core.machines.cuda import file_name
    from ludothek.core.machines.ptx import built

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


def _is_number(kind: Kind) -> bool:
    return isinstance(kind, str) and kind not in (KIT, STATE)


def _name(kind: Kind) -> str:
    return kind if isinstance(kind, str) else kind.__name__.lower()


def _fields(game: Game, kind: Kind) -> dict[str, Any]:
    dtype = dtype_for(game, kind)
    fields = {}
    for name, (inner, offset, *_) in dtype.fields.items():
        base, shape = inner.subdtype or (inner, ())
        fields[name] = {"at": offset, "kind": base.str[1:], "shape": list(shape)}
    return {"size": dtype.itemsize, "fields": fields}
