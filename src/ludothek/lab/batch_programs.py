"""What a batch of games does, as programs that every machine can run: play to the end, step, look, and leave
a trace.

Each game of a batch draws from a stream of its own. So the same seeds give the same games on every machine,
in a batch of any size, on any number of threads.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ludothek.bots.playout import (
    LONGEST,
    SEATS,
    Guide,
    any_action,
    chance_factory,
    first_seat,
    playout_factory,
)
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.compiler.copy_record import copy_record
from ludothek.core import Struct, int64
from ludothek.core.chance import CHANCE_BIT, WORDS, seed_stream
from ludothek.core.flatten import flattened, folded
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

BEGIN = -1  # in the place of an action: a new game, its stream seeded anew
MOVER = -1  # in the place of a seat: whoever is to act

# What is wrong with a game in a batch; such a game stays where it is.
SOUND, ILLEGAL, TOO_MANY, OUT_OF_RANGE, STUCK, ENDLESS, EMPTY = range(7)


class Stream(Struct):
    """What a game draws from while it is stepped through."""

    words = int64(WORDS)


def play_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Each game from its start to its end, or up to a number of decisions."""
    playout = rule(inlined(playout_factory(rules, guide)))

    def play(
        first: int,
        last: int,
        stream: Any,
        actions: Any,
        odds: Any,
        desk: Any,
        kits: Any,
        start: Any,
        states: Any,
        seeds: Any,
        seed: int,
        taken: Any,
        most: int,
    ) -> None:
        for game in range(first, last):
            seed_stream(stream, seed + seeds[game])
            copy_record(start[0], desk[0])
            taken[game] = playout(kits[0], desk[0], stream, actions, odds, most)
            copy_record(desk[0], states[game])

    return play


@cache
def play_program(guide: Guide = any_action) -> Program:
    is_any = guide is any_action
    name, factory = (
        ("play", play_factory)
        if is_any
        else (f"play_by_{guide.__name__}", partial(play_factory, guide=guide))
    )
    room = (("i8", WORDS), ("i4", LEGAL), ("i4", LEGAL), (STATE, 1))
    return Program(name, factory, (KIT, STATE, STATE, "i8", NUMBER, "i8", NUMBER), room)


def score_factory(rules: RulesModule) -> Callable[..., Any]:
    """What each seat scores in the games that are over; nothing in the others."""
    to_act, scores = rules.to_act, rules.scores

    def score(first: int, last: int, points: Any, kits: Any, states: Any, out: Any, seats: int) -> None:
        for game in range(first, last):
            is_over = to_act(kits[0], states[game]) == 0
            if is_over:
                scores(kits[0], states[game], points)
            for seat in range(seats):
                out[game * seats + seat] = points[seat] if is_over else 0.0

    return score


SCORE = Program("score", score_factory, (KIT, STATE, "f4", NUMBER), (("f8", SEATS),))


