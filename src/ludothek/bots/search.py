"""Search for any game: Monte Carlo tree search over the rules, written once and compiled.

One tree serves open and hidden, alternating and simultaneous games, with and without chance:

- Every iteration starts from the position as the seat sees it. A game that hides something deals the hidden things anew with its rule
  `resample(kit, s, seat, stream)`, so that the search averages over the worlds that the seat cannot tell apart.
- The tree has no nodes, only edges in a hash table: the key of an edge is the path that leads to it, its seat and its action. Chance is
  drawn by its weights and becomes part of the path.
- A seat that chooses alone takes the action with the best upper confidence bound (UCT; an action counts only the visits at which it was
  legal). Where there are many actions, new ones are tried more slowly the more are known already.
- Seats that choose at once do not see each other: each has edges of its own at the common path and mixes in proportion to how much better
  than the average an action has done (regret matching); the average of these mixtures is played. So bluffing stays unpredictable.
- The first new edge ends the descent; from there the game is played out, at random or by the game's guide, and each edge on the path learns
  the score of its seat. In a team game all seats score alike, so the team works for the team.
"""

import math
import random
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.contract import Budget, Choice, Estimate, Sight, unthinking
from ludothek.bots.playout import LONGEST, Guide, any_action, chance_factory, first_seat, playout_factory
from ludothek.core.chance import CHANCE, CHANCE_BIT, draw_below, next_word, seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Game, Rules
from ludothek.core.rule import rule

EXPLORE = 0.7  # the weight of the confidence bound, for scores from 0 to 1
STRAY = 0.1  # how much of a simultaneous choice is made at random while searching
WIDEN = 2.0  # new actions are tried while there are fewer known than WIDEN * sqrt(visits) + NARROWEST
NARROWEST = 8
DEEPEST = 400  # decisions on one path; beyond them the game is played out
MOST_EDGES = 1 << 20  # a power of two; a search that has filled three quarters of the table stops
ENOUGH = 16  # visits from which on the value of a move is stated: that of a few playouts is luck
COMPARABLE = 0.25  # a move is chosen only if it has this part of the visits of the one that has most
ASKED_ABOUT = 0.25  # the part of the visits that a move gets which somebody asks about
ROUGH = 0.05  # how far off a value may be besides, as the games are not played out by masters
CHUNK = 32  # iterations between two looks at the clock

LOW62 = (1 << 62) - 1


@rule
def nothing_hidden(kit: Any, s: Any, seat: int, stream: Any) -> None:
    pass


@rule
def mixed(key: int, step: int) -> int:
    """The key of a path after one more step; 0 is no key."""
    key = (key + (step + 1) * 0x1E3779B97F4A7C15) & LOW62
    key = ((key ^ (key >> 30)) * 0x3F58476D1CE4E5B9) & LOW62
    return (key ^ (key >> 27)) | 1


@rule
def place_of(keys: Any, key: int) -> int:
    """Where the edge of that key stands, or would stand."""
    mask = len(keys) - 1
    place = (key >> 1) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@cache
