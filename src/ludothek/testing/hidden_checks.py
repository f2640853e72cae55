"""Checks of hidden information: `hide` must not leak, and `resample` must imagine possible states."""

import random
from typing import Any

from ludothek.core import CHANCE, Variant
from ludothek.core.chance import seed_stream
from ludothek.core.texts import SPECTATOR
from ludothek.testing.flaws import Flaw, after
from ludothek.testing.play_checks import positions
from ludothek.testing.random_walks import RandomWalk, check_values, differing, error_text

ALTERNATIVES = 6  # other outcomes that a secret one is compared with
WORLDS = 3  # resampled states for each position
PLAYED_ON = 60  # moves in such a world


def viewers(variant: Variant) -> list[int]:
    return [*range(variant.seats), SPECTATOR]


def hiding_twice_is_hiding_once(variant: Variant) -> None:
    for table in positions(variant, 1):
        for viewer in viewers(variant):
            once = _hidden(variant, table.state, viewer)
            if (twice := _hidden(variant, once, viewer)) != once:
                raise Flaw(
                    f"hide changes {_fields(once, twice)} of what it has hidden before {after(table.moves)}:"
                    " what is blank must stay blank"
                )


def what_a_seat_sees_is_enough_to_act_on(variant: Variant) -> None:
    """Check that `hide` keeps the acting seats, and the legal actions of the seat itself."""
    for table in positions(variant, 2):
        acting = variant.to_act(table.state)
        for viewer in viewers(variant):
            seen = variant.seen_by(table.state, viewer)
            if variant.to_act(seen) != acting:
                raise Flaw(
                    f"to_act is {acting} {after(table.moves)}, but {variant.to_act(seen)} after hide for"
                    f" {_name(viewer)}"
                )
            if viewer in acting and variant.actions(seen, viewer) != variant.actions(table.state, viewer):
                raise Flaw(
                    f"the legal actions of {_name(viewer)} are others after hide {after(table.moves)}: a"
                    " seat knows what it may do"
                )


def a_spectator_knows_no_more_than_any_seat(variant: Variant) -> None:
    for table in positions(variant, 3):
        watched = _hidden(variant, table.state, SPECTATOR)
        for seat in range(variant.seats):
            seen = _hidden(variant, table.state, seat)
            for name in differing(seen, table.state):
                for place, (true, shown, blank) in enumerate(
                    zip(*(_flat(s, name) for s in (table.state, watched, seen)), strict=True)
                ):
                    if true != blank and true == shown and true != 0:
                        raise Flaw(
                            f"hide leaks: it blanks {name}{_index(table.state, name, place)} for seat"
                            f" {seat}, but shows it to spectators"
                            f" {after(table.moves)}; the viewer {SPECTATOR} is a spectator, who may know"
                            " only what all seats may"
                        )


def a_secret_shows_in_no_other_field(variant: Variant) -> None:
    """Check that secret outcomes and simultaneous choices leave no trace in a viewer's state.

    Two outcomes are compared: if `hide` blanks their difference in one field, it must do so in all.
    """
    rng = random.Random(4)
    for table in positions(variant, 4, count=30):
        acting = variant.to_act(table.state)
        for mover in acting:
            actions = variant.actions(table.state, mover)
            if len(actions) < 2 or (mover != CHANCE and len(acting) < 2):
                continue
            one, *others = (
                variant.after(table.state, mover, action)
                for action in rng.sample(actions, min(ALTERNATIVES, len(actions)))
            )
            for viewer in viewers(variant):
                if viewer == mover or (mover != CHANCE and viewer not in (*acting, SPECTATOR)):
                    continue
                for other in others:
                    _compare(variant, table.moves, one, other, viewer, mover)


def _compare(
    variant: Variant, moves: list[tuple[int, str]], one: Any, other: Any, viewer: int, mover: int
) -> None:
    if variant.to_act(one) != variant.to_act(other):
        return  # the game goes on differently: what happened is no secret
    seen, seen_other = _hidden(variant, one, viewer), _hidden(variant, other, viewer)
    leaks = differing(seen, seen_other)
    secret = [name for name in differing(one, other) if name not in leaks and differing(seen, one)]
    if leaks and secret:
        who = "chance does" if mover == CHANCE else f"seat {mover} chooses"
        raise Flaw(
            f"hide leaks: what {who} {after(moves)} is hidden from {_name(viewer)} in {', '.join(secret)},"
            f" but shows in {', '.join(leaks)}:"
            " blank that too"
        )


