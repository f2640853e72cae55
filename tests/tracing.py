"""Shared by the machines' tests: the games that they play, and the pages' WebAssembly wrapper as a file."""

import subprocess
from pathlib import Path
from typing import Any

from ludothek.compiler.manifest import beginning
from ludothek.core import Variant
from ludothek.core.flatten import flat_size
from ludothek.lab.machine_trace import trace_random_play

WEB = Path(__file__).parents[1] / "web"
GAMES = 20  # side by side
SEED = 5


def decisions(variant: Variant) -> int:
    """Return the number of decisions per game: fewer for games with a larger state."""
    return min(500, 150_000 // flat_size(variant.game.rules.State) + 30)


def trace(variant: Variant, machine: str) -> Any:
    return trace_random_play(variant, GAMES, decisions(variant), SEED, machine)


def task(variant: Variant) -> dict[str, Any]:
    """The same for the pages' wrapper."""
    return beginning(variant) | {"games": GAMES, "decisions": decisions(variant), "seed": SEED}


def must_stand_alone(code: bytes) -> None:
    """A module of at most 60 kB that has code and a memory of its own, and imports nothing."""
    assert len(code) <= 60_000
    assert code[:8] == b"\0asm\1\0\0\0"
    assert sections(code) >= {1, 3, 5, 6, 7, 10}
    assert 2 not in sections(code), "a section of imports"


def sections(code: bytes) -> set[int]:
    found, place = set(), 8
    while place < len(code):
        found.add(code[place])
        size = shift = 0
        while True:
            place += 1
            size |= (code[place] & 0x7F) << shift
            shift += 7
            if code[place] < 0x80:
                break
        place += 1 + size
    return found


def bundled(folder: Path, source: Path = WEB / "src/runtimes/wasm/trace.ts") -> Path:
    """The wrapper, or what uses it, as a module that Node and a browser can run."""
    file = folder / f"{source.stem}.mjs"
    rolldown = [WEB / "node_modules/.bin/rolldown", source, "--format", "esm", "--file", file]
    subprocess.run([str(part) for part in rolldown], check=True, capture_output=True)
    return file
