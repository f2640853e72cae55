"""What the tests of the machines have in common: the games that they play everywhere, and the pages' wrapper as a file."""

import subprocess
from pathlib import Path
from typing import Any

from ludothek.core import Variant
from ludothek.core.flat import flat_size
from ludothek.lab.modules import beginning
from ludothek.lab.trace import traced

WEB = Path(__file__).parents[1] / "web"
GAMES = 20  # side by side
SEED = 5


def decisions(variant: Variant) -> int:
    """Of each game: fewer where there is more to look at after each."""
    return min(500, 150_000 // flat_size(variant.game.rules.State) + 30)


def trace(variant: Variant, machine: str) -> Any:
    return traced(variant, GAMES, decisions(variant), SEED, machine)


def task(variant: Variant) -> dict[str, Any]:
    """The same for the pages' wrapper."""
    return beginning(variant) | {"games": GAMES, "decisions": decisions(variant), "seed": SEED}


def bundled(folder: Path) -> Path:
    """The wrapper, as a module that Node and a browser can run."""
    file = folder / "trace.mjs"
    rolldown = [WEB / "node_modules/.bin/rolldown", WEB / "src/machine/trace.ts", "--format", "esm", "--file", file]
    subprocess.run([str(part) for part in rolldown], check=True, capture_output=True)
    return file
