"""A study on screen: a progress bar while it runs, then its figures in a table."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ludothek.lab.findings import Figure, Findings, findings
from ludothek.lab.notebook import command, described, foreseen, parquet_foreseen, write_json, write_parquet
from ludothek.lab.report import report
from ludothek.lab.study import Hands, Played, Study, studied
from ludothek.terminal.contest import bars, going_on, told


def run(study: Study, games: int, dramatic: int, hands: Hands, keep: Path | None = None) -> Played:
    study.seated()  # refuses whoever is not there before anything is played
    name = f"{study.game} ({study.seats}): {', '.join(study.players)}"
    with going_on(), bars() as progress, told(progress, name, games) as task:
        return studied(study, games, dramatic, hands, keep, lambda done: progress.update(task, completed=done))


def show(
    study: Study, games: int, dramatic: int, hands: Hands, keep: Path | None, json: Path | None, parquet: Path | None, html: Path | None
) -> None:
    foreseen(json)
    parquet_foreseen(parquet)
    foreseen(html)
    played = run(study, games, dramatic, hands, keep)
    found = findings(study, played)
    if json:
        write_json(json, described(study, found))
    if parquet:
        write_parquet(parquet, played)
    if html:
        report(html, study, found)
    Console(highlight=False).print(table(study, found))


def table(study: Study, found: Findings) -> Table:
    players = study.players[0] if len(study.players) == 1 else ", ".join(study.players)
    grid = Table(
        title=f"{study.game} ({study.seats} {'seat' if study.seats == 1 else 'seats'}), {found.games:,} games, players: {players}",
        title_justify="left",
        caption=f"95 % intervals. Again: {command(study, found.games)}",
        caption_justify="left",
        show_header=False,
    )
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    for row in lines(study, found):
        grid.add_row(*row)
    return grid


def lines(study: Study, found: Findings) -> Iterator[tuple[str, str, str]]:
    """What, its figure, and its interval or what else there is to say of it."""
    if found.first_seat is None:
        yield "won", *percent(found.wins[0])
    else:
        for seat, share in enumerate(found.wins):
            yield f"won by seat {seat}", *percent(share)
        yield "first seat's advantage", f"{found.first_seat.value:+.2%}", f"{found.first_seat.low:+.2%} to {found.first_seat.high:+.2%}"
        yield "won by one alone", *percent(found.alone)
    if found.unfinished:
        yield "broken off as too long", f"{found.unfinished:,}", "games"
    yield "decisions in a game", *number(found.length)
    percentiles = " · ".join(f"{value}" for value in found.percentiles.values())
    yield "", f"{found.shortest} to {found.longest}", f"{'/'.join(map(str, found.percentiles))} %: {percentiles}"
    yield "acts of chance", *number(found.chances)
    yield "legal moves at a decision", *number(found.branching)
    yield "", f"at most {found.widest}", ""
    yield "decisions without a choice", *percent(found.forced)
    for seat, points in enumerate(found.points):
        yield f"points of seat {seat}", *number(points)
    for why, share in found.ends.items():
        yield f"ended: {why}", *percent(share)
    for kind in found.kinds:
        yield (
            f"move: {kind.name}",
            f"{kind.chosen.value:.1%}",
            f"of decisions; legal at {kind.legal.value:.1%}, then chosen {of(kind.when_legal)}",
        )
    if found.dead:
        yield "never chosen", "", ", ".join(found.dead)
    if found.tension:
        yield "lead changes", *number(found.tension.lead_changes)
        yield "settled after", *percent(found.tension.settled)
        yield "settled in the last tenth", *percent(found.tension.late)
        yield "luck (the rest: decisions)", *percent(found.tension.luck)


def percent(figure: Figure) -> tuple[str, str]:
    return f"{figure.value:.2%}", f"{figure.low:.2%} to {figure.high:.2%}"


def number(figure: Figure) -> tuple[str, str]:
    return f"{figure.value:.2f}", f"{figure.low:.2f} to {figure.high:.2f}"


def of(figure: Figure) -> str:
    return f"{figure.value:.1%} ({figure.low:.1%} to {figure.high:.1%})"
