"""Measure how predictable each seat was in games with simultaneous choices, and what that could have cost."""

from ludothek.bots.contract import PlayerView
from ludothek.bots.levels import module_of
from ludothek.bots.readability import Readability
from ludothek.core.texts import SPECTATOR
from ludothek.review.report import ReadabilityReport
from ludothek.review.story import Story, StoryTurn

FEWEST = 3  # choices from which on something can be said


def readable(story: Story) -> list[ReadabilityReport]:
    """Nothing, where the game's players do not know how to read."""
    read = getattr(module_of(story.variant.game), "reading", None)
    found: dict[int, list[Readability]] = {}
    for turn in story.turns if read else ():
        for seat in story.choosing(turn) if len(turn.asked) > 1 else ():
            action = story.variant.moves(story.states[turn.begin], seat)[turn.made[seat][1]]
            if reading := read(_before(story, turn), seat, action):  # type: ignore[misc]
                found.setdefault(seat, []).append(reading)
    return [_together(seat, readings) for seat, readings in sorted(found.items()) if len(readings) >= FEWEST]


def _before(story: Story, turn: StoryTurn) -> PlayerView:
    """Return the public state before the choices."""
    seen = story.seen(SPECTATOR)
    return PlayerView(story.variant, SPECTATOR, seen[turn.begin], tuple(seen[: turn.begin + 1]))


def _together(seat: int, readings: list[Readability]) -> ReadabilityReport:
    count = len(readings)
    return ReadabilityReport(
        seat,
        count,
        sum(reading.foreseen for reading in readings),
        sum(reading.guess for reading in readings),
        sum(reading.read for reading in readings) / count,
        sum(reading.unread for reading in readings) / count,
    )
