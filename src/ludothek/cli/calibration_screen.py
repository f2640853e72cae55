"""Calibration on screen: progress bars while games are played, then a line for each team."""

from pathlib import Path

from rich.progress import Progress

from ludothek.cli.duel_screen import progress_bars, tracked_task
from ludothek.core import Variant
from ludothek.lab.calibrate import CalibrationFile, TeamCalibration, games
from ludothek.lab.duel import at_table
from ludothek.lab.guide_rates import wins


def show(game: str, folder: Path, count: int, jobs: int) -> None:
    """Measure the teams that are missing in the file, and print all results."""
    measured = CalibrationFile(game, folder)
    with progress_bars() as progress:
        for team in measured.missing(count):
            measure(game, team, count, jobs, progress)
            measured.keep(team)
    for team in measured.teams:
        print(line(game, team))
    shift, slope = measured.fit()
    print(
        f"correction of the stated chances: shift {shift:.2f}, slope {slope:.2f}; figures and"
        f" charts: {folder}"
    )


def show_guide(variant: Variant, count: int, seed: int) -> None:
    with (
        progress_bars() as progress,
        tracked_task(progress, f"{variant.game.id} ({variant.seats}): the guide", None),
    ):
        won = wins(variant, count, seed)
    print(line(variant.game.id, TeamCalibration("the guide", variant.seats, count, won)))


def measure(game: str, team: TeamCalibration, count: int, jobs: int, progress: Progress) -> None:
    with tracked_task(progress, f"{game} ({team.seats}): {team.level}", count) as task:
        for played in games(game, team.seats, team.level, count, jobs):
            team.add(played)
            progress.advance(task)


def line(game: str, team: TeamCalibration) -> str:
    low, high = team.interval()
    rows = (
        f"; rows of winners: {' '.join(f'{row / team.wins:.0%}' for row in team.rows)}" if team.rows else ""
    )
    share = f"{team.wins / team.games:.1%} (95 %: {low:.1%} to {high:.1%})"
    return f"{at_table(game, team.seats)}, {team.games} games: {team.level} wins {share}{rows}"
