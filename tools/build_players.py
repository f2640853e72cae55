"""Compile the bots of every installed game to WebAssembly, so that the first game does not wait for it.

`python tools/build_players.py` builds the missing ones on all cores, with a progress bar.
"""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludothek.bots.machine_pool import programs_of
from ludothek.bots.player_modules import build, file_of
from ludothek.core.registry import find, installed_games

LONGEST = ("safehouse", "museum")  # started first


def main() -> None:
    missing = [game.id for game in installed_games() if programs_of(game) and not file_of(game).is_file()]
    if not missing:
        return
    missing.sort(key=lambda game_id: game_id not in LONGEST)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as progress,
        ProcessPoolExecutor(
            min(len(missing), os.cpu_count() or 1), multiprocessing.get_context("spawn")
        ) as pool,
    ):
        task = progress.add_task("Building the players, only once (a minute)", total=len(missing))
        for done in as_completed([pool.submit(built, game_id) for game_id in missing]):
            done.result()
            progress.advance(task)


def built(game_id: str) -> None:
    build(find(game_id))


if __name__ == "__main__":
    main()
