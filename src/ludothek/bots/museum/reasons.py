"""Reasons for moves of Museum by Night, derived from the state before and after the move."""

from typing import Any

from ludothek.bots.contract import PlayerView
from ludothek.core import Phrase
from ludothek.games.museum.box import (
    ACT,
    AWAY,
    CAP,
    CARD,
    CAUGHT,
    CHILD,
    CHOOSING,
    DRAW,
    ENCORE,
    END,
    GO,
    GUARD_STAYS,
    LAST_CARD,
    LAST_TILE,
    LEAVE,
    LIGHT,
    LOST,
    MEETING,
    ONLY_BLUE,
    OVER,
    ROLL,
    STOP,
    STRIPS,
    WITH_WHITE,
    Kit,
    State,
)
from ludothek.games.museum.cards import can_play
from ludothek.games.museum.notation import CHILDREN
from ludothek.games.museum.track import can_anyone_step, move_guard, target
from ludothek.games.museum.view import strip_word


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the strongest reason for a move, or None."""
    kit: Any = view.variant.kit
    before, action = view.state, view.moves()[move]
    after = view.variant.after(before, view.seat, action)
    if after.stage == MEETING or (after.stage == OVER and after.ending != LOST):
        return Phrase("hints.wins")
    if before.stage in (CHOOSING, LAST_CARD, LAST_TILE, MEETING):
        return _answer(kit, before, after, action)
    if CHILD <= action < CARD:
        return _step(kit, before, after, action - CHILD)
    if saved := _names(_caught_next(kit, before) - _caught_next(kit, after)):
        return Phrase("hints.saves", names=saved)
    if action == CARD + GUARD_STAYS:
        return Phrase("hints.stays", n=kit.numbers[CAP][before.placed[CAP]])
    if after.lit > before.lit and not can_anyone_step(kit, before) and can_anyone_step(kit, after):
        return Phrase("hints.way")
    if _gap(after) < _gap(before):
        return Phrase("hints.nearer", n=_gap(after))
    if action in (GO, ACT) and can_play(kit, before):
        return Phrase("hints.keeps")
    if action == ROLL:
        return Phrase("hints.roll")
    return None if action in (GO, ACT, STOP) else _strip(kit, before, after)


def _answer(kit: Kit, before: State, after: State, action: int) -> Phrase | None:
    """Return the reason for an answer to a question of the rules, not for a move on the board."""
    if action == ONLY_BLUE:
        return Phrase("hints.blue") if kit.white_die[CAP] and before.guard != AWAY else None
    if action == LIGHT and not can_anyone_step(kit, before) and can_anyone_step(kit, after):
        return Phrase("hints.way")
    if action == LEAVE:
        return Phrase("hints.leave_card" if before.stage == LAST_CARD else "hints.leave_tile")
    key = {WITH_WHITE: "seven", DRAW: "draw", LIGHT: "light", ENCORE: "encore"}.get(action)
    return Phrase(f"hints.{key}") if key else None


def _step(kit: Kit, before: State, after: State, child: int) -> Phrase | None:
    """Return the reason for a step of this child: it arrives, gets away from the guard, or was the last."""
    name = CHILDREN[child].capitalize()
    if after.children[child] == target(kit):
        return Phrase("hints.white" if not before.has_white else "hints.arrives", name=name)
    if child in _caught_next(kit, before):
        return Phrase(
            "hints.saves" if child not in _caught_next(kit, after) else "hints.flees", names=[name], name=name
        )
    return (
        Phrase("hints.last", name=name)
        if before.children[child] == min(at for at in before.children if at != CAUGHT)
        else None
    )


def _strip(kit: Kit, before: State, after: State) -> Phrase | None:
    """Return the reason for a die that raised the number of its strip."""
    for strip in range(STRIPS):
        number = kit.numbers[strip][after.placed[strip]]
        if strip != CAP and number > kit.numbers[strip][before.placed[strip]]:
            return Phrase("hints.strip", strip=strip_word(strip), number=number)
    return None


def _caught_next(kit: Kit, s: State) -> set[int]:
    """Return the children that the guard will catch when he moves this turn, if nothing else changes."""
    later: Any = s.copy()
    if s.strip <= CAP < END and s.guard != AWAY:
        move_guard(kit, later, kit.numbers[CAP][s.placed[CAP]])
    return {child for child, at in enumerate(later.children) if at == CAUGHT != s.children[child]}


def _names(children: set[int]) -> list[str]:
    return [CHILDREN[child].capitalize() for child in sorted(children)]


def _gap(s: State) -> int:
    """Return the distance from Ida to the guard; a very large one unless both are on the board."""
    return s.guard - s.ida if AWAY not in (s.guard, s.ida) else -AWAY
