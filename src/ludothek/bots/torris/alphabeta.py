"""Alpha-beta search for Torris with null windows and a transposition table, over the compiled rules.

All values are white's. A search answers one question: is the position worth at least `bound` at a depth of
`depth` moves? White needs one move that says yes, black one that says no, and either cuts off the rest. Alpha
and beta are always `bound - 1` and `bound`; callers that want the exact value search again with other bounds,
as in MTD(f). A seat may move twice in a row, so every step asks who is to move instead of negating values.

A finished position is worth WON, 0 or -WON. Each entry records whether its value rests on finished positions
alone, without an evaluation at the horizon; such values are certain ("closed") and hold at any depth.

The search can be suspended after any number of nodes and resumed, so that the caller can check the clock.
"""

from collections.abc import Callable
from typing import Any

from ludothek.bots.torris.evaluation import COUNTS, evaluation
from ludothek.compiler import KIT, NUMBER, STATE, Program
from ludothek.core import Struct, int8, int16, int32, int64, rule, wholes
from ludothek.core.game import RulesModule
from ludothek.games.torris.rules import (
    BLACK,
    CELLS,
    GAME,
    NOTHING,
    WHITE,
    State,
    colour,
    landing,
    lead,
    owner,
)

WON = 30_000
CERTAIN = 100  # the depth stored for a certain value: more than the moves of any game
DEEPEST = 100
PRIZE = 50  # the weight of a captured point in move ordering, beside the history heuristic
FIRST = 1 << 30
LOW62 = (1 << 62) - 1


class TranspositionEntry(Struct):
    """A table entry: bounds of a position's value at a depth, and its best move.

    Newer entries replace older ones.
    """

    key = int64()
    least = int16()
    most = int16()
    move = int16()
    depth = int8()


class SearchNode(Struct):
    """A position on the current path, and the state of its search."""

    key = int64()
    depth = int32()  # the remaining depth
    legal = int32()  # the number of legal moves; 0: not entered yet
    tried = int32()  # the number of tried moves
    moves = int32(GAME.legal)
    promise = int32(GAME.legal)  # the ordering value of each move
    value = int32()  # of the best move so far
    best = int32()
    closed = int8()  # whether that value is certain


class History(Struct):
    """The history heuristic: how well each action of a seat has caused cutoffs, in any position."""

    answered = int32(4 * CELLS)


@rule
def key_of(s: State) -> int:
    """Return a key that is equal for equivalent positions.

    These have the same colours and marks on each cell; which of the equal stones they are does not matter.
    """
    key = s.acting
    for cell in range(CELLS):
        stone = s.top[cell]
        if stone != NOTHING:
            tower = cell + 1
            while stone != NOTHING:
                tower = (tower * 0x2545F4914F6CDD1D + 2 * s.mark[stone] + colour(stone)) & LOW62
                stone = s.under[stone]
            tower = ((tower ^ (tower >> 29)) * 0x3F58476D1CE4E5B9) & LOW62
            key ^= tower ^ (tower >> 31)
    return key | 1


