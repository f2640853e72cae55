"""Alpha-beta search that follows threats to their end.

A value is for the seat to move: the worth of its lines and stones, or WIN less the plies to a proved win. A
window is five cells in a row; a five is a window full of one seat's stones.

- A seat that can complete a five does so. In the laying phase a seat must block the other's five; such a
  reply costs no depth.
- Below the last ply only threats are searched (fours and captures), as long as they help the seat to move.
  The search therefore sees wins by threats from afar.
- Moves are ordered by heuristic gain, and only the first few are searched; the others follow only if all of
  these lose. A win that is found is therefore a win against every defence.
- The keys of the transposition table are the rules' fingerprints of positions, without repetition counts.

The tree is walked with an explicit stack of plies, each with its own state: compiled code cannot recurse.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ludothek.bots.five_in_a_row.lines import Lines, fill_lines, gain_at, line_through, wakes, worth
from ludothek.compiler import KIT, NUMBER, STATE, Program
from ludothek.core import Nothing, Struct, int8, int32, int64, rule
from ludothek.core.game import RulesModule
from ludothek.games.five_in_a_row.rules import (
    CELLS,
    ENOUGH,
    GAME,
    LINES,
    NOBODY,
    OWN,
    RIM,
    RING,
    STONES,
    State,
    act,
    captures,
    fingerprint,
    legal,
    may_split,
    size,
)

PLIES = 48  # the most plies on a path
WIN = 1_000_000
PROVED = WIN - PLIES  # higher values are proved wins
INFINITE = 2 * WIN
BROAD, BROAD_ENDGAME = 16, 24  # moves searched if one of them does not lose
THREATS, THREATS_ENDGAME = 8, 2  # plies that threats are followed below the last ply
BROAD_THREATS = 8  # the same as BROAD, below the last ply in the endgame
STONE = 40  # the value of a stone in the endgame
FACED = 10 * STONE  # the penalty in the endgame for an unanswered threat of a five
BLOCK = 1 << 20  # the ordering bonus of blocking moves
TEMPO = 20  # the value of being the seat to move

EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a stored value says about the true one


class Ply(Struct):
    """A position on the current path, and the state of its search."""

    depth = int32()  # the remaining depth
    cost = int8()  # the depth a move costs: 0 if it is forced
    low = int32()  # alpha
    high = int32()  # beta
    floor = int32()  # the initial `low`
    best = int32()  # the best value so far
    choice = int32()  # the best action so far
    trying = int32()  # the action whose value is being searched
    waiting = int32()  # the number of actions not tried yet
    tried = int32()  # the number of actions tried
    broad = int32()  # the number of actions to try, unless all of them lose
    key = int64()  # the key in the transposition table; 0: do not store
    actions = int32(GAME.legal)  # the first `waiting` are not tried yet
    orders = int32(GAME.legal)  # their priorities; the highest is tried first


class TranspositionEntry(Struct):
    """An entry of the transposition table: a position's value or bound at a depth, and its best action."""

    key = int64()
    value = int32()
    action = int32()
    depth = int8()
    kind = int8()


class Rim(Struct):
    """What a stone on each cell of the rim is worth, in the order of `State.rim`."""

    gains = int32(RIM)  # the gain of a stone of the seat to move
    mades = int8(RIM)  # the most stones of one seat in a window with that stone
    dangers = int8(RIM)  # the same for a stone of the other seat


class SearchBuffers(NamedTuple):
    """The working memory of the search."""

    states: Any  # by ply
    plies: Any
    table: Any  # the transposition table
    trial: Any  # a state to try moves on
    rim: Rim


