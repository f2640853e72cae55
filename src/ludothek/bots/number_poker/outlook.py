"""Playouts that value choices where the game is not solved: with three and four seats, and for thefts."""

from collections.abc import Callable, Sequence
from typing import Any

from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.number_poker.mixtures import CHOICES, Numbers
from ludothek.bots.number_poker.public import things_of
from ludothek.bots.playout import SEATS, first_seat
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.core import Nothing, Variant, rule
from ludothek.core.chance import draw_below, next_word, seed_stream
from ludothek.core.game import RulesModule
from ludothek.games.number_poker.rules import STEAL, State, resample


def outlook(
    variant: Variant, state: State, seat: int, mixes: Sequence[Numbers], games: int, seed: int
) -> Numbers:
    """Return the chance to win with each legal action, estimated by `games` playouts.

    The others choose by mixes[seat][choice] in this round, and all seats evenly from then on.
    """
    root = state.copy()
    resample(Nothing(), root, seat, [])
    choices = variant.actions(root, seat)
    each = max(1, games // len(choices))
    with borrow_machine(variant.game, PLAY_OUT) as here:
        kit, start, actions = here.zeros(KIT, 1), here.zeros(STATE, 1), here.zeros("i4", len(choices))
        mixed, wins = here.zeros("f8", variant.seats * CHOICES), here.zeros("f8", len(choices))
        here.write(kit, [variant.kit])
        here.write(start, [root])
        here.write(actions, choices)
        here.write(mixed, [share for mix in mixes for share in mix])
        here.run(PLAY_OUT, each, kit, start, seat, actions, mixed, seed, wins)
        return [won / each for won in here.read(wins)]


def factory(rules: RulesModule) -> Callable[..., Any]:
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores

    def play_out(
        first: int,
        last: int,
        stream: Any,
        thefts: Any,
        result: Any,
        states: Any,
        kits: Any,
        root: Any,
        seat: int,
        actions: Any,
        mixes: Any,
        seed: int,
        wins: Any,
    ) -> None:
        kit = kits[0]
        for k in range(len(actions)):
            seed_stream(stream, seed)  # common random numbers for all actions
            for _ in range(first, last):
                states[0] = root[0]
                s = states[0]
                act(kit, s, seat, actions[k])
                while to_act(kit, s):
                    acting = first_seat(to_act(kit, s))
                    if s.thief:
                        count = legal(kit, s, acting, thefts)
                        act(kit, s, acting, dearest(s, thefts, count, stream))
                    elif s.round == root[0].round:
                        act(kit, s, acting, drawn(mixes, CHOICES * acting, stream))
                    else:
                        act(kit, s, acting, any_thing(s, acting, stream))
                scores(kit, s, result)
                wins[k] += result[seat]

    return play_out


PLAY_OUT = Program(
    "play_out",
    factory,
    (KIT, STATE, NUMBER, "i4", "f8", NUMBER, "f8"),
    (("i8", 4), ("i4", LEGAL), ("f8", SEATS), (STATE, 1)),
)


@rule
def dearest(s: Any, actions: Any, count: int, stream: Any) -> int:
    """Return a stealable stone of the highest value, at random among equals."""
    best: int = actions[0]
    alike = 1
    for k in range(1, count):
        value, most = s.chosen[actions[k] - STEAL], s.chosen[best - STEAL]
        alike = alike + 1 if value == most else 1 if value > most else alike
        if value > most or (value == most and draw_below(stream, alike) == 0):
            best = actions[k]
    return best


@rule
def drawn(mixes: Any, at: int, stream: Any) -> int:
    """Draw a choice by the CHOICES shares that start at index `at`."""
    rest = next_word(stream) / (1 << 32)
    choice = 0
    for k in range(CHOICES):
        if mixes[at + k] > 0:
            choice = k
            rest -= mixes[at + k]
            if rest < 0:
                break
    return choice


@rule
def any_thing(s: Any, seat: int, stream: Any) -> int:
    """Draw one of the seat's things uniformly; PASS, the last choice, if it has none."""
    total = 0
    for choice in range(CHOICES):
        total += things_of(s, seat, choice)
    if total == 0:
        return CHOICES - 1
    rest = draw_below(stream, total)
    choice = 0
    while rest >= things_of(s, seat, choice):
        rest -= things_of(s, seat, choice)
        choice += 1
    return choice
