"""Count move sequences (perft), and solve puzzles of one player by depth-first search."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ludothek.bots.playout import first_seat
from ludothek.compiler.drivers import compiled
from ludothek.core import CHANCE, Refusal
from ludothek.core.chance import CHANCE_BIT
from ludothek.core.game import RulesModule, Variant

MOST = 2_000_000  # positions of a puzzle that are stored by default
PROGRESS_STEP = 1_000  # positions between two progress reports
OPENING_HINT = "name the moves of an opening (--opening)"


def perft_factory(rules: RulesModule) -> Callable[..., Any]:
    """Build a compiled perft: count the move sequences of a length from a position, chance included.

    It is iterative, with a stack of positions and of the legal actions in them.
    """
    to_act, legal, act = rules.to_act, rules.legal, rules.act
    room = rules.GAME.legal

    def perft(kits: Any, stack: Any, actions: Any, counts: Any, seats: Any, at: Any, depth: int) -> int:
        kit = kits[0]
        ways, level = 0, 0
        at[0] = -1
        while level >= 0:
            if at[level] < 0:  # first visit of this position
                acting = to_act(kit, stack[level])
                if level == depth:
                    ways += 1
                    level -= 1
                    continue
                seats[level] = CHANCE if acting == CHANCE_BIT else first_seat(acting) if acting else 0
                counts[level] = (
                    legal(kit, stack[level], seats[level], actions[level * room : (level + 1) * room])
                    if acting
                    else 0
                )
                at[level] = 0
            if at[level] == counts[level]:
                level -= 1
                continue
            stack[level + 1] = stack[level]
            act(kit, stack[level + 1], seats[level], actions[level * room + at[level]])
            at[level] += 1
            level += 1
            at[level] = -1
        return ways

    return perft


def perft(variant: Variant, depth: int) -> Iterator[int]:
    """Count the sequences of 0, 1, 2 … moves; games that end earlier are not counted."""
    count = compiled(variant.game, perft_factory)
    room = variant.game.declared.legal
    stack = np.repeat(variant.start().pack(), depth + 1)
    for deep in range(depth + 1):
        places = [np.zeros(depth + 1, np.int64) for _ in range(3)]
        yield int(count(variant.kit.pack(), stack, np.zeros((depth + 1) * room, np.int32), *places, deep))


def play_opening(variant: Variant, moves: Sequence[str]) -> Any:
    """Return the position after the moves of an opening, each made by the first seat that is to act."""
    state = variant.start()
    for move in moves:
        state = variant.play(state, next(iter(variant.to_act(state)), 0), move)
    return state


def is_puzzle(variant: Variant) -> bool:
    """Whether one player decides everything, so that a solution is a list of moves."""
    return variant.seats == 1 and not variant.game.declared.chance


def too_large(variant: Variant, most: int) -> Refusal:
    return Refusal(
        f"{variant.game.id} has more than {most:,} positions from there: {OPENING_HINT}, or allow"
        " more (--most)"
    )


def solve_puzzle(
    variant: Variant, start: Any, most: int = MOST, report: Callable[[int], None] = lambda _: None
) -> tuple[float, list[str], int]:
    """Return the best score that a puzzle allows, the moves to it, and the number of positions visited."""
    seen: set[bytes] = set()
    best, way = _best(variant, start, seen, most, report)
    return best, way, len(seen)


def _best(
    variant: Variant, start: Any, seen: set[bytes], most: int, report: Callable[[int], None]
) -> tuple[float, list[str]]:
    """Search depth first until a position scores 1 or none is left.

    The stack holds the moves that are still to be tried along the path.
    """
    best, way = -1.0, []
    path: list[str] = []
    stack: list[Iterator[tuple[str, Any]]] = [iter([("", start)])]
    while stack:
        move, state = next(stack[-1], ("", None))
        if state is None:
            stack.pop()
            path[-1:] = []
            continue
        key = state.to_bytes()
        if key in seen:
            continue
        if len(seen) >= most:
            raise too_large(variant, most)
        is_over = variant.is_over(state)
        seen.add(key)
        if len(seen) % PROGRESS_STEP == 0:
            report(len(seen))
        path.append(move)
        if is_over and (score := variant.scores(state)[0]) > best:
            best, way = score, [one for one in path if one]
            if best >= 1:
                return best, way
        moves = {} if is_over else variant.moves(state, 0)
        stack.append(iter([(text, variant.after(state, 0, action)) for text, action in moves.items()]))
    return best, way
