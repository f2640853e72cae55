"""The track: the lights, the moves of the children, the guard and Ida, and meetings."""

from ludothek.core import rule
from ludothek.games.museum.box import AWAY, CAUGHT, CHILDREN, LOST, MEETING, OVER, Kit, State


@rule
def is_guarded(s: State) -> bool:
    return s.guard != AWAY


@rule
def target(kit: Kit) -> int:
    return kit.purple_fields + kit.tiles + 1


@rule
def frontier(kit: Kit, s: State) -> int:
    """The farthest field that children and Ida may enter: the last lit tile, or the target."""
    return target(kit) if s.lit == kit.tiles else kit.purple_fields + s.lit


@rule
def is_under_way(kit: Kit, s: State, child: int) -> bool:
    return s.children[child] != CAUGHT and s.children[child] < target(kit)


@rule
def can_step(kit: Kit, s: State, child: int) -> bool:
    return s.children[child] != CAUGHT and s.children[child] < frontier(kit, s)


@rule
def can_anyone_step(kit: Kit, s: State) -> bool:
    for child in range(CHILDREN):
        if can_step(kit, s, child):
            return True
    return False


@rule
def are_all_there(kit: Kit, s: State) -> bool:
    for child in range(CHILDREN):
        if s.children[child] != target(kit):
            return False
    return True


@rule
def can_ida_step(kit: Kit, s: State) -> bool:
    return s.ida != AWAY and s.ida < frontier(kit, s)


@rule
def light(kit: Kit, s: State, number: int) -> None:
    s.lit = min(s.lit + number, kit.tiles)  # MU-10


@rule
def move_guard(kit: Kit, s: State, number: int) -> None:
    if s.stays or not is_guarded(s):
        return
    for _ in range(number):  # MU-12
        s.guard += 1
        for child in range(CHILDREN):
            if s.children[child] == s.guard:
                s.children[child] = CAUGHT
        if s.guard == 0 and s.ida == AWAY:
            s.ida = -kit.ida_behind  # MU-13
        if s.guard == target(kit):
            s.ending = LOST  # MU-22
            s.stage = OVER
            return


@rule
def move_ida(kit: Kit, s: State) -> None:
    """Ida takes the steps of her strip, until she meets the guard."""
    while s.stage != MEETING and s.steps and can_ida_step(kit, s):  # MU-14
        s.steps -= 1
        s.ida += 1
        look_for_meeting(s)


@rule
def look_for_meeting(s: State) -> None:
    if s.ida == s.guard:
        s.stage = MEETING  # MU-20


@rule
def begin_encore(s: State) -> None:
    s.guard = AWAY  # MU-21
    for child in range(CHILDREN):
        if s.children[child] == CAUGHT:
            s.children[child] = 0
