"""Alpha-beta for Torris over the compiled rules: one question at a time, the answers kept in a table of positions.

All values are white's. A search asks one question: is the position worth at least `bound`, looking `depth` moves ahead? White looks for a
move that says yes, black for one that says no; whoever finds one need not look further. (So alpha and beta are always `bound - 1` and
`bound`; who wants to know the value itself asks again with other bounds.) A seat may move twice in a row, so every step asks who is to move
instead of changing signs.

A position that has ended is worth WON, 0 or -WON. Whether an answer rests on such ends alone, or also on an evaluation at the horizon, is
kept with it: the former are certain ("closed") and hold at any depth.

The search can stop after any number of nodes and go on later where it was, so that whoever calls it can look at the clock.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.torris.evaluation import COUNTS, evaluation
from ludothek.core import rule
from ludothek.core.game import Rules
from ludothek.games.torris.rules import BLACK, CELLS, GAME, NOTHING, WHITE, State, colour, landing, lead, owner

WON = 30_000
CERTAIN = 100  # the depth of a closed answer: more than any game has moves
DEEPEST = 100
PRIZE = 50  # how much a point that is taken promises, beside what has answered questions before
FIRST = 1 << 30
LOW62 = (1 << 62) - 1


class Table(NamedTuple):
    """What is known of positions, by their key: bounds of the value at a depth, and the move that was best. Newer entries replace older."""

    key: NDArray[np.int64]
    least: NDArray[np.int16]
    most: NDArray[np.int16]
    depth: NDArray[np.int8]
    move: NDArray[np.int16]

    @classmethod
    def empty(cls, entries: int) -> "Table":
        """A power of two of them."""
        return cls(
            key=np.zeros(entries, np.int64),
            least=np.zeros(entries, np.int16),
            most=np.zeros(entries, np.int16),
            depth=np.zeros(entries, np.int8),
            move=np.zeros(entries, np.int16),
        )


class Line(NamedTuple):
    """The path from the root to where the search is, and what is known at each step of it."""

    step: NDArray[np.int32]  # one number: where the search is; -1 when it is done
    state: NDArray[np.void]
    key: NDArray[np.int64]
    depth: NDArray[np.int32]  # to be looked ahead from there
    legal: NDArray[np.int32]  # how many moves there are; 0: not entered yet
    tried: NDArray[np.int32]  # how many of them
    moves: NDArray[np.int32]
    promise: NDArray[np.int32]  # of each of them
    value: NDArray[np.int32]  # of the best so far
    best: NDArray[np.int32]
    closed: NDArray[np.int8]  # whether that value is certain
    history: NDArray[np.int32]  # history[seat][action]: how well an action has answered questions, anywhere

    @classmethod
    def empty(cls, kind: Any) -> "Line":
        """For states of that dtype."""
        return cls(
            step=np.zeros(1, np.int32),
            state=np.zeros(DEEPEST, kind),
            key=np.zeros(DEEPEST, np.int64),
            depth=np.zeros(DEEPEST, np.int32),
            legal=np.zeros(DEEPEST, np.int32),
            tried=np.zeros(DEEPEST, np.int32),
            moves=np.zeros((DEEPEST, GAME.legal), np.int32),
            promise=np.zeros((DEEPEST, GAME.legal), np.int32),
            value=np.zeros(DEEPEST, np.int32),
            best=np.zeros(DEEPEST, np.int32),
            closed=np.zeros(DEEPEST, np.int8),
            history=np.zeros((2, 4 * CELLS), np.int32),
        )

    def start(self, root: NDArray[np.void], depth: int) -> None:
        self.step[0] = 0
        self.state[0] = root[0]
        self.depth[0] = depth
        self.legal[0] = 0


@rule
def key_of(s: State) -> int:
    """One key for positions that are the same in all that matters: on each cell the same colours and marks, whichever stones these are."""
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


def factory(rules: Rules) -> Callable[..., Any]:
    to_act, legal, act = rules.to_act, rules.legal, rules.act

    def prove(kits: Any, line: Any, table: Any, bound: int, nodes: int) -> int:
        """Go on with the question whether line.state[0] is worth `bound`, for a limited number of nodes; how many it took.

        When line.step[0] is -1, the answer stands in line.value[0] (the value is at least, or at most, that), line.best[0], line.closed[0].
        """
        kit = kits[0]
        counts = np.zeros(COUNTS, np.int64)
        step = line.step[0]
        done = 0
        while step >= 0:
            is_known = False
            if line.legal[step] == 0:
                if done >= nodes:
                    break
                done += 1
                is_known = enter(kit, line, table, step, bound, counts)
            if not is_known:
                seat = WHITE if to_act(kit, line.state[step]) == 1 << WHITE else BLACK
                is_answered = answers(line.value[step], bound, seat)
                if is_answered or line.tried[step] == line.legal[step]:
                    if is_answered:
                        line.history[seat][line.best[step]] += line.depth[step] * line.depth[step]
                    keep(line, table, step, bound)
                    is_known = True
                else:
                    action = most_promising(line, step)
                    line.state[step + 1] = line.state[step]
                    act(kit, line.state[step + 1], seat, action)
                    line.depth[step + 1] = line.depth[step] - 1
                    line.legal[step + 1] = 0
                    step += 1
            if is_known:
                step -= 1
                if step >= 0:
                    seat = WHITE if to_act(kit, line.state[step]) == 1 << WHITE else BLACK
                    learn(line, step, bound, seat)
        line.step[0] = step
        return done

    @rule
    def enter(kit: Any, line: Any, table: Any, step: int, bound: int, counts: Any) -> bool:
        """Look at a position for the first time; whether its value is known at once."""
        s = line.state[step]
        acting = to_act(kit, s)
        if acting == 0:
            ahead = lead(s)
            line.value[step] = WON if ahead > 0 else -WON if ahead < 0 else 0
            line.closed[step] = 1
            return True
        if line.depth[step] <= 0:
            line.value[step] = evaluation(s, counts)
            line.closed[step] = 0
            return True
        key = key_of(s)
        line.key[step] = key
        at = place_of(table, key)
        before = -1
        if table.key[at] == key:
            before = table.move[at]
            if table.depth[at] >= line.depth[step] and (table.least[at] >= bound or table.most[at] < bound):
                line.value[step] = table.least[at] if table.least[at] >= bound else table.most[at]
                line.best[step] = before
                line.closed[step] = table.depth[at] == CERTAIN
                return True
        seat = WHITE if acting == 1 << WHITE else BLACK
        line.legal[step] = legal(kit, s, seat, line.moves[step])
        line.tried[step] = 0
        line.value[step] = -WON - 1 if seat == WHITE else WON + 1
        line.closed[step] = 1
        for k in range(line.legal[step]):
            action = line.moves[step][k]
            target = landing(s, action // 4, action % 4)
            prize = s.height[target] if owner(s, target) != seat else 0
            line.promise[step][k] = FIRST if action == before else line.history[seat][action] + PRIZE * prize
        return False

    return prove


@rule
def answers(value: int, bound: int, seat: int) -> bool:
    """Whether this value settles the question for the seat that moves."""
    return value >= bound if seat == WHITE else value < bound


@rule
def most_promising(line: Any, step: int) -> int:
    """The best of the moves not yet tried, which is tried now."""
    moves, promise, here = line.moves[step], line.promise[step], line.tried[step]
    best = here
    for k in range(here + 1, line.legal[step]):
        if promise[k] > promise[best]:
            best = k
    action: int = moves[best]
    moves[best], promise[best] = moves[here], promise[here]
    moves[here] = action
    line.tried[step] += 1
    return action


@rule
def learn(line: Any, step: int, bound: int, seat: int) -> None:
    """Take the value of the move just tried into account."""
    value = line.value[step + 1]
    if value > line.value[step] if seat == WHITE else value < line.value[step]:
        line.value[step] = value
        line.best[step] = line.moves[step][line.tried[step] - 1]
    if answers(value, bound, seat):
        line.closed[step] = line.closed[step + 1]  # this move alone is the answer
    elif not line.closed[step + 1]:
        line.closed[step] = 0


@rule
def keep(line: Any, table: Any, step: int, bound: int) -> None:
    """Write what was found into the table."""
    key = line.key[step]
    at = place_of(table, key)
    depth = CERTAIN if line.closed[step] else line.depth[step]
    if table.key[at] != key or table.depth[at] != depth:
        table.least[at] = -WON
        table.most[at] = WON
    table.key[at] = key
    table.depth[at] = depth
    table.move[at] = line.best[step]
    if line.value[step] >= bound:
        table.least[at] = line.value[step]
    else:
        table.most[at] = line.value[step]


@rule
def place_of(table: Any, key: int) -> int:
    return (key >> 1) & (len(table.key) - 1)