def look_factory(rules: RulesModule) -> Callable[..., None]:
    def look_ahead(
        first: int,
        last: int,
        trials: Any,
        rims: Any,
        kits: Any,
        root: Any,
        states: Any,
        plies: Any,
        table: Any,
        lines: Any,
        actions: Any,
        count: int,
        depth: int,
        threats: int,
        top: Any,
        found: Any,
        values: Any,
        answer: Any,
    ) -> None:
        """Search the root to `depth` over `actions`, in order; write to `found` and `values`.

        As many of the best values as `top` has room for are exact; others may be too high. answer[0] is the
        number of actions searched, at least one; answer[1] is the number of nodes, more than the quota
        (`last`) if the search was not finished.
        """
        kit = kits[0]
        buffers = SearchBuffers(states, plies, table, trials, rims[0])
        states[0] = root[0]
        for k in range(len(top)):
            top[k] = -INFINITE
        open_ply(plies[0], depth, -INFINITE, WIN - 1)  # at the root the shortest win, below it any
        plies[0].cost = 1
        plies[0].waiting = count
        plies[0].broad = count
        for k in range(count):
            plies[0].actions[k] = actions[k]
            plies[0].orders[k] = count - k
        nodes = 0
        done = 0
        ply = 0
        is_finished = False
        while nodes < last or done == 0:
            if not is_settled(plies[ply]):
                nodes += 1
                descend(kit, buffers, lines[0], ply, threats)
                ply += 1
                continue
            if ply == 0:
                is_finished = True
                break
            remember(buffers, ply)
            ply -= 1
            value = learn(buffers, ply)
            if ply == 0:
                found[done] = plies[0].trying
                values[done] = value
                done += 1
                plies[0].low = pushed(top, value)
        answer[0] = done
        answer[1] = nodes if is_finished else nodes + 1

    return look_ahead


LOOK_AHEAD = Program(
    "look_ahead",
    look_factory,
    (KIT, STATE, STATE, Ply, TranspositionEntry, Lines, "i4", NUMBER, NUMBER, NUMBER, "i8", "i8", "i8", "i8"),
    ((STATE, 1), (Rim, 1)),
)


def lines_factory(rules: RulesModule) -> Callable[..., None]:
    """Build the program that fills the lookup tables of lines."""

    def read_lines(first: int, last: int, lines: Any) -> None:
        for k in range(first, last):
            fill_lines(lines[k])

    return read_lines


READ_LINES = Program("read_lines", lines_factory, (Lines,))


@rule
def open_ply(p: Ply, depth: int, low: int, high: int) -> None:
    """Reset a ply, without actions, for a search with this depth and window of alpha and beta."""
    p.depth = depth
    p.low = p.floor = low
    p.high = high
    p.best = -INFINITE
    p.choice = NOBODY
    p.tried = p.waiting = 0
    p.cost = 1
    p.key = 0


@rule
def is_settled(p: Ply) -> bool:
    """Whether a ply needs no further actions: none left, a cutoff, or enough searched without a loss."""
    return p.waiting == 0 or p.best >= p.high or (p.tried >= p.broad and p.best > -PROVED)


@rule
def descend(kit: Nothing, buffers: Any, lines: Lines, ply: int, threats: int) -> None:
    """Take the waiting action with the highest priority, make it on the next ply and enter that ply."""
    here = buffers.plies[ply]
    actions = here.actions
    orders = here.orders
    first = 0
    for k in range(1, here.waiting):
        if orders[k] > orders[first]:
            first = k
    here.trying = actions[first]
    here.waiting -= 1
    here.tried += 1
    actions[first] = actions[here.waiting]
    orders[first] = orders[here.waiting]
    buffers.states[ply + 1] = buffers.states[ply]
    s = buffers.states[ply + 1]
    seat = s.turn
    act(kit, s, seat, here.trying)
    if s.turn == seat:
        open_ply(buffers.plies[ply + 1], here.depth - here.cost, here.low, min(here.high, PROVED))
    else:
        open_ply(buffers.plies[ply + 1], here.depth - here.cost, -here.high, min(-here.low, PROVED))
    enter(kit, buffers, lines, ply + 1, threats)


