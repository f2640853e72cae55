"""A duel on screen: a progress bar while it runs, a line that can be quoted when it is over."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludothek.bots import bot
from ludothek.lab.duel import Duel, Standing, is_contest, run, wilson


def show(duel: Duel, games: int, jobs: int) -> None:
    variant = duel.variant()
    for level in (duel.first, duel.second):
        bot(variant.game, level)  # refuses what is not there before anything is played
    standing = Standing()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{duel.game}: {duel.first} – {duel.second}", total=games)
        for result in run(duel, games, jobs):
            standing.add(result)
            progress.advance(task)
    print(line(duel, standing, is_contest(variant)))


def line(duel: Duel, standing: Standing, contest: bool) -> str:
    head = f"{duel.game} ({duel.seats} seats), {standing.games} games: {duel.first}"
    if contest:
        low, high = standing.interval()
        drawn = standing.games - standing.wins - standing.losses
        points = f"; {standing.points / standing.games:+.2f} points a game" if standing.points else ""
        return (
            f"{head} beats {duel.second} in {standing.share:.1%} of the decided games (95 %: {low:.1%} to {high:.1%}); "
            f"{standing.wins} won, {drawn} drawn, {standing.losses} lost{points}"
        )
    rates = [(total / standing.games, *wilson(total, standing.games)) for total in (standing.first, standing.second)]
    said = [f"{share:.1%} (95 %: {low:.1%} to {high:.1%})" for share, low, high in rates]
    return f"{head} wins {said[0]}, {duel.second} {said[1]}"
