"""Review a record in the terminal: chances over time, decisive moments, better moves, and luck
against skill.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import Progress
from rich.table import Table as Grid
from rich.text import Text

from ludothek.bots import Choice
from ludothek.cli.replay_screen import default_names
from ludothek.cli.table_screen import TableScreen
from ludothek.core.table import Table
from ludothek.review import Review, Story, judged, passes, reviewed
from ludothek.review.judge import LOOK, JudgeBudget, spread
from ludothek.review.review_texts import ReviewTexts

BARS = " ▁▂▃▄▅▆▇█"
WIDEST = 60  # most characters of a curve


class ReviewProgress(Progress):
    """A progress bar with the curves of the preliminary review below it."""

    def __init__(self, console: Console, words: ReviewTexts, sides: Sequence[str]) -> None:
        self.words, self.sides = words, sides
        self.drawn = list[str]()
        super().__init__(console=console, transient=True, disable=not console.is_terminal)

    def look(self, review: Review) -> None:
        self.drawn = curves(review, self.words, self.sides)
        self.refresh()

    def get_renderables(self) -> Iterator[RenderableType]:
        yield from super().get_renderables()
        yield from map(Text, self.drawn)


def show(console: Console, record: Any, language: str, nodes: int | None, as_json: bool) -> None:
    story = Story(Table.load(record))
    names = default_names(story.variant.seats, language)
    words = ReviewTexts(story, language, names)
    sides = [words.say("team")] if story.variant.game.declared.together else names
    with (
        ReviewProgress(console, words, sides) as waiting,
        TableScreen(console, story.variant, language, names).getting_ready(),
    ):
        review = make_review(story, nodes, waiting)
    if as_json:
        console.print_json(json.dumps(asdict(review)))
        return
    _tell(console, review, words, sides)


def make_review(story: Story, nodes: int | None, waiting: ReviewProgress) -> Review:
    """Review a game with a number of nodes for each decision, or in deepening passes within the
    time budget.
    """
    asks, spent, task = story.asks(), JudgeBudget(), waiting.add_task(waiting.words.say("thinking"))
    known: list[Choice | None] = [None] * len(asks)
    for ask in asks[:1]:
        judged(ask, 1)  # compile before the clock starts
    review = None
    for depth in [nodes] if nodes else passes(spent):
        waiting.update(task, total=len(asks), completed=0)
        looked = time.monotonic()
        for place in spread(len(asks)):
            began = time.monotonic()
            known[place] = judged(asks[place], depth)
            spent.seconds += time.monotonic() - began
            waiting.advance(task)
            if review and spent.is_all:
                break
            if not review and time.monotonic() - looked > LOOK:
                waiting.look(reviewed(story, known, depth))
                looked = time.monotonic()
        else:
            review = reviewed(story, known, depth)
            waiting.look(review)
    assert review, "the first pass always completes"
    return review


def _tell(console: Console, review: Review, words: ReviewTexts, sides: Sequence[str]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for title in ("", "start", "luck", "own", "others", "result"):
        grid.add_column(words.say(f"columns.{title}") if title else "", justify="right" if title else "left")
    for side, balance in zip(sides, review.balances, strict=True):
        signed = (points(part) for part in (balance.luck, balance.own, balance.others))
        grid.add_row(side, percent(balance.start), *signed, percent(balance.result))
    title, *drawn = curves(review, words, sides)
    console.print(title, style="bold")
    for curve in drawn:
        console.print(curve, markup=False)
    console.print()
    console.print(words.say("apart" if review.is_over else "apart_so_far"), style="bold")
    console.print(grid)
    if len(sides) > 1:
        console.print(words.say("start"), style="dim")
    console.print()
    console.print(words.say("moments"), style="bold")
    for moment in review.moments:
        changes = ", ".join(
            f"{side} {points(change)}" for side, change in zip(sides, moment.change, strict=True)
        )
        console.print(f"{moment.number + 1:5}  {words.moment(moment, review)} ({changes})", markup=False)
    if not review.moments:
        console.print("  " + words.say("no_moments"))
    console.print()
    worse = [decision for decision in review.decisions if decision.grade in ("weak", "mistake")]
    console.print(words.say("worse" if worse else "none_worse"), style="bold")
    for decision in worse:
        said = words.decision(decision)
        text = words.say(
            "judged",
            who=words.names[decision.seat],
            made=said.made,
            got=percent(decision.got),
            better=said.better,
            best=percent(decision.best),
        )
        console.print(f"{decision.number + 1:5}  {text}" + (f" {said.why}" if said.why else ""), markup=False)
    if review.readable:
        console.print()
        console.print(words.say("readable"), style="bold")
    for found in review.readable:
        console.print(f"  {words.readable(found)}", markup=False)
    console.print(words.say("depth", nodes=review.nodes), style="dim")


def curves(review: Review, words: ReviewTexts, sides: Sequence[str]) -> list[str]:
    """Return a title and a line with the curve of each side."""
    width, lines = max(map(len, sides)), [words.say("left" if review.left else "curve")]
    for number, side in enumerate(sides):
        drawn = " ".join(map(str, review.left)) or line([chances[number] for chances in review.curve])
        lines.append(f"  {side:{width}}  {drawn}")
    return lines


def line(chances: Sequence[float]) -> str:
    """Draw a curve as one line of block characters."""
    width = min(WIDEST, len(chances))
    picked = [chances[round(place * (len(chances) - 1) / max(1, width - 1))] for place in range(width)]
    return "".join(BARS[1 + round(chance * (len(BARS) - 2))] for chance in picked)


def percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def points(change: float) -> str:
    """Format a change in percentage points, with a typographic minus."""
    whole = round(100 * change)
    return f"{'−' if whole < 0 else '+' if whole > 0 else '±'}{abs(whole)}"
