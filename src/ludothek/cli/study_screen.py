"""A study on screen: a progress bar while it runs, then a table of its figures."""

from collections.abc import Iterator
from pathlib import Path

from ludothek.cli.duel_screen import progress_bars, resumable, tracked_task
from ludothek.cli.result_sheet import ResultSheet, finely, number, percent
from ludothek.lab.data_export import (
    as_document,
    check_parquet,
    check_writable,
    command_line,
    write_json,
    write_parquet,
)
from ludothek.lab.duel import at_table
from ludothek.lab.findings import Findings, findings
from ludothek.lab.html_report import report
from ludothek.lab.study import GameRunner, Study, StudyGames, run_study


def run(
    study: Study, games: int, drama_games: int, runner: GameRunner, keep: Path | None = None
) -> StudyGames:
    study.seated()  # refuse unknown players before any game is played
    name = f"{study.game} ({study.seats}): {', '.join(study.players)}"
    with resumable(), progress_bars() as progress, tracked_task(progress, name, games) as task:
        return run_study(
            study, games, drama_games, runner, keep, lambda done: progress.update(task, completed=done)
        )


def show(
    study: Study,
    games: int,
    drama_games: int,
    runner: GameRunner,
    keep: Path | None,
    json: Path | None,
    parquet: Path | None,
    html: Path | None,
) -> None:
    check_writable(json)
    check_parquet(parquet)
    check_writable(html)
    played = run(study, games, drama_games, runner, keep)
    found = findings(study, played)
    if json:
        write_json(json, as_document(study, found))
    if parquet:
        write_parquet(parquet, played)
    if html:
        report(html, study, found)
    tell(study, found)


def tell(study: Study, found: Findings) -> None:
    players = study.players[0] if len(study.players) == 1 else ", ".join(study.players)
    sheet = ResultSheet(f"{at_table(study.game, study.seats)}, {found.games:,} games, players: {players}")
    sheet.figures("")
    for row in lines(study, found):
        sheet.row(*row)
    sheet.show()
    print()
    moves = ResultSheet(f"moves, in {found.kinds_of:,} of these games")
    for name in ("of all decisions", "legal at"):
        moves.column(name)
    moves.figures("chosen where legal")
    for kind in found.kinds:
        moves.row(kind.name, f"{kind.chosen.value:.1%}", f"{kind.legal.value:.1%}", *percent(kind.when_legal))
    dead = [f"legal and never chosen: {', '.join(found.dead)}"] if found.dead else []
    moves.show(*dead, f"repeat: {command_line(study, found)}")


def lines(study: Study, found: Findings) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table: name, figure, and interval or note."""
    if found.first_seat is None:
        yield "won", *finely(found.wins[0])
    else:
        for seat, share in enumerate(found.wins):
            yield f"won by seat {seat}", *finely(share)
        low, high = 100 * found.first_seat.low, 100 * found.first_seat.high
        yield "first seat's advantage", f"{found.first_seat.value:+.2%}", f"{low:+.2f} to {high:+.2f}"
        yield "won by one alone", *finely(found.alone)
    if found.unfinished:
        yield "broken off as too long", f"{found.unfinished:,}", "games"
    yield "decisions in a game", *number(found.length)
    low, quarter, middle, three_quarters, high = found.percentiles.values()
    yield "  median, and half of games", str(middle), f"{quarter} to {three_quarters}"
    yield "  nine games of ten", "", f"{low} to {high}"
    yield "  all games", "", f"{found.shortest} to {found.longest}"
    yield "acts of chance", *number(found.chances)
    yield "legal moves at a decision", *number(found.branching)
    yield "  at most", str(found.widest), ""
    yield "decisions without a choice", *finely(found.forced)
    for seat, points in enumerate(found.points):
        yield f"points of seat {seat}", *number(points)
    for why, share in found.ends.items():
        yield f"ended: {why}", *finely(share)
    if found.tension:
        yield f"in {found.tension.games:,} of these games", "", ""
        yield "  lead changes", *number(found.tension.lead_changes)
        yield "  settled after this part", *percent(found.tension.settled)
        yield "  settled in the last tenth", *percent(found.tension.late)
        yield "  luck; the rest: decisions", *percent(found.tension.luck)
