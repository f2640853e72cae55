"""Duels on screen: progress bars while they run, then a line for each."""

import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ludothek.bots import player, title
from ludothek.compiler.drivers import watched
from ludothek.core import Game
from ludothek.lab.duel import Duel, DuelResult, Endings, at_table, is_contest, run, wilson
from ludothek.lab.ladder import LadderDocument, duels, row

INTERRUPTED = 130  # the conventional exit status after Ctrl-C


def show(duel: Duel, games: int, jobs: int) -> None:
    """Run one duel and print its result."""
    for name in (duel.first, duel.second):
        player(duel.variant().game, name)  # refuse unknown players before any game is played
    with progress_bars() as progress:
        standing = run_duel(duel, games, jobs, progress)
    print(line(duel, standing))


def run_ladder(games_of: list[Game], path: Path, games: int, jobs: int) -> None:
    """Run the duels that the ladder document lacks; each is written to it when it is over."""
    known = LadderDocument(path)
    missing = [(game, duel) for game in games_of for duel in duels(game) if not known.has(game, duel, games)]
    with progress_bars() as progress:
        task = progress.add_task("duels", total=len(missing))
        played = defaultdict[tuple[str, int], Endings](dict)  # by game and seats
        for game, duel in missing:
            standing = run_duel(duel, games, jobs, progress, played[game.id, duel.seats])
            # Read the document again: it may have been edited meanwhile.
            LadderDocument(path).add(game, row(duel, standing))
            progress.console.print(line(duel, standing), soft_wrap=True, highlight=False)
            progress.advance(task)
    print(f"{len(missing)} duels played; {path} is complete")


@contextmanager
def progress_bars() -> Iterator[Progress]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress


@contextmanager
def resumable() -> Iterator[None]:
    """On Ctrl-C, say that the command can be continued, and exit with the conventional status."""
    try:
        yield
    except KeyboardInterrupt:
        print("ludothek: interrupted; run the same command again to continue", file=sys.stderr)
        sys.exit(INTERRUPTED)


@contextmanager
def tracked_task(progress: Progress, name: str, total: int | None) -> Iterator[TaskID]:
    """Add a task to the progress bars; its name shows the state of a compilation, if one is needed first."""
    task = progress.add_task(name, total=total)

    def compiling(functions: int | None) -> None:
        progress.update(
            task,
            description=name
            if functions is None
            else f"{name}: getting ready, only once ({functions} rules compiled)",
        )

    with watched(compiling):
        yield task
    progress.remove_task(task)


def run_duel(
    duel: Duel, games: int, jobs: int, progress: Progress, played: Endings | None = None
) -> DuelResult:
    standing = DuelResult()
    with tracked_task(
        progress, f"{duel.game} ({duel.seats}): {title(duel.first)} – {title(duel.second)}", games
    ) as task:
        for result in run(duel, games, jobs, played):
            standing.add(result)
            progress.advance(task)
    return standing


def line(duel: Duel, standing: DuelResult) -> str:
    head = f"{at_table(duel.game, duel.seats)}, {standing.games} games: {duel.first}"
    ended = f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
    beats = (
        f"beats {duel.second} in {format_share(standing.share, standing.interval())} of the decided"
        f" games; {ended}"
    )
    points = f"; {standing.points / standing.games:+.2f} points a game" if standing.points else ""
    first, second = (
        format_share(won / standing.games, wilson(won, standing.games))
        for won in (standing.first, standing.second)
    )
    if not is_contest(duel.variant()):
        return f"{head} wins {first}, {duel.second} {second}; it {beats}{points}"
    tables = f"; tables won {first}, by an equal player {1 / duel.seats:.1%}" if duel.seats > 2 else ""
    return f"{head} {beats}{tables}{points}"


def format_share(share: float, interval: tuple[float, float]) -> str:
    return f"{share:.1%} (95 %: {interval[0]:.1%} to {interval[1]:.1%})"
