"""What a figure of the box, or an option, does to a game: one study for each value.

A figure is named by its place in the kit (`red_fields`, `strips.fox.0`, `rows.3.reward`), an option by its
name; a range is `2..6`, `2..20..3` or `2,5,9`. Every value gets the same seeds.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from ludothek.core import BadOption, Game
from ludothek.core.errors import Refusal
from ludothek.core.kits import places, replaced
from ludothek.core.registry import find
from ludothek.lab.chart import Chart, ChartSeries, Point
from ludothek.lab.duel import Z95, at_table
from ludothek.lab.findings import Findings, Measurement, findings
from ludothek.lab.study import GameRunner, LocalRunner, Study, forgotten, studied

FIRST = 500  # games with which every value begins when figures are sought
MOST = 10_000  # values, or combinations of them
DRAWS = 4000  # to say how certain it is which value comes closest

Values = Mapping[str, Any]  # what was changed, by name


def parsed(text: str) -> tuple[str, list[Any]]:
    """NAME=2..6, NAME=2..20..3 or NAME=a,b,c."""
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
            f"{values!r} is no range of whole numbers; write 2..6, or 2..20..3 with steps of 3"
        ) from None
    if not numbers:
        raise BadOption(f"{values!r} has no numbers in it: the first is the smaller one")
    _must_be_few(1 + (numbers[-1] - low) // step)  # a range has no length where it is too long
    return name, list(numbers)


def _must_be_few(count: int) -> None:
    if count > MOST:
        raise BadOption(f"these are {count:,} studies, and {MOST:,} are the most: take steps, as in 2..20..3")


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def changed(study: Study, values: Values) -> Study:
    """The same study with other figures or options. The game itself refuses what cannot be."""
    game = find(study.game)
    options, figures = dict(study.options), dict(study.figures) if study.figures is not None else game.kit
    is_kit_changed = False
    for name, value in values.items():
        if name in {option.name for option in game.options}:
            options[name] = value
        else:
            figures = _replaced(game, figures, name, value)
            is_kit_changed = True
    other = replace(study, options=options, figures=figures if is_kit_changed else study.figures)
    other.variant()
    return other


def _replaced(game: Game, figures: dict[str, Any] | None, name: str, value: Any) -> dict[str, Any]:
    try:
        return replaced(figures or {}, name, value)
    except LookupError:
        options, numbers = ", ".join(option.name for option in game.options), ", ".join(places(figures or {}))
        known = [f"its options are: {options}"] * bool(options) + [
            f"whole numbers of its kit are: {numbers}"
        ] * bool(numbers)
        has = "; ".join(known) or "it has neither kit nor options to change"
        raise Refusal(f"{game.id} has no figure or option {name!r}; {has}") from None


@dataclass(frozen=True)
class FigurePath:
    """What was found with one choice of values."""

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
    _must_be_few(math.prod(len(values) for _, values in ranges))
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*(values for _, values in ranges))]


def swept(
    study: Study, ranges: Sequence[tuple[str, Sequence[Any]]], games: int, hands: GameRunner | None = None
) -> Iterator[FigurePath]:
    """Each combination in turn; what the game refuses is refused before anything is played, and whoever
    breaks off can go on.
    """
    studies = [(values, changed(study, values)) for values in combinations(ranges)]
    for values, one in studies:
        yield FigurePath(
            values,
            findings(one, studied(one, games, hands=hands or LocalRunner(), closely=False, forget=False)),
        )
    forgotten(one for _, one in studies)


def chart(study: Study, places: Sequence[FigurePath]) -> Chart:
    """Games won over what was changed: by the team, or by each seat."""
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
    """Values that may be the ones that are sought, and what is known of them."""

    values: Values
    study: Study
    share: Measurement = field(default_factory=lambda: Measurement(0.5, 0.0, 1.0))
    games: int = 0
    certainty: float = 0.0  # that no other comes closer to the target

    @property
    def error(self) -> float:
        return max(1e-9, (self.share.high - self.share.low) / (2 * Z95))


def balanced(
    study: Study,
    ranges: Sequence[tuple[str, Sequence[Any]]],
    target: float,
    most: int,
    certainty: float = 0.95,
    hands: GameRunner | None = None,
    tell: Callable[[list[Candidate]], None] = lambda _: None,
) -> list[Candidate]:
    """The values with which the first seat, or the team, comes closest to winning that share of games; the
    best first.

    All begin with a few games. Then those that may still be the closest get twice as many, again and again,
    until one is certain enough or all of these have as many games as they may. Two that lie equally near can
    never be told apart: the certainty then says so.
    """
    candidates = [Candidate(values, changed(study, values)) for values in combinations(ranges)]
    wanted = {id(one): min(FIRST, most) for one in candidates}
    while wanted:
        for one in candidates:
            if id(one) in wanted:
                one.games = wanted[id(one)]
                played = studied(
                    one.study, one.games, hands=hands or LocalRunner(), closely=False, forget=False
                )
                one.share = findings(one.study, played).wins[0]
        judge(candidates, target)
        candidates.sort(key=lambda one: -one.certainty)
        tell(candidates)
        if candidates[0].certainty >= certainty:
            break
        wanted = {
            id(one): min(most, 2 * one.games)
            for one in candidates
            if one.certainty > 0.001 and one.games < most
        }
    forgotten(one.study for one in candidates)
    return candidates


def judge(candidates: Sequence[Candidate], target: float) -> None:
    """How probable it is of each that it is the closest: by drawing what the true shares may be."""
    rng, closest = random.Random(1), [0] * len(candidates)
    for _ in range(DRAWS):
        distances = [abs(rng.gauss(one.share.value, one.error) - target) for one in candidates]
        closest[distances.index(min(distances))] += 1
    for one, count in zip(candidates, closest, strict=True):
        one.certainty = count / DRAWS


def difference(first: Measurement, second: Measurement) -> Measurement:
    """Of two figures from games of their own."""
    value = second.value - first.value
    half = math.hypot((first.high - first.low) / 2, (second.high - second.low) / 2)
    return Measurement(value, value - half, value + half)