def step_factory(rules: RulesModule) -> Callable[..., Any]:
    """One action in each game, and what comes of it until a seat owes the next decision: chance acts, and
    what is over begins anew.
    """
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    happen = rule(inlined(chance_factory(rules)))
    room, space = rules.GAME.legal, rules.GAME.actions

    def step(
        first: int,
        last: int,
        actions: Any,
        odds: Any,
        points: Any,
        kits: Any,
        start: Any,
        states: Any,
        seeds: Any,
        seed: int,
        streams: Any,
        choices: Any,
        masks: Any,
        movers: Any,
        rewards: Any,
        ended: Any,
        faults: Any,
        seats: int,
    ) -> None:
        kit = kits[0]
        for game in range(first, last):
            choice, mask, reward = choices[game], game * space, game * seats
            ended[game] = 0
            for seat in range(seats):
                rewards[reward + seat] = 0.0
            acting = 0
            if choice == BEGIN:
                faults[game] = SOUND
                seed_stream(streams[game].words, seed + seeds[game])
            elif faults[game] != SOUND:
                continue
            elif choice < 0 or choice >= space or masks[mask + choice] == 0:
                faults[game] = ILLEGAL
                continue
            else:
                act(kit, states[game], movers[game], choice)
                acting = settled(kit, states[game], streams[game].words, actions, odds)
                if acting == 0:
                    ended[game] = 1
                    scores(kit, states[game], points)
                    for seat in range(seats):
                        rewards[reward + seat] = points[seat]
            if acting == 0:
                copy_record(start[0], states[game])
                acting = settled(kit, states[game], streams[game].words, actions, odds)
            for action in range(space):
                masks[mask + action] = 0
            if acting <= 0:
                faults[game] = ENDLESS if acting < 0 else EMPTY
                continue
            movers[game] = first_seat(acting)
            faults[game] = offered(kit, states[game], movers[game], actions, masks, mask)

    @rule
    def settled(kit: Any, s: Any, stream: Any, actions: Any, odds: Any) -> int:
        """Let chance act until it is no longer to act; who is then, or -1 where that never comes."""
        for _ in range(LONGEST):
            acting = to_act(kit, s)
            if acting != CHANCE_BIT:
                return acting
            happen(kit, s, stream, actions, odds)
        return -1

    @rule
    def offered(kit: Any, s: Any, seat: int, actions: Any, masks: Any, mask: int) -> int:
        """Mark what the seat may do; what is wrong with that, if anything is."""
        count = legal(kit, s, seat, actions)
        if count == 0:
            return STUCK
        if count > room:
            return TOO_MANY
        for k in range(count):
            if actions[k] < 0 or actions[k] >= space:
                return OUT_OF_RANGE
            masks[mask + actions[k]] = 1
        return SOUND

    return step


STEP = Program(
    "step",
    step_factory,
    (KIT, STATE, STATE, "i8", NUMBER, Stream, "i4", "?", "i1", "f4", "?", "i1", NUMBER),
    (("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS)),
)


def look_factory(rules: RulesModule) -> Callable[..., Any]:
    """Each game as a seat may see it: the state after `hide`."""
    hide = rules.hide

    def look(first: int, last: int, kits: Any, states: Any, movers: Any, views: Any, seat: int) -> None:
        for game in range(first, last):
            copy_record(states[game], views[game])
            hide(kits[0], views[game], movers[game] if seat == MOVER else seat)

    return look


LOOK = Program("look", look_factory, (KIT, STATE, "i1", STATE, NUMBER))


def observe_factory(rules: RulesModule) -> Callable[..., Any]:
    """What a seat may see of each game as plain numbers: those of a game so far apart, and the games."""
    hide, flatten = rules.hide, flattened(rules.State)

    def observe(
        first: int,
        last: int,
        desk: Any,
        kits: Any,
        states: Any,
        movers: Any,
        out: Any,
        seat: int,
        between_games: int,
        between_numbers: int,
    ) -> None:
        for game in range(first, last):
            copy_record(states[game], desk[0])
            hide(kits[0], desk[0], movers[game] if seat == MOVER else seat)
            flatten(desk[0], out, game * between_games, between_numbers)

    return observe


OBSERVE = Program("observe", observe_factory, (KIT, STATE, "i1", "f4", NUMBER, NUMBER, NUMBER), ((STATE, 1),))


def trace_factory(rules: RulesModule) -> Callable[..., Any]:
    """Random play that leaves a number for the state after every decision: where two machines differ, they do
    so here.
    """
    playout, fold = rule(inlined(playout_factory(rules))), folded(rules.State)

    def trace(
        first: int,
        last: int,
        stream: Any,
        actions: Any,
        odds: Any,
        kits: Any,
        start: Any,
        states: Any,
        seed: int,
        marks: Any,
        most: int,
    ) -> None:
        for game in range(first, last):
            seed_stream(stream, seed + game)
            states[game] = start[0]
            mark = 0
            for decision in range(most):
                if playout(kits[0], states[game], stream, actions, odds, 1) == 0:
                    states[game] = start[0]
                mark = fold(states[game], mark)
                marks[game * most + decision] = mark

    return trace


TRACE = Program(
    "trace",
    trace_factory,
    (KIT, STATE, STATE, NUMBER, "i8", NUMBER),
    (("i8", WORDS), ("i4", LEGAL), ("i4", LEGAL)),
)
