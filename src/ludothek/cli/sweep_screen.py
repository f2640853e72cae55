"""Sweeps, balancing, comparisons and tournaments on screen."""

import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ludothek.cli.duel_screen import progress_bars, resumable, tracked_task
from ludothek.cli.result_sheet import ResultSheet, beyond, brief, number, percent, roughly
from ludothek.lab.data_export import as_document, check_writable, write_file, write_json
from ludothek.lab.duel import at_table
from ludothek.lab.findings import Findings, Measurement, findings
from ludothek.lab.study import GameRunner, Study, delete_cached, run_study
from ludothek.lab.sweep import Candidate, chart, difference, find_balanced, run_sweep
from ludothek.lab.tournament import Tournament, games, standings

Ranges = Sequence[tuple[str, Sequence[Any]]]


def sweep(
    study: Study, ranges: Ranges, count: int, runner: GameRunner, json: Path | None, svg: Path | None
) -> None:
    study.seated()  # refuse unknown players before any game is played
    check_writable(json)
    check_writable(svg)
    places = []
    with (
        resumable(),
        progress_bars() as progress,
        tracked_task(
            progress, f"{study.game} ({study.seats})", math.prod(len(values) for _, values in ranges)
        ) as task,
    ):
        for place in run_sweep(study, ranges, count, runner):
            places.append(place)
            progress.advance(task)
    if json:
        write_json(json, {"study": asdict(study), "places": [asdict(place) for place in places]})
    if svg:
        write_file(svg, chart(study, places).svg().encode())
    is_team = places[0].found.first_seat is None
    sheet = ResultSheet(
        f"{at_table(study.game, study.seats)}, {count:,} games each", " · ".join(places[0].values)
    )
    if is_team:
        sheet.column("won by the team")
    else:
        sheet.column("won by\nseat 0")
        sheet.column("first seat's advantage")
    for column in ("decisions", "legal moves"):
        sheet.column(column)
    for place in places:
        found = place.found
        won, interval = percent(found.wins[0])
        shares = (
            [brief(won, interval)] if found.first_seat is None else [won, brief(*beyond(found.first_seat))]
        )
        values = " · ".join(map(str, place.values.values()))
        sheet.row(values, *shares, brief(*roughly(found.length)), brief(*number(found.branching)))
    sheet.show("in brackets: 95 % intervals")


def balance(
    study: Study, ranges: Ranges, target: float, most: int, certainty: float, runner: GameRunner
) -> None:
    study.seated()
    with (
        resumable(),
        progress_bars() as progress,
        tracked_task(progress, f"{study.game} ({study.seats}): looking for {target:.0%}", None) as task,
    ):

        def tell(candidates: list[Candidate]) -> None:
            best = candidates[0]
            progress.update(
                task, description=f"{best.study.game}: {named(best)} with {best.certainty:.0%} certainty"
            )

        candidates = find_balanced(study, ranges, target, most, certainty, runner, tell)
    best = candidates[0]
    share, interval = percent(best.share)
    print(f"{named(best)}: won {share} ({interval}) of {best.games:,} games; target {target:.0%}.")
    if best.certainty >= certainty:
        print(f"No other value comes closer, with a certainty of {best.certainty:.1%}.")
    else:
        others = ", ".join(
            f"{named(one)} ({one.certainty:.0%})" for one in candidates[1:4] if one.certainty > 0.01
        )
        print(
            f"It is the closest with a certainty of {best.certainty:.1%} only; it might be {others}. More"
            " games (--most) may tell."
        )


def named(candidate: Candidate) -> str:
    return ", ".join(f"{name} = {value}" for name, value in candidate.values.items())


def compare(
    first: Study, second: Study, names: tuple[str, str], count: int, runner: GameRunner, json: Path | None
) -> None:
    first.seated()
    check_writable(json)
    found: list[Findings] = []
    with resumable(), progress_bars() as progress, tracked_task(progress, first.game, 2) as task:
        for study in (first, second):
            found.append(findings(study, run_study(study, count, runner=runner, forget=False)))
            progress.advance(task)
        delete_cached((first, second))
    one, other = found
    if json:
        write_json(
            json,
            [
                {"kit": name, **as_document(study, one)}
                for name, study, one in zip(names, (first, second), found, strict=True)
            ],
        )
    sheet = ResultSheet(f"{at_table(first.game, first.seats)}, {count:,} games each")
    for name in names:
        sheet.column(Path(name).name)
    sheet.figures("difference")
    for seat in range(1 if one.first_seat is None else first.seats):
        label = "won" if one.first_seat is None else f"won by seat {seat}"
        _beside(sheet, label, one.wins[seat], other.wins[seat], percent, beyond)
    for label, name in (("decisions", "length"), ("acts of chance", "chances"), ("legal moves", "branching")):
        _beside(sheet, label, getattr(one, name), getattr(other, name), number, more)
    for why in sorted({*one.ends, *other.ends}):
        before, after = (found.ends.get(why, Measurement.share(0, found.ends_of)) for found in (one, other))
        _beside(sheet, f"ended: {why}", before, after, percent, beyond)
    sheet.show()


Formatter = Callable[[Measurement], tuple[str, str]]


def _beside(
    sheet: ResultSheet,
    label: str,
    one: Measurement,
    other: Measurement,
    format_figure: Formatter,
    format_difference: Formatter,
) -> None:
    sheet.row(
        label, format_figure(one)[0], format_figure(other)[0], *format_difference(difference(one, other))
    )


def more(figure: Measurement) -> tuple[str, str]:
    return f"{figure.value:+.2f}", f"{figure.low:+.2f} to {figure.high:+.2f}"


def tournament(held: Tournament, count: int, jobs: int, file: Path | None, json: Path | None) -> None:
    check_writable(file)
    check_writable(json)
    ranked = []
    with (
        resumable() if file else nullcontext(),
        progress_bars() as progress,
        tracked_task(progress, f"{held.game} ({held.seats}): tournament", count) as task,
    ):
        for one in games(held, count, jobs, file):
            ranked.append(one)
            progress.advance(task)
    ratings = standings(ranked)
    if json:
        write_json(json, {**asdict(held), "games": count, "ratings": [asdict(rating) for rating in ratings]})
    model = "Bradley–Terry" if held.seats == 2 else "Plackett–Luce"
    sheet = ResultSheet(f"{at_table(held.game, held.seats)}, {count} games")
    sheet.figures("rating")
    for rating in ratings:
        sheet.row(str(rating.player), f"{rating.points:.0f}", f"{rating.low:.0f} to {rating.high:.0f}")
    sheet.show(f"{model}; with 400 points more one wins ten games of eleven")
