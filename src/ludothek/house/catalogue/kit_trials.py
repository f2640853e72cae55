"""Kit trials: programs (WebAssembly) and starting states with which a page simulates a changed kit.

The page runs the same program from the same seed as `ludothek lab sweep`. The server only checks which
figures are possible.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

from ludothek.bots import player_modules
from ludothek.bots.guides import guide_of, trial_program
from ludothek.bots.playout import LONGEST
from ludothek.compiler.manifest import beginning, describe_programs
from ludothek.core import BadKit, BadOption, Game
from ludothek.core.game import Variant
from ludothek.core.kits import value_at, with_value
from ludothek.house.api.catalogue_types import KitTrial, KitTrialRequest, KitTrialStart
from ludothek.house.catalogue.download import Download
from ludothek.house.table.refusals import Refused

SEED = 1  # the default of the lab's commands
FURTHEST = 8  # values tried below and above the current one
WASM = "application/wasm"


def can_try(game: Game) -> bool:
    """Whether the game has a kit and its programs were built."""
    return game.kit_source is not None and player_modules.file_of(game).is_file()


async def module(game: Game) -> Download:
    """Return the game's programs."""
    code = await asyncio.to_thread(player_modules.read_module, game) if can_try(game) else None
    if code is None:
        raise Refused("no_trial")
    return Download(f"{game.id}.wasm", WASM, code)


def begun(game: Game, wish: KitTrialRequest, language: str) -> KitTrial:
    """Return the starting states of games with this kit; checking neighbouring values takes time."""
    if not can_try(game):
        raise Refused("no_trial")
    program = trial_program(game)
    try:
        now = game.variant(wish.seats, wish.options, wish.kit)
        starts, refusal = _around(now, wish.figure) if wish.figure is not None else ([(None, now)], None)
    except BadKit as bad:
        raise Refused("bad_kit", bad) from None
    except BadOption as bad:
        raise Refused("bad_option", str(bad)) from None
    return KitTrial(
        program=program.name,
        described=describe_programs(game, [program]),
        seed=SEED,
        longest=LONGEST,
        by_guide=guide_of(game) is not None,
        starts=[KitTrialStart(value, **beginning(variant)) for value, variant in starts],
        why=refusal.said(language) if refusal and len(starts) == 1 else None,
    )


def _around(now: Variant, place: str) -> tuple[list[tuple[int | None, Variant]], BadKit | None]:
    """Return the variants with neighbouring values, and the refusal of the first impossible one."""
    assert now.figures is not None
    try:
        value = value_at(now.figures, place)
    except LookupError:
        value = None
    if type(value) is not int:
        raise Refused("bad_request", f"{place!r} is no whole number of the kit of {now.game.id}")
    refusals: list[BadKit] = []
    below = list(_taken(now, place, range(value - 1, value - 1 - FURTHEST, -1), refusals))
    above = list(_taken(now, place, range(value + 1, value + 1 + FURTHEST), refusals))
    return [*reversed(below), (value, now), *above], next(iter(refusals), None)


def _taken(
    now: Variant, place: str, values: range, refusals: list[BadKit]
) -> Iterator[tuple[int | None, Variant]]:
    """Yield variants value by value until the game refuses one."""
    figures: dict[str, Any] = now.figures or {}
    for value in values:
        try:
            yield value, now.game.variant(now.seats, now.options, with_value(figures, place, value))
        except BadKit as refusal:
            refusals.append(refusal)
            return
