"""Export commands on screen: a progress bar, then the files written."""

from collections.abc import Callable
from pathlib import Path

from ludothek.cli.duel_screen import progress_bars, tracked_task


def show_files(label: str, make: Callable[[], list[Path]]) -> None:
    with progress_bars() as progress, tracked_task(progress, label, None):
        files = make()
    for file in files:
        print(f"{file} ({file.stat().st_size:,} bytes)")