def what_is_imagined_contradicts_nothing_that_is_known(variant: Variant) -> None:
    """Check that hiding a resampled state again gives the same state, and that the game can go on from it."""
    if variant.game.is_open:
        return
    rng, is_blank, is_filled = random.Random(5), False, False
    for table in positions(variant, 5):
        for seat in variant.to_act(table.state):
            if seat == CHANCE:
                continue
            known = variant.seen_by(table.state, seat)
            is_blank |= known != table.state
            for seed in range(WORLDS):
                is_filled |= _imagine(variant, table.moves, known, seat, seed, rng) != known
    if is_blank and not is_filled:
        raise Flaw(
            "resample changes nothing: it must fill what hide has blanked with something that the seat must"
            " think possible"
        )


def _imagine(
    variant: Variant, moves: list[tuple[int, str]], known: Any, seat: int, seed: int, rng: random.Random
) -> Any:
    """Resample a state for a seat and check that it is possible."""
    world, stream, rules = known.copy(), [0] * 4, variant.game.rules
    seed_stream(stream, seed)
    try:
        rules.resample(variant.kit, world, seat, stream)  # type: ignore[attr-defined]
    except Exception as error:
        raise Flaw(f"resample fails for seat {seat} {after(moves)}: {error_text(error)}") from error
    check_values("resample", world, f"for seat {seat} {after(moves)}")
    imagined, owed = world, variant.to_act(known)
    try:
        for other in [
            s for s in variant.to_act(world) if s not in owed
        ]:  # whose secret choice is open again: let them choose
            imagined = variant.after(imagined, other, rng.choice(variant.actions(imagined, other)))
    except (IndexError, ValueError) as error:
        raise Flaw(
            f"in what resample imagines for seat {seat} {after(moves)} seat {other} cannot choose:"
            f" {error_text(error)}"
        ) from error
    again = _hidden(variant, imagined, seat)
    if again != known:
        raise Flaw(
            f"resample contradicts what seat {seat} knows {after(moves)}: hidden again,"
            f" {_fields(known, again)} is not what it was"
            " (hide(resample(hide(s))) must be hide(s))"
        )
    try:
        walk = RandomWalk(variant, rng, world.copy())
        for _ in range(PLAYED_ON):
            if not walk.step():
                break
    except Flaw as flaw:
        raise Flaw(
            f"in what resample imagines for seat {seat} {after(moves)}, the game cannot go on: {flaw}"
        ) from flaw
    return world


def everybody_is_shown_the_same_where_nothing_is_hidden(variant: Variant) -> None:
    if not variant.game.is_open:
        return
    for table in positions(variant, 3):
        for viewer in range(variant.seats):
            if variant.view(table.state, viewer) != variant.view(table.state, SPECTATOR):
                raise Flaw(
                    f"view shows {_name(viewer)} what others are not shown {after(table.moves)}, but the"
                    " game declares hidden=False"
                )
            if variant.describe(table.state, viewer) != variant.describe(table.state, SPECTATOR):
                raise Flaw(
                    f"describe tells {_name(viewer)} what others are not shown {after(table.moves)}, but the"
                    " game declares hidden=False"
                )


def _hidden(variant: Variant, state: Any, viewer: int) -> Any:
    hidden = state.copy()
    try:
        variant.game.rules.hide(variant.kit, hidden, viewer)
    except Exception as error:
        raise Flaw(f"hide fails for {_name(viewer)}: {error_text(error)}") from error
    check_values("hide", hidden, f"for {_name(viewer)}")
    return hidden


def _name(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _fields(one: Any, other: Any) -> str:
    return ", ".join(differing(one, other))


def _flat(state: Any, name: str) -> list[int]:
    value = getattr(state, name)
    if not isinstance(value, list):
        return [value]
    return [leaf for row in value for leaf in (row if isinstance(row, list) else [row])]


def _index(state: Any, name: str, place: int) -> str:
    shape = state.declared_fields()[name].shape
    if not shape:
        return ""
    return f"[{place}]" if len(shape) == 1 else f"[{place // shape[1]}][{place % shape[1]}]"
