"""Calibration: how often teams win, and whether stated chances are accurate."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludothek.core import Refusal
from ludothek.lab.calibrate import (
    CalibrationBin,
    CalibrationFile,
    CalibrationGame,
    TeamCalibration,
    fit,
    play_game,
)
from ludothek.lab.chart import Chart, ChartSeries, Point
from ludothek.lab.duel import Duel, solo_game


def test_every_move_counts_and_how_many_games_they_are_from() -> None:
    about: Any = pytest.approx  # equal to a number
    team = TeamCalibration("hard", 2)
    team.add(CalibrationGame(True, after=[0.61, 0.65, 0.81, 0.62]))
    team.add(CalibrationGame(False, after=[0.67, 0.2]))
    assert (team.games, team.wins) == (2, 1)
    assert team.after[6] == CalibrationBin(games=2, moves=4, wins=3, stated=about(0.61 + 0.62 + 0.65 + 0.67))
    assert team.after[8] == CalibrationBin(1, 1, 1, 0.81)
    assert team.after[5] == CalibrationBin()
    assert (team.after[6].mean, team.after[6].share) == (pytest.approx(0.6375), 0.75)
    assert team.after[6] + team.after[8] == CalibrationBin(3, 5, 4, about(3.36))


def test_the_games_not_the_moves_make_it_certain() -> None:
    few, many = CalibrationBin(10, 40, 20, 20.0).point(), CalibrationBin(10, 4000, 2000, 2000.0).point()
    assert (few.low, few.high) == (many.low, many.high) == pytest.approx((0.237, 0.763), abs=0.001)


@pytest.mark.parametrize(("shift", "slope"), [(0.0, 1.0), (0.7, 0.8), (-0.4, 1.5)])
def test_what_was_stated_wrongly_is_found_out(shift: float, slope: float) -> None:
    from ludothek.bots.lookahead import Correction

    truth, games = Correction(shift, slope), 100_000
    bins = [
        CalibrationBin(games, games, round(games * truth(stated)), games * stated)
        for stated in (0.1, 0.3, 0.5, 0.7, 0.9)
    ]
    assert fit(bins) == pytest.approx((shift, slope), abs=0.01)


def test_rows_are_counted_for_winners() -> None:
    team = TeamCalibration("hard", 2)
    team.add(CalibrationGame(True, rows=[1.0, 0.5]))
    team.add(CalibrationGame(True, rows=[1.0, 0.0]))
    team.add(CalibrationGame(False, rows=[0.0, 0.5]))
    assert team.rows == [2.0, 0.5]


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    assert play_game("museum", 2, "easy", 3) == play_game("museum", 2, "easy", 3)
    assert play_game("museum", 2, "easy", 3) != play_game("museum", 2, "easy", 2)


def test_it_is_the_game_that_the_level_plays_in_a_duel() -> None:
    for number in range(4):
        end = solo_game(Duel("museum", 2, "easy", "random"), "easy", number)
        assert play_game("museum", 2, "easy", number).won == (end.score == 1)


def test_what_is_measured_is_kept(tmp_path: Path) -> None:
    measured = CalibrationFile("museum", tmp_path)
    team = TeamCalibration("hard", 2)
    for won in (True, True, False):
        team.add(CalibrationGame(won, before=[0.5], after=[0.65]))
    measured.keep(team)
    again = CalibrationFile("museum", tmp_path)
    assert again.teams == [team]
    assert "hard" not in [one.level for one in again.missing(3)]
    assert "hard" in [one.level for one in again.missing(4)]


def test_only_team_games_are_calibrated(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="torris cannot be calibrated"):
        CalibrationFile("torris", tmp_path)


def test_a_chart_shows_every_point_where_it_belongs() -> None:
    points = [Point(0.0, 0.25, 0.2, 0.3), Point(1.0, 0.75, 0.7, 0.8)]
    chart = Chart("A & B", "stated", "won", (0, 1), {0.0: "0 %"}, [ChartSeries("hard", points)], is_even=True)
    root = ElementTree.fromstring(chart.svg())
    drawn = [group for group in root if group.tag.endswith("}g")]
    assert len(drawn) == 2
    assert "hard: 25.0% (20.0% to 30.0%)" in {title.text for group in drawn for title in group}
    places = [
        group[2].get("transform", "").removeprefix("translate(").removesuffix(")").split() for group in drawn
    ]
    assert float(places[0][0]) < float(places[1][0])
    assert float(places[0][1]) > float(places[1][1]), "more is higher"


def test_the_command_measures_and_says_it(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "ludothek",
        "lab",
        "calibrate",
        "museum",
        "--games",
        "1",
        "--jobs",
        "1",
        "--folder",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split(":")[1].split()[0] for line in lines[:4]] == ["random", "easy", "medium", "hard"]
    assert lines[0].startswith("museum (2 seats), 1 games: random wins 0.0%")
    assert {path.name for path in tmp_path.iterdir()} == {"museum.json", "museum.svg", "museum-chances.svg"}
