"""Count decisions, options and results over many games in one compiled program.

It runs on every machine: interpreted, native, on a GPU and in a page. Decisions of seats and events of chance
are counted separately.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ludothek.bots.playout import SEATS, Guide, any_action, chance_factory, first_seat
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.core import Struct, int8, int32
from ludothek.core.chance import CHANCE_BIT, WORDS, seed_stream
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule


class Tally(Struct):
    """The counters of one game."""

    is_over = int8()  # 0 if the game was cut off after too many decisions
    decisions = int32()
    chances = int32()
    options = int32()  # the sum of the numbers of legal actions over all decisions
    widest = int32()  # the most legal actions at one decision
    single = int32()  # decisions with only one legal action


def tally_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Build the program that plays games from start to end by the guide and fills a tally for each."""
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    happen = rule(inlined(chance_factory(rules)))

    def tally(
        first: int,
        last: int,
        stream: Any,
        actions: Any,
        odds: Any,
        points: Any,
        kits: Any,
        start: Any,
        states: Any,
        tallies: Any,
        results: Any,
        seed: int,
        seats: int,
        most: int,
    ) -> None:
        kit = kits[0]
        for game in range(first, last):
            seed_stream(stream, seed + game)
            states[game] = start[0]
            s = states[game]
            decisions, chances, options, widest, single = 0, 0, 0, 0, 0
            acting = to_act(kit, s)
            while acting and decisions + chances < most:
                if acting == CHANCE_BIT:
                    happen(kit, s, stream, actions, odds)
                    chances += 1
                else:
                    seat = first_seat(acting)
                    count = legal(kit, s, seat, actions)
                    decisions += 1
                    options += count
                    widest = max(widest, count)
                    single += 1 if count == 1 else 0
                    act(kit, s, seat, actions[guide(kit, s, seat, actions, count, stream)])
                acting = to_act(kit, s)
            counted = tallies[game]
            counted.is_over = 1 if acting == 0 else 0
            counted.decisions = decisions
            counted.chances = chances
            counted.options = options
            counted.widest = widest
            counted.single = single
            if acting == 0:
                scores(kit, s, points)
            for seat in range(seats):
                results[game * seats + seat] = points[seat] if acting == 0 else 0.0

    return tally


@cache
def tally_program(guide: Guide = any_action) -> Program:
    """Return the tally program for a guide."""
    is_any = guide is any_action
    return Program(
        "tally" if is_any else f"tally_by_{guide.__name__}",
        tally_factory if is_any else partial(tally_factory, guide=guide),
        (KIT, STATE, STATE, Tally, "f4", NUMBER, NUMBER, NUMBER),
        (("i8", WORDS), ("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS)),
    )