def factory(rules: RulesModule) -> Callable[..., Any]:
    to_act, legal, act = rules.to_act, rules.legal, rules.act

    def prove(
        first: int,
        last: int,
        kits: Any,
        states: Any,
        line: Any,
        histories: Any,
        table: Any,
        bound: int,
        answer: Any,
        root: Any,
        depth: int,
    ) -> None:
        """Continue to search whether a position is worth `bound`, for at most `last - first` nodes.

        answer[0] is the current step on the path from the root: -1 when finished, -2 (ASKED) to start a new
        search. answer[1] is the number of nodes used. The others are a bound of the value, the best move, and
        whether the value is certain.
        """
        kit = kits[0]
        counts = wholes(COUNTS)
        step = answer[0]
        if step == ASKED:
            states[0] = root[0]
            line[0].depth = depth
            line[0].legal = 0
            step = 0
        done = 0
        while step >= 0:
            is_known = False
            if line[step].legal == 0:
                if done >= last - first:
                    break
                done += 1
                is_known = enter(kit, states[step], line[step], histories, table, bound, counts)
            if not is_known:
                here = line[step]
                seat = WHITE if to_act(kit, states[step]) == 1 << WHITE else BLACK
                is_answered = answers(here.value, bound, seat)
                if is_answered or here.tried == here.legal:
                    if is_answered:
                        histories[seat].answered[here.best] += here.depth * here.depth
                    keep(here, table, bound)
                    is_known = True
                else:
                    action = most_promising(here)
                    states[step + 1] = states[step]
                    act(kit, states[step + 1], seat, action)
                    line[step + 1].depth = here.depth - 1
                    line[step + 1].legal = 0
                    step += 1
            if is_known:
                step -= 1
                if step >= 0:
                    seat = WHITE if to_act(kit, states[step]) == 1 << WHITE else BLACK
                    learn(line[step], line[step + 1], bound, seat)
        answer[0] = step
        answer[1] = done
        answer[2] = line[0].value
        answer[3] = line[0].best
        answer[4] = line[0].closed

    @rule
    def enter(kit: Any, s: Any, here: Any, histories: Any, table: Any, bound: int, counts: Any) -> bool:
        """Visit a position for the first time; return whether its value is known at once."""
        acting = to_act(kit, s)
        if acting == 0:
            ahead = lead(s)
            here.value = WON if ahead > 0 else -WON if ahead < 0 else 0
            here.closed = 1
            return True
        if here.depth <= 0:
            here.value = evaluation(s, counts)
            here.closed = 0
            return True
        key = key_of(s)
        here.key = key
        known = table[place_of(table, key)]
        before = -1
        if known.key == key:
            before = known.move
            if known.depth >= here.depth and (known.least >= bound or known.most < bound):
                here.value = known.least if known.least >= bound else known.most
                here.best = before
                here.closed = known.depth == CERTAIN
                return True
        seat = WHITE if acting == 1 << WHITE else BLACK
        here.legal = legal(kit, s, seat, here.moves)
        here.tried = 0
        here.value = -WON - 1 if seat == WHITE else WON + 1
        here.closed = 1
        for k in range(here.legal):
            action = here.moves[k]
            target = landing(s, action // 4, action % 4)
            prize = s.height[target] if owner(s, target) != seat else 0
            here.promise[k] = FIRST if action == before else histories[seat].answered[action] + PRIZE * prize
        return False

    return prove


ASKED = -2  # the step of a search that has not started
PROVE = Program(
    "prove", factory, (KIT, STATE, SearchNode, History, TranspositionEntry, NUMBER, "i8", STATE, NUMBER)
)


@rule
def answers(value: int, bound: int, seat: int) -> bool:
    """Whether this value settles the question for the seat that moves (a cutoff)."""
    return value >= bound if seat == WHITE else value < bound


@rule
def most_promising(step: SearchNode) -> int:
    """Select the most promising untried move and mark it as tried."""
    moves, promise, here = step.moves, step.promise, step.tried
    best = here
    for k in range(here + 1, step.legal):
        if promise[k] > promise[best]:
            best = k
    action: int = moves[best]
    moves[best], promise[best] = moves[here], promise[here]
    moves[here] = action
    step.tried += 1
    return action


@rule
def learn(here: SearchNode, later: SearchNode, bound: int, seat: int) -> None:
    """Back up the value of the move just tried."""
    value = later.value
    if value > here.value if seat == WHITE else value < here.value:
        here.value = value
        here.best = here.moves[here.tried - 1]
    if answers(value, bound, seat):
        here.closed = later.closed  # the cutoff rests on this move alone
    elif not later.closed:
        here.closed = 0


@rule
def keep(here: SearchNode, table: Any, bound: int) -> None:
    """Store the result of a position in the table."""
    known = table[place_of(table, here.key)]
    depth = CERTAIN if here.closed else here.depth
    if known.key != here.key or known.depth != depth:
        known.least = -WON
        known.most = WON
    known.key = here.key
    known.depth = depth
    known.move = here.best
    if here.value >= bound:
        known.least = here.value
    else:
        known.most = here.value


@rule
def place_of(table: Any, key: int) -> int:
    """Return the slot of a key in the table."""
    return (key >> 1) & (len(table) - 1)
