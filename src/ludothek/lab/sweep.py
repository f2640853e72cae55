"""Sweep a figure of the kit, or an option, over a range: one study for each value, all with the same seeds.

A figure is named by its path in the kit (`red_fields`, `strips.fox.0`, `rows.3.reward`), an option by its
name. A range is `2..6`, `2..20..3` or `2,5,9`.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from ludothek.core import BadOption, Game
from ludothek.core.errors import Refusal
from ludothek.core.kits import places, with_value
from ludothek.core.registry import find
from ludothek.lab.chart import Chart, ChartSeries, Point
from ludothek.lab.duel import Z95, at_table
from ludothek.lab.findings import Findings, Measurement, findings
from ludothek.lab.study import GameRunner, LocalRunner, Study, delete_cached, run_study

FIRST = 500  # games of each candidate in the first round of balancing
MOST = 10_000  # values, or combinations of them
DRAWS = 4000  # random draws that estimate which value is closest

Values = Mapping[str, Any]  # changed figures and options, by name


def parse_range(text: str) -> tuple[str, list[Any]]:
    """Parse NAME=2..6, NAME=2..20..3 or NAME=a,b,c."""
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise BadOption(
            f"{text!r} must be NAME=RANGE, such as red_fields=2..6, lead=10..20..2 or layout=groups,alone"
        )
    ends = values.split("..")
    if len(ends) == 1:
        return name, [_value(value) for value in values.split(",")]
    try:
        low, high, step = (*map(int, ends), 1)[:3]
        numbers = range(low, high + 1, step)
    except (ValueError, TypeError):
        raise BadOption(
            f"{values!r} is not a range of whole numbers; write 2..6, or 2..20..3 for steps of 3"
        ) from None
    if not numbers:
        raise BadOption(f"{values!r} is an empty range: write the smaller number first")
    _check_count(1 + (numbers[-1] - low) // step)  # len() fails for a huge range
    return name, list(numbers)


def _check_count(count: int) -> None:
    if count > MOST:
        raise BadOption(
            f"these are {count:,} studies, and at most {MOST:,} are allowed: use steps, as in 2..20..3"
        )


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def with_values(study: Study, values: Values) -> Study:
    """Return the study with other figures or options; the game refuses impossible ones."""
    game = find(study.game)
    options, figures = dict(study.options), dict(study.figures) if study.figures is not None else game.kit
    is_kit_changed = False
    for name, value in values.items():
        if name in {option.name for option in game.options}:
            options[name] = value
        else:
            figures = _with_figure(game, figures, name, value)
            is_kit_changed = True
    other = replace(study, options=options, figures=figures if is_kit_changed else study.figures)
    other.variant()
    return other


def _with_figure(game: Game, figures: dict[str, Any] | None, name: str, value: Any) -> dict[str, Any]:
    try:
        return with_value(figures or {}, name, value)
    except LookupError:
        options, numbers = ", ".join(option.name for option in game.options), ", ".join(places(figures or {}))
        allowed = [f"its options are: {options}"] * bool(options)
        allowed += [f"the numbers in its kit are: {numbers}"] * bool(numbers)
        has = "; ".join(allowed) or "it has neither kit nor options to change"
        raise Refusal(f"{game.id} has no figure or option {name!r}; {has}") from None


@dataclass(frozen=True)
class SweepResult:
    """The findings for one combination of values."""

    values: Values
    found: Findings

    @property
    def name(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.values.items())


def combinations(ranges: Sequence[tuple[str, Sequence[Any]]]) -> list[dict[str, Any]]:
    names = [name for name, _ in ranges]
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise BadOption(
            f"{twice[0]} is named twice: write all its values in one range, as in {twice[0]}=2,5,9"
        )
    _check_count(math.prod(len(values) for _, values in ranges))
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*(values for _, values in ranges))]


def run_sweep(
    study: Study, ranges: Sequence[tuple[str, Sequence[Any]]], games: int, runner: GameRunner | None = None
) -> Iterator[SweepResult]:
    """Study each combination of values in turn.

    Impossible combinations are refused before any game is played. An interrupted sweep can be continued.
    """
    studies = [(values, with_values(study, values)) for values in combinations(ranges)]
    for values, one in studies:
        yield SweepResult(
            values,
            findings(
                one, run_study(one, games, runner=runner or LocalRunner(), with_details=False, forget=False)
            ),
        )
    delete_cached(one for _, one in studies)


def chart(study: Study, places: Sequence[SweepResult]) -> Chart:
    """Draw the share of games won for each value: by the team, or by each seat."""
    marks = {
        float(number): " · ".join(map(str, place.values.values())) for number, place in enumerate(places)
    }
    is_team = places[0].found.first_seat is None
    series = [
        ChartSeries(
            "won" if is_team else f"seat {seat}",
            [
                Point(
                    number,
                    place.found.wins[seat].value,
                    place.found.wins[seat].low,
                    place.found.wins[seat].high,
                )
                for number, place in enumerate(places)
            ],
        )
        for seat in range(1 if is_team else study.seats)
    ]
    title = f"{at_table(study.game, study.seats)}, {places[0].found.games:,} games each: games won"
    return Chart(title, " · ".join(places[0].values), "games won", (-0.5, len(places) - 0.5), marks, series)


@dataclass
class Candidate:
    """A combination of values that may be the closest to the target, with its estimate so far."""

    values: Values
    study: Study
    share: Measurement = field(default_factory=lambda: Measurement(0.5, 0.0, 1.0))
    games: int = 0
    certainty: float = 0.0  # probability that no other candidate is closer to the target

    @property
    def error(self) -> float:
        return max(1e-9, (self.share.high - self.share.low) / (2 * Z95))


def find_balanced(
    study: Study,
    ranges: Sequence[tuple[str, Sequence[Any]]],
    target: float,
    most: int,
    certainty: float = 0.95,
    runner: GameRunner | None = None,
    tell: Callable[[list[Candidate]], None] = lambda _: None,
) -> list[Candidate]:
    """Find the values with which the first seat, or the team, wins a share of games closest to the target.

    Candidates are returned best first. All begin with a few games; then those that may still be the closest
    play twice as many, until one is certain enough or all have reached `most`. Two candidates equally near
    the target cannot be told apart; their certainty shows it.
    """
    candidates = [Candidate(values, with_values(study, values)) for values in combinations(ranges)]
    wanted = {id(one): min(FIRST, most) for one in candidates}
    while wanted:
        for one in candidates:
            if id(one) in wanted:
                one.games = wanted[id(one)]
                played = run_study(
                    one.study, one.games, runner=runner or LocalRunner(), with_details=False, forget=False
                )
                one.share = findings(one.study, played).wins[0]
        estimate_certainty(candidates, target)
        candidates.sort(key=lambda one: -one.certainty)
        tell(candidates)
        if candidates[0].certainty >= certainty:
            break
        wanted = {
            id(one): min(most, 2 * one.games)
            for one in candidates
            if one.certainty > 0.001 and one.games < most
        }
    delete_cached(one.study for one in candidates)
    return candidates


def estimate_certainty(candidates: Sequence[Candidate], target: float) -> None:
    """Estimate for each candidate the probability that it is the closest, by sampling the true shares."""
    rng, closest = random.Random(1), [0] * len(candidates)
    for _ in range(DRAWS):
        distances = [abs(rng.gauss(one.share.value, one.error) - target) for one in candidates]
        closest[distances.index(min(distances))] += 1
    for one, count in zip(candidates, closest, strict=True):
        one.certainty = count / DRAWS


def difference(first: Measurement, second: Measurement) -> Measurement:
    """Return the difference of two independent measurements, with its interval."""
    value = second.value - first.value
    half = math.hypot((first.high - first.low) / 2, (second.high - second.low) / 2)
    return Measurement(value, value - half, value + half)
