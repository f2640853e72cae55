"""Monte Carlo tree search for any game, written once over the rules and compiled.

One tree serves open and hidden, alternating and simultaneous games, with and without chance:

- Every iteration starts from the position as the seat sees it. Games with hidden information resample it with
  their rule `resample(kit, s, seat, stream)`, so that the search averages over the states that the seat
  cannot tell apart.
- The tree has no nodes, only edges in a hash table. An edge's key hashes the path to it, its seat and its
  action. Chance is drawn by its weights and becomes part of the path.
- A seat that chooses alone takes the action with the highest upper confidence bound (UCT); an action counts
  only the visits at which it was legal. Progressive widening: the more actions already have edges, the more
  visits it takes before a new one is tried.
- Seats that choose simultaneously do not see each other's choices. Each has its own edges at the common path
  and mixes its actions by regret matching; the average of these mixtures is played, so that bluffing stays
  unpredictable.
- Where information is hidden, every seat chooses only by what it may see (`hide`). Each edge has further
  edges beside it, one for each view of its seat, and the mean of a view is shrunk towards the mean of all
  views (TRUST). A rarely visited view therefore plays like the average view.
- The first new edge ends the descent. A playout by the game's guide, or at random, finishes the game, and
  each edge on the path is updated with its seat's score. In a team game all seats share one score.
"""

import math
import random
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from ludothek.bots.contract import Budget, Choice, Estimate, PlayerView, unthinking
from ludothek.bots.machine_pool import borrow_machine
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
from ludothek.core.chance import CHANCE, CHANCE_BIT, WORDS, draw_below, next_word, seed_stream
from ludothek.core.exponential import fill_logarithms
from ludothek.core.flatten import fold_rule
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

EXPLORE = 0.7  # the weight of the confidence bound, for scores from 0 to 1
STRAY = 0.1  # the probability of a random action in a simultaneous choice while searching
WIDEN = 2.0  # new actions are tried while fewer than WIDEN * sqrt(visits) + NARROWEST have edges
NARROWEST = 8
DEEPEST = 400  # decisions on one path; beyond them the game is played out
MOST_NODES = 1 << 22  # the most iterations of one search
MOST_EDGES = 1 << 20  # a power of two; a search that has filled three quarters of the table stops
ENOUGH = 16  # visits from which the value of a move is stated
COMPARABLE = 0.25  # a move is chosen only with at least this share of the highest number of visits
ASKED_ABOUT = 0.25  # share of the visits that the move named in `Budget.about` gets
ROUGH = 0.05  # the smallest error stated for a value, since playouts are played weakly
TRUST = 8  # visits of a view at which its own mean weighs as much as the mean of all views
CHUNK = 32  # iterations between two checks of the clock

LOW62 = (1 << 62) - 1
LOW63 = (1 << 63) - 1


@rule
def nothing_hidden(kit: Any, s: Any, seat: int, stream: Any) -> None:
    pass


@rule
def mixed(key: int, step: int) -> int:
    """Return the key of a path after one more step; keys are odd, since 0 marks an empty slot."""
    key = (key + (step + 1) * 0x1E3779B97F4A7C15) & LOW62
    key = ((key ^ (key >> 30)) * 0x3F58476D1CE4E5B9) & LOW62
    return (key ^ (key >> 27)) | 1


@rule
def place_of(keys: Any, key: int) -> int:
    """Return the slot of an edge's key in the hash table, or the empty slot for it."""
    mask = len(keys) - 1
    place = (key >> 1) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@cache