@rule
def learn(buffers: Any, ply: int) -> int:
    """Back up the value of the next ply to this one; return it as a value of this ply's seat to move."""
    here = buffers.plies[ply]
    value: int = buffers.plies[ply + 1].best
    if buffers.states[ply + 1].turn != buffers.states[ply].turn:
        value = -value
    if value > here.best:
        here.best = value
        here.choice = here.trying
        if ply:
            here.low = max(here.low, value)
    return value


@rule
def pushed(top: Any, value: int) -> int:
    """Insert a value into the descending list of best values, which drops its last; return the new last."""
    k = len(top) - 1
    if value > top[k]:
        while k > 0 and top[k - 1] < value:
            top[k] = top[k - 1]
            k -= 1
        top[k] = value
    lowest: int = top[len(top) - 1]
    return lowest


@rule
def enter(kit: Nothing, buffers: Any, lines: Lines, ply: int, threats: int) -> None:
    """Settle a ply whose value is known, by an ending or the table; otherwise list the actions to search."""
    s = buffers.states[ply]
    p = buffers.plies[ply]
    if s.ended:
        p.best = 0 if s.winner == NOBODY else WIN - ply if s.winner == s.turn else ply - WIN
    elif ply == PLIES - 1:
        p.best = standing(s, lines)
    else:
        key = key_of(s)
        known = buffers.table[key & (len(buffers.table) - 1)]
        hint = NOBODY
        if known.key == key:
            hint = known.action
            if known.depth >= p.depth:
                value = from_here(known.value, ply)
                if (
                    known.kind == EXACT
                    or (known.kind == AT_LEAST and value >= p.high)
                    or (known.kind == AT_MOST and value <= p.low)
                ):
                    p.best = value
                    return
        p.key = key
        if s.moves < STONES:
            enter_laying(buffers, lines, ply, threats)
        else:
            enter_endgame(kit, buffers, lines, ply, threats)
        for k in range(p.waiting):
            if p.actions[k] == hint:
                p.orders[k] += 2 * BLOCK


@rule
def enter_laying(buffers: Any, lines: Lines, ply: int, threats: int) -> None:
    """Enter a ply of the laying phase: a win, forced blocks, threats (below the last ply) or all cells."""
    s = buffers.states[ply]
    p = buffers.plies[ply]
    n = 0
    blocks = read_rim(buffers, lines, s)
    quiet = p.depth <= 0 and not blocks
    if blocks and s.moves < STONES - 1:
        p.cost = 0
    for r in range(s.rims):
        cell = s.rim[r]
        if buffers.rim.mades[r] == ENOUGH:
            win(p, ply, cell)
            return
        if p.cost == 0 and buffers.rim.dangers[r] < ENOUGH:
            continue
        order = buffers.rim.gains[r] + (BLOCK if buffers.rim.dangers[r] == ENOUGH else 0)
        if quiet and buffers.rim.mades[r] < ENOUGH - 1 and not wakes(s, lines, s.turn, cell):
            continue
        p.actions[n] = cell
        p.orders[n] = order
        n += 1
    if p.cost == 0 and n > 1:
        p.best = ply + 2 - WIN  # several cells need a block, and one stone blocks one: a proved loss
        p.key = 0
        return
    p.broad = BROAD
    p.waiting = n
    if quiet:
        stand(p, s, lines, threats)


