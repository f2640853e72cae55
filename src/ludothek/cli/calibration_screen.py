"""The calibration of a team game on screen: a progress bar while it is measured, lines that can be quoted
when it is.
"""

from pathlib import Path

from rich.progress import Progress

from ludothek.cli.duel_screen import bars, told
from ludothek.core import Variant
from ludothek.lab.calibrate import CalibrationFile, TeamCalibration, games
from ludothek.lab.duel import at_table
from ludothek.lab.guide_rates import wins


def show(game: str, folder: Path, count: int, jobs: int) -> None:
    """Measure what has not been measured yet, and say how all of it stands."""
    measured = CalibrationFile(game, folder)
    with bars() as progress:
        for team in measured.missing(count):
            measure(game, team, count, jobs, progress)
            measured.keep(team)
    for team in measured.teams:
        print(line(game, team))
    shift, slope = measured.fit()
    print(
        f"chances as first stated are set right by a shift of {shift:.2f} and a slope of {slope:.2f}; figures and charts: {folder}"
    )


def show_guide(variant: Variant, count: int, seed: int) -> None:
    with bars() as progress, told(progress, f"{variant.game.id} ({variant.seats}): the guide", None):
        won = wins(variant, count, seed)
    print(line(variant.game.id, TeamCalibration("the guide", variant.seats, count, won)))


def measure(game: str, team: TeamCalibration, count: int, jobs: int, progress: Progress) -> None:
    with told(progress, f"{game} ({team.seats}): {team.level}", count) as task:
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
