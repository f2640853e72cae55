"""`ludothek check` on screen: what is being looked at, and in the end what is wrong, in sentences."""

import textwrap
from collections.abc import Iterable

from rich.console import Console

from ludothek.testing import inspect


def show(game: str, seconds: float, compiled: bool) -> bool:
    """Look at a game; whether nothing is wrong with it."""
    progress = Console(stderr=True)
    with progress.status(f"{game} …") as status:
        inspection = inspect(
            game, seconds, compiled, lambda check, shape: status.update(f"{shape}: {check} …")
        )
    for said, shapes in _gathered((looked.flaw or "", looked.shape) for looked in inspection.flaws):
        print(
            textwrap.fill(
                f"{', '.join(shapes)}: {said}",
                110,
                subsequent_indent="    ",
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    looked = len(inspection.looked)
    if inspection.flaws:
        print(f"{game}: {looked} looks, and something to mend")
        return False
    print(f"{game}: {looked} looks, and nothing is wrong")
    if inspection.not_reached:
        print(
            f"{inspection.not_reached} looks were not reached in {seconds:.0f} seconds: give it more with --seconds"
        )
    return True


def _gathered(flaws: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Each sentence once, with the shapes of the game of which it is true."""
    gathered: dict[str, list[str]] = {}
    for said, shape in flaws:
        gathered.setdefault(said, []).append(shape)
    return list(gathered.items())
