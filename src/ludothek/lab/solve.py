"""What can be counted or solved outright: how many ways there are to play on, and the best that one can reach
alone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ludothek.bots.playout import first_seat
from ludothek.compiler.drivers import compiled
from ludothek.core import CHANCE, Refusal
from ludothek.core.chance import CHANCE_BIT
from ludothek.core.game import RulesModule, Variant

MOST = 2_000_000  # positions of a puzzle that are kept, where nobody says otherwise
TOLD = 1_000  # positions between two signs of life
BEGIN_LATER = "name the moves of an opening (--opening)"


def perft_factory(rules: RulesModule) -> Callable[..., Any]:
    """Count the ways from a position; chance's acts are moves like any other.

    A stack of positions, and of what is legal in them.
    """
    to_act, legal, act = rules.to_act, rules.legal, rules.act
    room = rules.GAME.legal

    def perft(kits: Any, stack: Any, actions: Any, counts: Any, seats: Any, at: Any, depth: int) -> int:
        kit = kits[0]
        ways, level = 0, 0
        at[0] = -1
        while level >= 0:
            if at[level] < 0:  # a position that is new
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
    """For 0, 1, 2 … moves: how many ways there are to play them. What is over before is not counted."""
    count = compiled(variant.game, perft_factory)
    room = variant.game.declared.legal
    stack = np.repeat(variant.start().pack(), depth + 1)
    for deep in range(depth + 1):
        places = [np.zeros(depth + 1, np.int64) for _ in range(3)]
        yield int(count(variant.kit.pack(), stack, np.zeros((depth + 1) * room, np.int32), *places, deep))


def opened(variant: Variant, moves: Sequence[str]) -> Any:
    """The position after an opening: each move is made by whoever is to act first."""
    state = variant.start()
    for move in moves:
        state = variant.play(state, next(iter(variant.to_act(state)), 0), move)
    return state


def is_puzzle(variant: Variant) -> bool:
    """Whether one player decides everything: then the way to a solution is a list of moves."""
    return variant.seats == 1 and not variant.game.declared.chance


def too_large(variant: Variant, most: int) -> Refusal:
    return Refusal(
        f"{variant.game.id} has more than {most:,} positions from there: {BEGIN_LATER}, or keep more of them (--most)"
    )


def solved(
    variant: Variant, start: Any, most: int = MOST, tell: Callable[[int], None] = lambda _: None
) -> tuple[float, list[str], int]:
    """The best score that one player can reach in a puzzle, a way to it, and how many positions that took to
    see; each is met once.
    """
    known: set[bytes] = set()
    best, way = _best(variant, start, known, most, tell)
    return best, way, len(known)


def _best(
    variant: Variant, start: Any, known: set[bytes], most: int, tell: Callable[[int], None]
) -> tuple[float, list[str]]:
    """Depth first, until a position is found that scores 1, or none is left.

    The stack has what is still to be tried on the way.
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
        if key in known:
            continue
        if len(known) >= most:
            raise too_large(variant, most)
        is_over = variant.is_over(state)
        known.add(key)
        if len(known) % TOLD == 0:
            tell(len(known))
        path.append(move)
        if is_over and (score := variant.scores(state)[0]) > best:
            best, way = score, [one for one in path if one]
            if best >= 1:
                return best, way
        moves = {} if is_over else variant.moves(state, 0)
        stack.append(iter([(text, variant.after(state, 0, action)) for text, action in moves.items()]))
    return best, way
