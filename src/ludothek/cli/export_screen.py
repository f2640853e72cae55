"""What the lab's commands for machines say: which files were made."""

from collections.abc import Callable
from pathlib import Path

from ludothek.cli.duel_screen import bars, told


def show_files(label: str, make: Callable[[], list[Path]]) -> None:
    with bars() as progress, told(progress, label, None):
        files = make()
    for file in files:
        print(f"{file} ({file.stat().st_size:,} bytes)")
