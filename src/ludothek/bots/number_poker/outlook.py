"""What a choice is worth where the game is not solved, with three and four seats, and for a theft: games played out by the thousand."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludothek.bots.number_poker.public import CHOICES, Numbers, things_of
from ludothek.bots.playout import first_seat
from ludothek.core import Nothing, Variant, rule
from ludothek.core.chance import draw_below, next_word, seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Rules
from ludothek.games.number_poker.rules import STEAL, State, resample


def outlook(variant: Variant, state: State, seat: int, mixes: Numbers, games: int, seed: int) -> Numbers:
    """The chance to win with each legal action, if the others choose like this now (mixes[seat, choice]), and all evenly from then on."""
    root = state.copy()
    resample(Nothing(), root, seat, [])
    actions = np.array(variant.actions(root, seat))
    wins, each = np.zeros(len(actions)), max(1, games // len(actions))
    play_out = compiled(variant.game, factory)
    play_out(variant.kit.pack(), root.pack(), seat, actions, mixes, each, seed, np.zeros(4, np.int64), wins)
    return wins / each


def factory(rules: Rules) -> Callable[..., Any]:
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    room = rules.GAME.legal

    def play_out(kits: Any, root: Any, seat: int, actions: Any, mixes: Any, games: int, seed: int, stream: Any, wins: Any) -> None:
        kit = kits[0]
        states = root.copy()
        thefts = np.zeros(room, np.int32)
        result = np.zeros(4, np.float64)
        for k in range(len(actions)):
            seed_stream(stream, seed)  # the same luck for every action
            for _ in range(games):
                states[0] = root[0]
                s = states[0]
                act(kit, s, seat, actions[k])
                while to_act(kit, s):
                    acting = first_seat(to_act(kit, s))
                    if s.thief:
                        count = legal(kit, s, acting, thefts)
                        act(kit, s, acting, dearest(s, thefts, count, stream))
                    elif s.round == root[0].round:
                        act(kit, s, acting, drawn(mixes[acting], stream))
                    else:
                        act(kit, s, acting, any_thing(s, acting, stream))
                scores(kit, s, result)
                wins[k] += result[seat]

    return play_out


@rule
def dearest(s: Any, actions: Any, count: int, stream: Any) -> int:
    """Of the stones that can be stolen, any of the highest value."""
    best: int = actions[0]
    alike = 1
    for k in range(1, count):
        value, most = s.chosen[actions[k] - STEAL], s.chosen[best - STEAL]
        alike = alike + 1 if value == most else 1 if value > most else alike
        if value > most or (value == most and draw_below(stream, alike) == 0):
            best = actions[k]
    return best


@rule
def drawn(mix: Any, stream: Any) -> int:
    rest = next_word(stream) / (1 << 32)
    choice = 0
    for k in range(CHOICES):
        if mix[k] > 0:
            choice = k
            rest -= mix[k]
            if rest < 0:
                break
    return choice


@rule
def any_thing(s: Any, seat: int, stream: Any) -> int:
    """Each of one's things alike; PASS, the last choice, for who has none."""
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
