"""How a game is won: who was ahead when, how early it was settled, and whether luck or decisions made the
difference.

The worth of a position to a seat is what it scores from there on average, if everybody goes on to play as
they do in the study (where players think, at random). It is found by playing on, many times. From one
position to the next the worth moves: by what chance did, or by what somebody decided. As nothing of it is
foreseeable, the squares of all these movements add up to the variance of the result; so the share of it that
falls on dice and cards is the luck in a game. Each worth is estimated twice, by games of their own: the
product of the two movements has no error that adds up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.playout import LONGEST, SEATS, Guide, any_action, first_seat, playout_factory
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Machine, Program, machine
from ludothek.core.chance import CHANCE, CHANCE_BIT, WORDS, seed_stream
from ludothek.core.game import RulesModule, Variant
from ludothek.core.rule import rule
from ludothek.lab.batch_programs import Stream

PLAYED_ON = 64  # games from each position; half of them for each of the two estimates
# Who is worth more than the leader by this takes the lead: less is noise, two standard errors of a difference
MARGIN = 0.25
SETTLED = 0.9  # a game is settled when its winner's worth never falls below this again
OVER = -1  # in the place of who acts
FAR = 1 << 40  # from the seeds of the games to those of the games played on


@dataclass(frozen=True)
class Drama:
    """One game: how often the lead changed, after which part of it the outcome was settled, and what moved
    it.
    """

    changes: int
    settled: float
    luck: float
    decisions: float


def worth_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """What each seat scores from each position, added up over the games played on from it; twice."""
    to_act, scores = rules.to_act, rules.scores
    playout = rule(playout_factory(rules, guide))

    def worth(
        first: int,
        last: int,
        stream: Any,
        actions: Any,
        odds: Any,
        points: Any,
        kits: Any,
        states: Any,
        played: Any,
        sums: Any,
        seed: int,
        games: int,
        seats: int,
    ) -> None:
        for place in range(first, last):
            seed_stream(stream, seed + place)
            at = place * 2 * seats
            for seat in range(2 * seats):
                sums[at + seat] = 0.0
            for game in range(games):
                played[place] = states[place]
                playout(kits[0], played[place], stream, actions, odds, LONGEST)
                if to_act(kits[0], played[place]) == 0:
                    scores(kits[0], played[place], points)
                    for seat in range(seats):
                        sums[at + (game & 1) * seats + seat] += points[seat]

    return worth


def advance_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """One decision, or one act of chance, in each game that is not over; and who acted."""
    to_act, playout = rules.to_act, rule(playout_factory(rules, guide))

    def advance(
        first: int, last: int, actions: Any, odds: Any, kits: Any, states: Any, streams: Any, movers: Any
    ) -> None:
        for game in range(first, last):
            acting = to_act(kits[0], states[game])
            movers[game] = OVER if acting == 0 else CHANCE if acting == CHANCE_BIT else first_seat(acting)
            playout(kits[0], states[game], streams[game].words, actions, odds, 1)

    return advance


@cache
def worth_program(guide: Guide = any_action) -> Program:
    factory = worth_factory if guide is any_action else partial(worth_factory, guide=guide)
    room = (("i8", WORDS), ("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS))
    return Program("worth", factory, (KIT, STATE, STATE, "f4", NUMBER, NUMBER, NUMBER), room)


@cache
def advance_program(guide: Guide = any_action) -> Program:
    factory = advance_factory if guide is any_action else partial(advance_factory, guide=guide)
    return Program("advance", factory, (KIT, STATE, Stream, "i1"), (("i4", LEGAL), ("i4", LEGAL)))


class Worth:
    """The worth of positions of a variant, a batch at a time."""

    def __init__(self, variant: Variant, room: int, guide: Guide = any_action, where: str = "native") -> None:
        self.variant, self.room = variant, room
        self.program, self.advance = worth_program(guide), advance_program(guide)
        self.machine: Machine = machine(where, variant.game, (self.program, self.advance))
        self.kit, self.states, self._played = (
            self.machine.zeros(kind, count) for kind, count in ((KIT, 1), (STATE, room), (STATE, room))
        )
        self._sums = self.machine.zeros("f4", room * 2 * variant.seats)
        self.machine.write(self.kit, variant.kit.pack())

    def of_states(self, seed: int) -> NDArray[Any]:
        """Both estimates for what stands in `states`: (positions, 2, seats)."""
        seats = self.variant.seats
        self.machine.run(
            self.program,
            self.room,
            self.kit,
            self.states,
            self._played,
            self._sums,
            seed + FAR,
            PLAYED_ON,
            seats,
        )
        sums: NDArray[Any] = self.machine.host(self._sums).reshape(self.room, 2, seats)
        return sums / (PLAYED_ON / 2)


def dramas(
    variant: Variant, first: int, games: int, seed: int, guide: Guide = any_action, where: str = "native"
) -> list[Drama]:
    """Those of the games of a study, by number.

    They are the same games: their streams are, and playing on draws from others.
    """
    worth = Worth(variant, games, guide, where)
    here = worth.machine
    streams, movers = here.zeros(Stream, games), here.zeros("i1", games)
    begun = np.zeros(games, Stream.dtype)
    for game in range(games):
        seed_stream(begun["words"][game], seed + first + game)
    here.write(streams, begun)
    here.write(worth.states, np.repeat(variant.start().pack(), games))
    told: list[NDArray[Any]] = [worth.of_states(seed + first)]
    acted: list[NDArray[Any]] = []
    while len(acted) < LONGEST:
        here.run(worth.advance, games, worth.kit, worth.states, streams, movers)
        who = np.array(here.host(movers))
        if (who == OVER).all():
            break
        acted.append(who)
        told.append(worth.of_states(seed + first + len(acted) * games))
    worths, movers_told = np.array(told), np.array(acted)
    lengths = (movers_told != OVER).sum(0)
    return [
        drama(variant, worths[: lengths[game] + 1, game], movers_told[: lengths[game], game])
        for game in range(games)
    ]


def drama_of(variant: Variant, states: Sequence[Any], movers: Sequence[int], seed: int) -> Drama:
    """That of one game whose positions are known, and who acted at each but the last."""
    worth = Worth(variant, len(states))
    worth.machine.write(worth.states, np.concatenate([state.pack() for state in states]))
    return drama(variant, worth.of_states(seed), np.array(movers))


def drama(variant: Variant, worths: NDArray[Any], movers: NDArray[Any]) -> Drama:
    """From the worths of all positions (positions, 2, seats), the last of which is the result, and who acted
    at each.
    """
    moved = np.diff(worths, axis=0)
    squares = (moved[:, 0] * moved[:, 1]).sum(1)
    is_chance = movers == CHANCE
    mean = worths.mean(1)
    if variant.seats == 1 or variant.game.declared.together:
        mean = np.stack([mean[:, 0], 1 - mean[:, 0]], 1)  # a team plays against the box
    return Drama(
        _changes(mean), _settled(mean), float(squares[is_chance].sum()), float(squares[~is_chance].sum())
    )


def _changes(mean: NDArray[Any]) -> int:
    leader, changes = -1, 0
    for worths in mean:
        ahead = int(worths.argmax())
        if leader < 0:
            others = np.delete(worths, ahead)
            leader = ahead if worths[ahead] - others.max() > MARGIN else -1
        elif worths[ahead] - worths[leader] > MARGIN:
            leader, changes = ahead, changes + 1
    return changes


def _settled(mean: NDArray[Any]) -> float:
    """After which part of the game its winner's worth stayed high; a game that nobody wins alone is settled
    by its end.
    """
    winner = int(mean[-1].argmax())
    low = np.flatnonzero(mean[:, winner] < SETTLED)
    return min(1.0, (low[-1] + 1) / (len(mean) - 1)) if len(low) and len(mean) > 1 else 0.0
