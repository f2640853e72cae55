"""`ludothek check` on screen: a status line while checks run, then the failures."""

import textwrap
from collections.abc import Iterable

from rich.console import Console

from ludothek.testing import inspect


def show(game: str, seconds: float, compiled: bool) -> bool:
    """Check a game, print the result and return whether all checks passed."""
    progress = Console(stderr=True)
    with progress.status(f"{game} …") as status:
        inspection = inspect(
            game, seconds, compiled, lambda check, shape: status.update(f"{shape}: {check} …")
        )
    for said, shapes in _gathered((result.flaw or "", result.shape) for result in inspection.flaws):
        print(
            textwrap.fill(
                f"{', '.join(shapes)}: {said}",
                110,
                subsequent_indent="    ",
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    checks = len(inspection.results)
    if inspection.flaws:
        print(f"{game}: {len(inspection.flaws)} of {checks} checks failed")
        return False
    print(f"{game}: {checks} checks passed")
    if inspection.not_reached:
        print(
            f"{inspection.not_reached} checks did not run within {seconds:.0f} seconds:"
            " allow more time with --seconds"
        )
    return True


def _gathered(flaws: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Group identical messages with the variants that they apply to."""
    gathered: dict[str, list[str]] = {}
    for said, shape in flaws:
        gathered.setdefault(said, []).append(shape)
    return list(gathered.items())