def search_factory(guide: Guide) -> Callable[[Rules], Callable[..., Any]]:
    def factory(rules: Rules) -> Callable[..., Any]:
        to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
        resample = getattr(rules, "resample", nothing_hidden)
        happen, playout = rule(chance_factory(rules)), rule(playout_factory(rules, guide))
        room = rules.GAME.legal

        def search(
            kits: Any,
            root: Any,
            looker: int,
            about: int,
            edges: int,
            iterations: int,
            stream: Any,
            keys: Any,
            visits: Any,
            offered: Any,
            total: Any,
            strategy: Any,
        ) -> int:
            """Grow the tree, which has `edges` edges so far, until it is full or the iterations are done; how many edges it has then."""
            kit = kits[0]
            states = root.copy()
            actions = np.zeros(room, np.int32)
            odds = np.zeros(room, np.int32)
            places = np.zeros(room, np.int32)
            shares = np.zeros(room, np.float64)
            path_place = np.zeros(DEEPEST, np.int32)
            path_seat = np.zeros(DEEPEST, np.int32)
            result = np.zeros(8, np.float64)
            for _ in range(iterations):
                if is_full(edges, keys):
                    break
                states[0] = root[0]
                s = states[0]
                resample(kit, s, looker, stream)
                path, depth, is_new = 1, 0, False
                at_once, common, after_all = 0, 1, 1  # seats that still have to choose at the common path, and the path when they have
                while not is_new and depth < DEEPEST:
                    acting = to_act(kit, s)
                    if acting == 0:
                        break
                    if acting == CHANCE_BIT:
                        path = mixed(path, (CHANCE << 32) + happen(kit, s, stream, actions, odds))
                        continue
                    if at_once & acting == 0:
                        at_once = acting if acting & (acting - 1) else 0
                        common, after_all = path, path
                    seat = first_seat(at_once & acting if at_once else acting)
                    here = mixed(common if at_once else path, seat)
                    count = legal(kit, s, seat, actions)
                    known, seen = 0, 0
                    is_question = here == root_key(looker)
                    for k in range(count):
                        places[k] = place_of(keys, mixed(here, actions[k]))
                        if keys[places[k]] != 0:
                            known += 1
                            seen += visits[places[k]]
                            offered[places[k]] += 1
                    if at_once:
                        k = mixture(places, count, keys, visits, total, shares, stream)
                        for other in range(count):
                            if keys[places[other]] != 0:
                                strategy[places[other]] += shares[other]
                    elif known < count and known < NARROWEST + WIDEN * math.sqrt(seen):
                        k = fresh(kit, s, seat, actions, count, places, keys, stream)
                    else:
                        k = best_bound(places, count, keys, visits, offered, total)
                    if is_question:
                        for other in range(count):
                            if actions[other] == about and visits[places[other]] < ASKED_ABOUT * seen:
                                k = other
                    edge = places[k]
                    if keys[edge] == 0:
                        keys[edge] = mixed(here, actions[k])
                        offered[edge] = 1
                        edges += 1
                        is_new = not at_once
                    path_place[depth] = edge
                    path_seat[depth] = seat
                    depth += 1
                    if at_once:
                        at_once &= ~(1 << seat)
                        after_all = mixed(after_all, (seat << 32) + actions[k])
                        path = after_all
                    else:
                        path = mixed(path, (seat << 32) + actions[k])
                    act(kit, s, seat, actions[k])
                playout(kit, s, stream, actions, odds, LONGEST)
                result[:] = 0.0
                if to_act(kit, s) == 0:
                    scores(kit, s, result)
                for step in range(depth):
                    visits[path_place[step]] += 1
                    total[path_place[step]] += result[path_seat[step]]
            return edges

        @rule
        def fresh(kit: Any, s: Any, seat: int, actions: Any, count: int, places: Any, keys: Any, stream: Any) -> int:
            """An action that has no edge yet: the guide's, or any."""
            for _ in range(4):
                k = guide(kit, s, seat, actions, count, stream)
                if keys[places[k]] == 0:
                    return k
            k = draw_below(stream, count)
            while keys[places[k]] != 0:
                k = k + 1 if k + 1 < count else 0
            return k

        return search

    return factory


@rule
def best_bound(places: Any, count: int, keys: Any, visits: Any, offered: Any, total: Any) -> int:
    best, chosen = -1.0, 0
    for k in range(count):
        edge = places[k]
        if keys[edge] != 0:
            bound = total[edge] / visits[edge] + EXPLORE * math.sqrt(math.log(offered[edge]) / visits[edge])
            if bound > best:
                best, chosen = bound, k
    return chosen


@rule
def is_full(edges: int, keys: Any) -> bool:
    """Whether another iteration might fill more than three quarters of the table: one of seats that choose at once adds several edges."""
    return 4 * (edges + DEEPEST) > 3 * len(keys)


@rule
def mixture(places: Any, count: int, keys: Any, visits: Any, total: Any, shares: Any, stream: Any) -> int:
    """Write the shares of regret matching, and draw an action by them, straying now and then."""
    tries, won = 0, 0.0
    for k in range(count):
        if keys[places[k]] != 0:
            tries += visits[places[k]]
            won += total[places[k]]
    average = won / tries if tries else 0.0
    regrets = 0.0
    for k in range(count):
        edge = places[k]
        shares[k] = 0.0
        if keys[edge] != 0 and visits[edge]:
            shares[k] = max(0.0, total[edge] / visits[edge] - average)
        regrets += shares[k]
    for k in range(count):
        shares[k] = shares[k] / regrets if regrets > 0 else 1.0 / count
    return drawn(shares, count, STRAY, stream)


