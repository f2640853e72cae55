"""The programs of a batch, compiled for every machine: play to the end, score, step, look, observe, trace.

Each game of a batch has its own random stream, so that the same seeds give the same games on every machine,
in batches of any size and with any number of threads.
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
from ludothek.core.flatten import flatten_rule, fold_rule
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

BEGIN = -1  # instead of an action: start a new game and seed its stream
MOVER = -1  # instead of a seat: the seat that is to act

# Faults of a game in a batch; a game with a fault is not advanced.
SOUND, ILLEGAL, TOO_MANY, OUT_OF_RANGE, STUCK, ENDLESS, EMPTY = range(7)


class Stream(Struct):
    """The random stream of a game."""

    words = int64(WORDS)


def play_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Build a program that plays each game to its end, or up to a number of decisions."""
    playout = rule(inlined(playout_factory(rules, guide)))

    def play(
        first: int,
        last: int,
        stream: Any,
        actions: Any,
        odds: Any,
        scratch: Any,
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
            copy_record(start[0], scratch[0])
            taken[game] = playout(kits[0], scratch[0], stream, actions, odds, most)
            copy_record(scratch[0], states[game])

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
    """Build a program that writes the scores of finished games, and zeros for the others."""
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
    """Build a program that takes one action in each game and advances to the next decision of a seat.

    Chance acts by itself, and a finished game starts again.
    """
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    act_for_chance = rule(inlined(chance_factory(rules)))
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
                acting = advance_chance(kit, states[game], streams[game].words, actions, odds)
                if acting == 0:
                    ended[game] = 1
                    scores(kit, states[game], points)
                    for seat in range(seats):
                        rewards[reward + seat] = points[seat]
            if acting == 0:
                copy_record(start[0], states[game])
                acting = advance_chance(kit, states[game], streams[game].words, actions, odds)
            for action in range(space):
                masks[mask + action] = 0
            if acting <= 0:
                faults[game] = ENDLESS if acting < 0 else EMPTY
                continue
            movers[game] = first_seat(acting)
            faults[game] = mark_legal(kit, states[game], movers[game], actions, masks, mask)

    @rule
    def advance_chance(kit: Any, s: Any, stream: Any, actions: Any, odds: Any) -> int:
        """Let chance act until a seat is to act; return the acting seats, or -1 if chance never stops."""
        for _ in range(LONGEST):
            acting = to_act(kit, s)
            if acting != CHANCE_BIT:
                return acting
            act_for_chance(kit, s, stream, actions, odds)
        return -1

    @rule
    def mark_legal(kit: Any, s: Any, seat: int, actions: Any, masks: Any, mask: int) -> int:
        """Mark the legal actions of the seat in its mask; return a fault or SOUND."""
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
    """Build a program that copies each game as a seat may see it: the state after `hide`."""
    hide = rules.hide

    def look(first: int, last: int, kits: Any, states: Any, movers: Any, views: Any, seat: int) -> None:
        for game in range(first, last):
            copy_record(states[game], views[game])
            hide(kits[0], views[game], movers[game] if seat == MOVER else seat)

    return look


LOOK = Program("look", look_factory, (KIT, STATE, "i1", STATE, NUMBER))


def observe_factory(rules: RulesModule) -> Callable[..., Any]:
    """Build a program that writes what a seat may see of each game as numbers, with the given strides."""
    hide, flatten = rules.hide, flatten_rule(rules.State)

    def observe(
        first: int,
        last: int,
        scratch: Any,
        kits: Any,
        states: Any,
        movers: Any,
        out: Any,
        seat: int,
        between_games: int,
        between_numbers: int,
    ) -> None:
        for game in range(first, last):
            copy_record(states[game], scratch[0])
            hide(kits[0], scratch[0], movers[game] if seat == MOVER else seat)
            flatten(scratch[0], out, game * between_games, between_numbers)

    return observe


OBSERVE = Program("observe", observe_factory, (KIT, STATE, "i1", "f4", NUMBER, NUMBER, NUMBER), ((STATE, 1),))


def trace_factory(rules: RulesModule) -> Callable[..., Any]:
    """Build a program that plays at random and writes a checksum of the state after every decision."""
    playout, fold = rule(inlined(playout_factory(rules))), fold_rule(rules.State)

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
