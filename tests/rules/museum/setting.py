"""Test fixtures of this game: dice rolled by hand, figures and cards placed as a test needs them."""

import copy
from typing import Any

from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.museum.box import READY
from ludothek.games.museum.dice import is_covered
from ludothek.games.museum.notation import CARDS, CHILDREN, SYMBOLS

TARGET = 17  # with the shipped kit


def shipped(**changes: Any) -> dict[str, Any]:
    """The shipped kit, with some of its figures changed."""
    return copy.deepcopy(find("museum").kit or {}) | changes


def specified() -> dict[str, Any]:
    """The kit's values in the specification, by which it counts fields, independent of calibration."""
    return shipped(red_fields=4, ida_behind=7)


def scene(
    dice: str = "",
    *,
    cards: str = "",
    seats: int = 1,
    kit: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """Open a table at the start of a turn with these cards and fields of the state; then roll these dice."""
    table = Table.open("museum", seats, None, kit or specified())
    for name, value in fields.items():
        setattr(table.state, name, value)
    table.state.white_to_roll = table.state.has_white
    for card in cards.split():
        deal(table, card)
    return do(table, *dice.split())


def placed(strips: str, *, white: str = "", **setting: Any) -> Table:
    """Open a table with all dice placed, as in "fox shoe shoe cap"; `white` is like "cap" or "dino>cap"."""
    table = scene(**setting)
    s = table.state
    s.to_roll, s.white_to_roll, s.stage = 0, 0, READY
    for symbol in strips.split():
        s.placed[SYMBOLS.index(symbol)] += 1
    if white:
        shown, _, strip = white.partition(">")
        s.white, s.white_on = SYMBOLS.index(shown), SYMBOLS.index(strip or shown)
        s.placed[s.white_on] += 1
    return table


def deal(table: Table, card: str) -> None:
    """Give the team a card out of the pile."""
    kind = CARDS.index(card)
    table.state.hand[kind] += 1
    table.state.pile[kind] -= 1
    table.state.pile_left -= 1


def do(table: Table, *moves: str) -> Table:
    """Make the moves, each for the only player to act."""
    for move in moves:
        (actor,) = table.variant.to_act(table.state)
        table.play(actor, move)
    return table


def options(table: Table) -> set[str]:
    """Return the legal moves of the only player to act."""
    (actor,) = table.variant.to_act(table.state)
    return set(table.variant.moves(table.state, actor))


def cards(table: Table) -> set[str]:
    """The kinds of cards that can be played now."""
    return {move[1:].split()[0] for move in options(table) if move[0] == "!"}


def acting(table: Table) -> list[int]:
    return table.variant.to_act(table.state)


def covered(table: Table) -> set[str]:
    return {SYMBOLS[strip] for strip in range(5) if is_covered(table.variant.kit, table.state, strip)}


def on(table: Table, strip: str) -> int:
    """Return the number of dice on a strip."""
    return int(table.state.placed[SYMBOLS.index(strip)])


def where(table: Table, child: str) -> int:
    return int(table.state.children[CHILDREN.index(child)])


def ended(table: Table) -> tuple[str, float] | None:
    """Return the reason and the common score once the game is over."""
    outcome = table.variant.outcome(table.state)
    if outcome is None:
        return None
    (score,) = set(outcome["scores"])
    return outcome["reason"], score