@rule
def drawn(shares: Any, count: int, stray: float, stream: Any) -> int:
    """An action by its share, or any, straying so often."""
    if next_word(stream) < stray * (1 << 32):
        return draw_below(stream, count)
    rest = next_word(stream) / (1 << 32)
    for k in range(count):
        rest -= shares[k]
        if rest < 0:
            return k
    return count - 1


class Tree(NamedTuple):
    """The edges: a hash table by open addressing."""

    keys: NDArray[np.int64]
    visits: NDArray[np.int32]
    offered: NDArray[np.int32]
    total: NDArray[np.float64]
    strategy: NDArray[np.float64]

    @classmethod
    def empty(cls, edges: int) -> "Tree":
        zeros = np.zeros
        return cls(
            zeros(edges, np.int64), zeros(edges, np.int32), zeros(edges, np.int32), zeros(edges, np.float64), zeros(edges, np.float64)
        )

    def estimates(self, places: Mapping[str, int], about: str | None) -> dict[str, Estimate]:
        """What has been learnt of the moves whose edges stand at these places, the best first.

        That is the one that has done best of those with comparably many visits; luck in a few visits puts no other above it.
        """
        visits = {move: int(self.visits[at]) for move, at in places.items()}
        share = {move: float(self.total[at]) / max(1, visits[move]) for move, at in places.items()}
        most = max(visits.values())
        best = max((move for move in places if visits[move] >= COMPARABLE * most), key=share.__getitem__)
        found = {}
        for move in dict.fromkeys((best, *places)):
            if visits[move] >= min(ENOUGH, most) or (move == about and visits[move]):
                games = Estimate.of_games(share[move] * visits[move], visits[move])
                found[move] = Estimate(min(games.value, share[best]), max(games.error, ROUGH))
        return found


class SearchBot:
    """A player that thinks for `nodes` iterations a move; now and then (`slips`) it moves without thinking."""

    remembers = False

    def __init__(self, nodes: int, slips: float = 0.0, guide: Guide = any_action) -> None:
        self.nodes = nodes
        self.slips = slips
        self.guide = guide

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        tree = self._grown(sight, budget, seed)
        key = root_key(sight.seat)
        places = {move: place_of(tree.keys, mixed(key, action)) for move, action in moves.items()}
        considered = tree.estimates(places, budget.about)
        if len(sight.variant.to_act(sight.state)) > 1 or tree.strategy[list(places.values())].any():
            weights = [float(tree.strategy[at]) for at in places.values()]
            return Choice(rng.choices(list(places), weights if any(weights) else None)[0], considered)
        return Choice(next(iter(considered)), considered)

    def _grown(self, sight: Sight, budget: Budget, seed: int) -> Tree:
        search = searcher(sight.variant.game, self.guide)
        nodes = budget.nodes or self.nodes
        tree = Tree.empty(min(MOST_EDGES, max(1 << 12, 1 << (2 * nodes).bit_length())))
        stream = np.zeros(4, np.int64)
        seed_stream(stream, seed)
        kit, root = sight.variant.kit.pack(), sight.state.pack()
        about = -1 if budget.about is None else sight.moves()[budget.about]
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        done = edges = 0
        while done < nodes and not is_full(edges, tree.keys) and (deadline is None or time.monotonic() < deadline):
            chunk = min(CHUNK if deadline else nodes, nodes - done)
            edges = search(kit, root, sight.seat, about, edges, chunk, stream, *tree)
            done += chunk
        return tree


def searcher(game: Game, guide: Guide = any_action) -> Callable[..., int]:
    """The compiled search of a game."""
    return compiled(game, search_factory(guide))


@rule
def root_key(seat: int) -> int:
    """Where the edges of the seat that looks stand."""
    return mixed(1, seat)
