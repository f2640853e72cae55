"""Measure the drama of games: lead changes, when the outcome was settled, and luck against decisions.

The value of a position to a seat is its mean score in playouts from there, played as in the study (at random
where bots play). Between two positions the value moves, by an act of chance or by a decision. These movements
are martingale differences, so that their squares add up to the variance of the result; the share that falls
on chance is the luck in a game. Each value is estimated twice from independent playouts: the product of the
two movements is an unbiased estimate of the square.
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

PLAYOUTS = 64  # from each position; half of them for each of the two estimates
# By this much a seat's value must exceed the leader's to take the lead: two standard errors of a difference
MARGIN = 0.25
SETTLED = 0.9  # a game is settled when its winner's value never falls below this again
GAME_OVER = -1  # marks a finished game in the array of movers
PLAYOUT_SEED_OFFSET = 1 << 40  # keeps the seeds of playouts apart from those of games


@dataclass(frozen=True)
class Drama:
    """One game: its lead changes, the fraction after which it was settled, and variance by luck and
    decisions.
    """

    changes: int
    settled: float
    luck: float
    decisions: float


def worth_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Build a program that adds up each seat's scores over the playouts from each position, in two halves."""
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
        playouts: Any,
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
                playouts[place] = states[place]
                playout(kits[0], playouts[place], stream, actions, odds, LONGEST)
                if to_act(kits[0], playouts[place]) == 0:
                    scores(kits[0], playouts[place], points)
                    for seat in range(seats):
                        sums[at + (game & 1) * seats + seat] += points[seat]

    return worth


def advance_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Build a program that advances each unfinished game by one decision or act of chance and notes the
    mover.
    """
    to_act, playout = rules.to_act, rule(playout_factory(rules, guide))

    def advance(
        first: int, last: int, actions: Any, odds: Any, kits: Any, states: Any, streams: Any, movers: Any
    ) -> None:
        for game in range(first, last):
            acting = to_act(kits[0], states[game])
            movers[game] = (
                GAME_OVER if acting == 0 else CHANCE if acting == CHANCE_BIT else first_seat(acting)
            )
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
    """Estimates the values of a batch of positions by playouts."""

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
        """Return both estimates for the positions in `states`: (positions, 2, seats)."""
        seats = self.variant.seats
        self.machine.run(
            self.program,
            self.room,
            self.kit,
            self.states,
            self._played,
            self._sums,
            seed + PLAYOUT_SEED_OFFSET,
            PLAYOUTS,
            seats,
        )
        sums: NDArray[Any] = self.machine.host(self._sums).reshape(self.room, 2, seats)
        return sums / (PLAYOUTS / 2)


def dramas(
    variant: Variant, first: int, games: int, seed: int, guide: Guide = any_action, where: str = "native"
) -> list[Drama]:
    """Replay games of a study by number and measure their drama.

    The games are those of the study, since they use the same random streams; playouts use others.
    """
    worth = Worth(variant, games, guide, where)
    here = worth.machine
    streams, movers = here.zeros(Stream, games), here.zeros("i1", games)
    begun = np.zeros(games, Stream.dtype)
    for game in range(games):
        seed_stream(begun["words"][game], seed + first + game)
    here.write(streams, begun)
    here.write(worth.states, np.repeat(variant.start().pack(), games))
    values: list[NDArray[Any]] = [worth.of_states(seed + first)]
    acted: list[NDArray[Any]] = []
    while len(acted) < LONGEST:
        here.run(worth.advance, games, worth.kit, worth.states, streams, movers)
        mover = np.array(here.host(movers))
        if (mover == GAME_OVER).all():
            break
        acted.append(mover)
        values.append(worth.of_states(seed + first + len(acted) * games))
    worths, all_movers = np.array(values), np.array(acted)
    lengths = (all_movers != GAME_OVER).sum(0)
    return [
        drama(variant, worths[: lengths[game] + 1, game], all_movers[: lengths[game], game])
        for game in range(games)
    ]


def drama_of(variant: Variant, states: Sequence[Any], movers: Sequence[int], seed: int) -> Drama:
    """Measure the drama of one game from its positions, and the mover at each but the last."""
    worth = Worth(variant, len(states))
    worth.machine.write(worth.states, np.concatenate([state.pack() for state in states]))
    return drama(variant, worth.of_states(seed), np.array(movers))


def drama(variant: Variant, worths: NDArray[Any], movers: NDArray[Any]) -> Drama:
    """Compute the drama from the values of all positions (positions, 2, seats), ending with the result."""
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
    """Return the fraction of the game after which its winner's value stayed high; 1 at most."""
    winner = int(mean[-1].argmax())
    low = np.flatnonzero(mean[:, winner] < SETTLED)
    return min(1.0, (low[-1] + 1) / (len(mean) - 1)) if len(low) and len(mean) > 1 else 0.0
