"""Sweeps, balances, comparisons and tournaments on screen."""

import math
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludothek.lab.findings import Figure, Findings, findings
from ludothek.lab.notebook import described, foreseen, write_json, written
from ludothek.lab.study import Hands, Study, forgotten, studied
from ludothek.lab.sweep import Candidate, balanced, chart, difference, swept
from ludothek.lab.tournament import Tournament, games, standings
from ludothek.terminal.contest import bars, going_on, told
from ludothek.terminal.study import of, percent

Ranges = Sequence[tuple[str, Sequence[Any]]]


def sweep(study: Study, ranges: Ranges, count: int, hands: Hands, json: Path | None, svg: Path | None) -> None:
    study.seated()  # refuses whoever is not there before anything is played
    foreseen(json)
    foreseen(svg)
    places = []
    with (
        going_on(),
        bars() as progress,
        told(progress, f"{study.game} ({study.seats})", math.prod(len(values) for _, values in ranges)) as task,
    ):
        for place in swept(study, ranges, count, hands):
            places.append(place)
            progress.advance(task)
    if json:
        write_json(json, {"study": asdict(study), "places": [asdict(place) for place in places]})
    if svg:
        written(svg, chart(study, places).svg().encode())
    is_team = places[0].found.first_seat is None
    grid = Table("", "won by the team" if is_team else "won by seat 0", title_justify="left")
    for column in ("decisions", "legal moves") if is_team else ("first seat's advantage", "decisions", "legal moves"):
        grid.add_column(column)
    grid.title = f"{study.game} ({study.seats} seats), {count:,} games each; 95 % intervals"
    for place in places:
        found = place.found
        advantage = [] if found.first_seat is None else [beyond(found.first_seat)]
        grid.add_row(place.name, of(found.wins[0]), *advantage, plain(found.length), plain(found.branching))
    Console(highlight=False).print(grid)


def balance(study: Study, ranges: Ranges, target: float, most: int, certainty: float, hands: Hands) -> None:
    study.seated()
    with going_on(), bars() as progress, told(progress, f"{study.game} ({study.seats}): looking for {target:.0%}", None) as task:

        def tell(candidates: list[Candidate]) -> None:
            best = candidates[0]
            progress.update(task, description=f"{best.study.game}: {named(best)} with {best.certainty:.0%} certainty")

        candidates = balanced(study, ranges, target, most, certainty, hands, tell)
    best = candidates[0]
    print(f"{named(best)}: won {of(best.share)} of {best.games:,} games; wanted {target:.0%}.")
    if best.certainty >= certainty:
        print(f"No other value comes closer, with a certainty of {best.certainty:.1%}.")
    else:
        others = ", ".join(f"{named(one)} ({one.certainty:.0%})" for one in candidates[1:4] if one.certainty > 0.01)
        print(f"It is the closest with a certainty of {best.certainty:.1%} only; it might be {others}. More games (--most) may tell.")


def named(candidate: Candidate) -> str:
    return ", ".join(f"{name} = {value}" for name, value in candidate.values.items())


def compare(first: Study, second: Study, names: tuple[str, str], count: int, hands: Hands, json: Path | None) -> None:
    first.seated()
    foreseen(json)
    found: list[Findings] = []
    with going_on(), bars() as progress, told(progress, first.game, 2) as task:
        for study in (first, second):
            found.append(findings(study, studied(study, count, hands=hands, forget=False)))
            progress.advance(task)
        forgotten((first, second))
    one, other = found
    if json:
        write_json(json, [{"kit": name, **described(study, one)} for name, study, one in zip(names, (first, second), found, strict=True)])
    grid = Table("", *names, "difference, 95 %", title=f"{first.game} ({first.seats} seats), {count:,} games each", title_justify="left")
    for seat in range(1 if one.first_seat is None else first.seats):
        label = "won" if one.first_seat is None else f"won by seat {seat}"
        moved = difference(one.wins[seat], other.wins[seat])
        grid.add_row(
            label, percent(one.wins[seat])[0], percent(other.wins[seat])[0], f"{moved.value:+.2%} ({moved.low:+.2%} to {moved.high:+.2%})"
        )
    for label, name in (("decisions", "length"), ("acts of chance", "chances"), ("legal moves", "branching")):
        figures: tuple[Figure, Figure] = getattr(one, name), getattr(other, name)
        moved = difference(*figures)
        grid.add_row(label, *(f"{figure.value:.2f}" for figure in figures), f"{moved.value:+.2f} ({moved.low:+.2f} to {moved.high:+.2f})")
    for why in sorted({*one.ends, *other.ends}):
        shares = [found.ends.get(why, Figure.share(0, found.ends_of)) for found in (one, other)]
        moved = difference(*shares)
        grid.add_row(f"ended: {why}", *(f"{share.value:.1%}" for share in shares), beyond(moved))
    Console(highlight=False).print(grid)


def tournament(held: Tournament, count: int, jobs: int, file: Path | None, json: Path | None) -> None:
    foreseen(file)
    foreseen(json)
    ranked = []
    with (
        going_on() if file else nullcontext(),
        bars() as progress,
        told(progress, f"{held.game} ({held.seats}): tournament", count) as task,
    ):
        for one in games(held, count, jobs, file):
            ranked.append(one)
            progress.advance(task)
    ratings = standings(ranked)
    if json:
        write_json(json, {**asdict(held), "games": count, "ratings": [asdict(rating) for rating in ratings]})
    model = "Bradley–Terry" if held.seats == 2 else "Plackett–Luce"
    grid = Table(
        "",
        "rating",
        "95 %",
        title=f"{held.game} ({held.seats} seats), {count} games; {model}, 400 points: ten of eleven",
        title_justify="left",
    )
    for rating in ratings:
        grid.add_row(str(rating.player), f"{rating.points:.0f}", f"{rating.low:.0f} to {rating.high:.0f}")
    Console(highlight=False).print(grid)


def beyond(figure: Figure) -> str:
    return f"{figure.value:+.1%} ({figure.low:+.1%} to {figure.high:+.1%})"


def plain(figure: Figure) -> str:
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"
