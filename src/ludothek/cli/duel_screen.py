"""Duels on screen: a progress bar while they run, lines that can be quoted when they are over."""

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

INTERRUPTED = 130  # the exit status that shells know for it


def show(duel: Duel, games: int, jobs: int) -> None:
    """One duel."""
    for name in (duel.first, duel.second):
        player(duel.variant().game, name)  # refuses what is not there before anything is played
    with bars() as progress:
        standing = fought(duel, games, jobs, progress)
    print(line(duel, standing))


def climb(games_of: list[Game], path: Path, games: int, jobs: int) -> None:
    """All duels of these games that the document does not have yet; each is written when it is over."""
    known = LadderDocument(path)
    missing = [(game, duel) for game in games_of for duel in duels(game) if not known.has(game, duel, games)]
    with bars() as progress:
        task = progress.add_task("duels", total=len(missing))
        played = defaultdict[tuple[str, int], Endings](dict)  # by game and seats
        for game, duel in missing:
            standing = fought(duel, games, jobs, progress, played[game.id, duel.seats])
            LadderDocument(path).add(
                game, row(duel, standing)
            )  # read again: somebody may have written into it meanwhile
            progress.console.print(line(duel, standing), soft_wrap=True, highlight=False)
            progress.advance(task)
    print(f"{len(missing)} duels played; {path} has them all")


@contextmanager
def bars() -> Iterator[Progress]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress


@contextmanager
def going_on() -> Iterator[None]:
    """Around what is kept as it is played: whoever breaks off is told that it is."""
    try:
        yield
    except KeyboardInterrupt:
        print("ludothek: broken off; the same command goes on from here", file=sys.stderr)
        sys.exit(INTERRUPTED)


@contextmanager
def told(progress: Progress, name: str, total: int | None) -> Iterator[TaskID]:
    """A bar for something that may have to be compiled first, and says so."""
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


def fought(
    duel: Duel, games: int, jobs: int, progress: Progress, played: Endings | None = None
) -> DuelResult:
    standing = DuelResult()
    with told(
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
        f"beats {duel.second} in {said(standing.share, standing.interval())} of the decided games; {ended}"
    )
    points = f"; {standing.points / standing.games:+.2f} points a game" if standing.points else ""
    first, second = (
        said(won / standing.games, wilson(won, standing.games)) for won in (standing.first, standing.second)
    )
    if not is_contest(duel.variant()):
        return f"{head} wins {first}, {duel.second} {second}; it {beats}{points}"
    tables = f"; tables won {first}, by an equal player {1 / duel.seats:.1%}" if duel.seats > 2 else ""
    return f"{head} {beats}{tables}{points}"


def said(share: float, interval: tuple[float, float]) -> str:
    return f"{share:.1%} (95 %: {interval[0]:.1%} to {interval[1]:.1%})"