def search_factory(guide: Guide) -> Callable[[RulesModule], Callable[..., None]]:
    def factory(rules: RulesModule) -> Callable[..., None]:
        to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
        resample = getattr(rules, "resample", nothing_hidden)
        happen, playout = rule(inlined(chance_factory(rules))), rule(inlined(playout_factory(rules, guide)))
        hides, hide, fold = rules.GAME.hidden, rules.hide, fold_rule(rules.State)

        def search(
            first: int,
            last: int,
            actions: Any,
            odds: Any,
            places: Any,
            owns: Any,
            shares: Any,
            path_place: Any,
            path_seat: Any,
            result: Any,
            states: Any,
            views: Any,
            kits: Any,
            root: Any,
            looker: int,
            about: int,
            done: int,
            seed: int,
            edges: Any,
            stream: Any,
            logs: Any,
            keys: Any,
            visits: Any,
            offered: Any,
            total: Any,
            strategy: Any,
        ) -> None:
            """Grow the tree until the table is full or the iterations are done.

            `done` iterations have been made before; edges[0] counts the edges.
            """
            kit = kits[0]
            if done == 0:
                seed_stream(stream, seed)
            fill_logarithms(logs, done + 1, done + last + 1)
            for _ in range(first, last):
                if is_full(edges[0], len(keys)):
                    break
                states[0] = root[0]
                s = states[0]
                resample(kit, s, looker, stream)
                path, depth, length, is_new = 1, 0, 0, False
                at_once, common, after_all = (
                    0,
                    1,
                    1,
                )  # seats still to choose at the common path, and the path after their choices
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
                    own = here
                    if hides and not at_once:
                        views[0] = states[0]
                        hide(kit, views[0], seat)
                        own = fold(views[0], here)
                    count = legal(kit, s, seat, actions)
                    known, seen = 0, 0
                    is_question = here == root_key(looker)
                    for k in range(count):
                        places[k] = place_of(keys, mixed(here, actions[k]))
                        owns[k] = places[k] if own == here else place_of(keys, mixed(own, actions[k]))
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
                        k = best_bound(places, owns, count, keys, visits, offered, total, logs)
                    if is_question:
                        for other in range(count):
                            if actions[other] == about and visits[places[other]] < ASKED_ABOUT * seen:
                                k = other
                    edge = places[k]
                    if keys[edge] == 0:
                        keys[edge] = mixed(here, actions[k])
                        offered[edge] = 1
                        edges[0] += 1
                        is_new = not at_once
                    path_place[length] = edge
                    path_seat[length] = seat
                    length += 1
                    if own != here:
                        edge = place_of(
                            keys, mixed(own, actions[k])
                        )  # not owns[k]: the new edge may occupy that slot
                        if keys[edge] == 0:
                            keys[edge] = mixed(own, actions[k])
                            edges[0] += 1
                        path_place[length] = edge
                        path_seat[length] = seat
                        length += 1
                    depth += 1
                    if at_once:
                        at_once &= ~(1 << seat)
                        after_all = mixed(after_all, (seat << 32) + actions[k])
                        path = after_all
                    else:
                        path = mixed(path, (seat << 32) + actions[k])
                    act(kit, s, seat, actions[k])
                playout(kit, s, stream, actions, odds, LONGEST)
                for seat in range(SEATS):
                    result[seat] = 0.0
                if to_act(kit, s) == 0:
                    scores(kit, s, result)
                for step in range(length):
                    visits[path_place[step]] += 1
                    total[path_place[step]] += result[path_seat[step]]

        @rule
        def fresh(
            kit: Any, s: Any, seat: int, actions: Any, count: int, places: Any, keys: Any, stream: Any
        ) -> int:
            """Choose an action without an edge: the guide's in four attempts, otherwise a random one."""
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
def best_bound(
    places: Any, owns: Any, count: int, keys: Any, visits: Any, offered: Any, total: Any, logs: Any
) -> int:
    """Return the action with the highest upper confidence bound among those with edges."""
    best, chosen = -1.0, 0
    for k in range(count):
        edge, own = places[k], owns[k]
        if keys[edge] != 0:
            worth = total[edge] / visits[edge]
            if own != edge:
                worth = (total[own] + TRUST * worth) / (visits[own] + TRUST)
            bound = worth + EXPLORE * math.sqrt(logs[offered[edge]] / visits[edge])
            if bound > best:
                best, chosen = bound, k
    return chosen


@rule
def is_full(edges: int, room: int) -> bool:
    """Whether another iteration might fill more than three quarters of the table.

    An iteration with simultaneous choices or edges by view adds several edges.
    """
    return 4 * (edges + DEEPEST) > 3 * room


@rule
def mixture(places: Any, count: int, keys: Any, visits: Any, total: Any, shares: Any, stream: Any) -> int:
    """Write the shares of regret matching, and draw an action by them or, with chance STRAY, uniformly."""
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
    """Draw an action by its share or, with probability `stray`, uniformly."""
    if next_word(stream) < stray * (1 << 32):
        return draw_below(stream, count)
    rest = next_word(stream) / (1 << 32)
    for k in range(count):
        rest -= shares[k]
        if rest < 0:
            return k
    return count - 1


def found_factory(rules: RulesModule) -> Callable[..., None]:
    def found(
        first: int,
        last: int,
        looker: int,
        actions: Any,
        keys: Any,
        visits: Any,
        total: Any,
        strategy: Any,
        out: Any,
        tried: Any,
    ) -> None:
        """Write the visits, total score and strategy weight of each root action of the seat."""
        for k in range(first, last):
            edge = place_of(keys, mixed(root_key(looker), actions[k]))
            tried[k] = visits[edge]
            out[2 * k] = total[edge]
            out[2 * k + 1] = strategy[edge]

    return found


