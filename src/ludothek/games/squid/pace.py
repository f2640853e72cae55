"""Time limits of a vote and a reaction at a table with a clock.

They do not depend on the hand of a seat, so that the time reveals nothing.
"""

from collections.abc import Mapping

from ludothek.core import Whole
from ludothek.games.squid.rules import ACTION, MOVED, VOTE, Kit, State

SETTINGS = (Whole("vote_seconds", 3, 60, 8), Whole("reaction_seconds", 3, 60, 6))


def window(settings: Mapping[str, int], kit: Kit, s: State) -> tuple[str, float] | None:
    """The choice that all asked seats make within the same time: its name and its seconds."""
    if s.stage == VOTE:
        return "vote", settings["vote_seconds"]
    return ("reaction", settings["reaction_seconds"]) if s.stage in (MOVED, ACTION) else None


def default(kit: Kit, s: State, seat: int) -> str:
    """The move of a seat that has not answered in time."""
    return "0" if s.stage == VOTE else "pass"
