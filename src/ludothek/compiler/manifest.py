"""The manifest of a WebAssembly module: the signatures of its programs and the layout of its records.

`web/src/runtimes/wasm` reads it to call the programs.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from ludothek.compiler.program import KIT, STATE, Kind, Program, kind_for
from ludothek.core.flatten import flat_size
from ludothek.core.game import Game, Variant
from ludothek.core.state import Struct


def describe_programs(game: Game, programs: Sequence[Program]) -> dict[str, Any]:
    """Describe the scratch buffers and parameters of each program, and the memory layout of the records."""
    used = {
        kind for program in programs for kind in (*program.takes, *(kind for kind, _ in program.room))
    } | {KIT, STATE}
    records = {_name(kind): record for kind in used if isinstance(record := kind_for(game, kind), type)}
    return {
        "game": game.id,
        "actions": game.declared.actions,
        "width": flat_size(game.rules.State),
        "programs": {
            program.name: {
                "room": [[_name(kind), size] for kind, size in program.rooms(game)],
                "takes": [_name(kind) for kind in program.takes],
            }
            for program in programs
        },
        "records": {name: _layout(records[name]) for name in sorted(records)},
    }


def beginning(variant: Variant) -> dict[str, str]:
    """The packed kit and initial state of a variant, in base64."""
    return {
        "kit": b64encode(variant.kit.to_bytes()).decode(),
        "start": b64encode(variant.start().to_bytes()).decode(),
    }


def _name(kind: Kind) -> str:
    return kind if isinstance(kind, str) else kind.__name__.lower()


def _layout(record: type[Struct]) -> dict[str, Any]:
    layout, fields = record.record_layout(), record.declared_fields()
    places = {
        name: {"at": layout.places[name], "kind": field.kind, "shape": [*field.shape]}
        for name, field in fields.items()
    }
    return {"size": layout.size, "fields": places}