@cache
def search_programs(guide: Guide = any_action) -> tuple[Program, Program]:
    """Return the programs that grow a tree and that read the statistics of the root."""
    tree = ("i8", "i4", "i4", "f8", "f8")  # keys, visits, offered, total, strategy
    return (
        Program(
            "search",
            search_factory(guide),
            (KIT, STATE, NUMBER, NUMBER, NUMBER, NUMBER, "i8", "i8", "f8", *tree),
            (
                ("i4", LEGAL),
                ("i4", LEGAL),
                ("i4", LEGAL),
                ("i4", LEGAL),
                ("f8", LEGAL),
                ("i4", 2 * DEEPEST),
                ("i4", 2 * DEEPEST),
                ("f8", SEATS),
                (STATE, 1),
                (STATE, 1),
            ),
        ),
        Program("found", found_factory, (NUMBER, "i4", "i8", "i4", "f8", "f8", "f8", "i4")),
    )


class MoveStatistics(NamedTuple):
    """What a search found for each move: its visits, total score and share in the mixed strategy."""

    visits: dict[str, int]
    total: dict[str, float]
    strategy: dict[str, float]

    def estimates(self, about: str | None) -> dict[str, Estimate]:
        """Return the chance of each move with enough visits, the best first.

        The best is the move with the highest mean among those with comparably many visits; other moves are
        capped at its value, since a high mean of few visits is luck.
        """
        visits = self.visits
        share = {move: total / max(1, visits[move]) for move, total in self.total.items()}
        most = max(visits.values())
        best = max((move for move in visits if visits[move] >= COMPARABLE * most), key=share.__getitem__)
        found = {}
        for move in dict.fromkeys((best, *visits)):
            if visits[move] >= min(ENOUGH, most) or (move == about and visits[move]):
                games = Estimate.of_games(share[move] * visits[move], visits[move])
                found[move] = Estimate(min(games.value, share[best]), max(games.error, ROUGH))
        return found


class SearchBot:
    """A bot that searches `nodes` iterations a move; with probability `slips` it moves at random."""

    remembers = False

    def __init__(self, nodes: int, slips: float = 0.0, guide: Guide = any_action) -> None:
        self.nodes = nodes
        self.slips = slips
        self.guide = guide

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves = view.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        learnt = self._learnt(view, moves, budget, seed)
        considered = learnt.estimates(budget.about)
        is_mixed = any(learnt.strategy.values())
        if len(view.variant.to_act(view.state)) > 1 or is_mixed:
            return Choice.mixed(learnt.strategy if is_mixed else dict.fromkeys(moves, 1.0), considered, rng)
        return Choice(next(iter(considered)), considered)

    def _learnt(
        self, view: PlayerView, moves: Mapping[str, int], budget: Budget, seed: int
    ) -> MoveStatistics:
        nodes = min(budget.nodes or self.nodes, MOST_NODES)
        several = 2 if view.variant.game.is_open else 8  # edges by view need more slots
        room = min(MOST_EDGES, max(1 << 12, 1 << (several * nodes).bit_length()))
        about = -1 if budget.about is None else moves[budget.about]
        search, found = search_programs(self.guide)
        with borrow_machine(view.variant.game, search, found) as here:
            kit, root = here.zeros(KIT, 1), here.zeros(STATE, 1)
            here.write(kit, [view.variant.kit])
            here.write(root, [view.state])
            edges, stream, logs = here.zeros("i8", 1), here.zeros("i8", WORDS), here.zeros("f8", nodes + 2)
            tree = [here.zeros(kind, room) for kind in ("i8", "i4", "i4", "f8", "f8")]
            deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
            done = 0
            while True:
                chunk = min(CHUNK if deadline else nodes, nodes - done)
                here.run(
                    search,
                    chunk,
                    kit,
                    root,
                    view.seat,
                    about,
                    done,
                    seed & LOW63,
                    edges,
                    stream,
                    logs,
                    *tree,
                )
                done += chunk
                if (
                    done == nodes
                    or is_full(here.read(edges)[0], room)
                    or (deadline is not None and time.monotonic() >= deadline)
                ):
                    break
            actions, won, tried = (
                here.zeros("i4", len(moves)),
                here.zeros("f8", 2 * len(moves)),
                here.zeros("i4", len(moves)),
            )
            here.write(actions, list(moves.values()))
            keys, visits, _, total, strategy = tree
            here.run(found, len(moves), view.seat, actions, keys, visits, total, strategy, won, tried)
            wins = here.read(won)
            return MoveStatistics(
                dict(zip(moves, here.read(tried), strict=True)),
                dict(zip(moves, wins[::2], strict=True)),
                dict(zip(moves, wins[1::2], strict=True)),
            )


@rule
def root_key(seat: int) -> int:
    """Return the key under which the root edges of a seat are stored."""
    return mixed(1, seat)