@rule
def enter_endgame(kit: Nothing, buffers: Any, lines: Lines, ply: int, threats: int) -> None:
    """Enter a ply of the endgame: a win, threats and captures (below the last ply) or all moves."""
    s = buffers.states[ply]
    p = buffers.plies[ply]
    actions = p.actions
    n = legal(kit, s, s.turn, actions)
    blocks = read_rim(buffers, lines, s)
    quiet = p.depth <= 0
    theirs = OWN[1 - s.turn]
    kept = 0
    stone = NOBODY
    given = 0
    splits = False
    for k in range(n):
        action = actions[k]
        to = action & RING
        if action // CELLS - 1 != stone:
            stone = action // CELLS - 1
            given = gain_at(s, lines, s.turn, s.at[stone])
            splits = may_split(s, s.at[stone])
        r = -1 - s.board[to]
        captured = captures(s, stone, to) if splits else 0
        taken = size(captured & theirs)
        swing = 2 * taken - size(captured)
        if buffers.rim.mades[r] == ENOUGH or size(s.field & theirs) - taken < ENOUGH:
            buffers.trial[0] = s
            trial = buffers.trial[0]
            act(kit, trial, s.turn, action)
            if trial.winner == s.turn:
                win(p, ply, action)
                return
        if quiet and not blocks and swing <= 0 and buffers.rim.mades[r] < ENOUGH - 1:
            continue
        actions[kept] = action
        p.orders[kept] = (
            buffers.rim.gains[r]
            - given
            + 2 * STONE * swing
            + (BLOCK if buffers.rim.dangers[r] == ENOUGH else 0)
        )
        kept += 1
    p.broad = BROAD_THREATS
    p.waiting = kept
    if not quiet:
        p.broad = BROAD_ENDGAME
    elif not blocks:
        stand(p, s, lines, min(threats, THREATS_ENDGAME))
    elif p.depth < -threats:
        p.best = standing(s, lines) - FACED
        p.waiting = 0


@rule
def read_rim(buffers: Any, lines: Lines, s: State) -> int:
    """Fill in the worth of all cells of the rim; count those where the other seat would complete a five."""
    blocks = 0
    for r in range(s.rims):
        gain = 0
        made = 0
        danger = 0
        for step in LINES:
            line = line_through(s, s.rim[r], step)
            gain += lines.gain[s.turn][line]
            made = max(made, lines.made[s.turn][line])
            danger = max(danger, lines.made[1 - s.turn][line])
        buffers.rim.gains[r] = gain
        buffers.rim.mades[r] = made
        buffers.rim.dangers[r] = danger
        blocks += danger == ENOUGH
    return blocks


@rule
def win(p: Ply, ply: int, action: int) -> None:
    """Settle the ply: this action wins at once."""
    p.best = WIN - ply - 1
    p.choice = action
    p.waiting = 0


@rule
def stand(p: Ply, s: State, lines: Lines, threats: int) -> None:
    """Stand pat: use the static value as a lower bound, and follow no threats beyond `threats` plies."""
    p.best = standing(s, lines)
    p.low = max(p.low, p.best)
    if p.depth <= -threats:
        p.waiting = 0


@rule
def standing(s: State, lines: Lines) -> int:
    """Return the static evaluation of a position for the seat to move."""
    value = worth(s, lines, s.turn) + TEMPO
    if s.moves >= STONES:
        value += STONE * (size(s.field & OWN[s.turn]) - size(s.field & OWN[1 - s.turn]))
    return value


@rule
def key_of(s: State) -> int:
    """Return the table key of a position; its lowest bit says whether all stones have been laid."""
    return 2 * s.seen[s.quiet] + 1 if s.moves >= STONES else 2 * fingerprint(s)


@rule
def remember(buffers: Any, ply: int) -> None:
    """Store the result of a ply in the table."""
    p = buffers.plies[ply]
    if p.key == 0:
        return
    entry = buffers.table[p.key & (len(buffers.table) - 1)]
    entry.key = p.key
    entry.depth = p.depth
    entry.action = p.choice
    entry.value = p.best + ply if p.best > PROVED else p.best - ply if p.best < -PROVED else p.best
    entry.kind = AT_LEAST if p.best >= p.high else AT_MOST if p.best <= p.floor else EXACT


@rule
def from_here(value: int, ply: int) -> int:
    """Convert a table value, whose wins count plies from the position, to count from the root."""
    return value - ply if value > PROVED else value + ply if value < -PROVED else value
