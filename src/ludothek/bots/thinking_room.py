"""Where a player thinks: a machine with room for one thought.

    with desk(game, SEARCH) as here:
        tree = here.zeros("i8", 4096)
        here.run(SEARCH, iterations, …, tree)
        found = here.read(tree)

A player's search is a program like any other (`core.machines`): its module names all of them as `PROGRAMS`,
and knows neither NumPy nor Numba nor WebAssembly. Which machine it gets is decided here: the module of the
game's players, where it has been built (`player_modules`), and else Numba. LUDOTHEK_MACHINE in the
environment names another one.
"""

import atexit
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ludothek.bots import player_modules
from ludothek.bots.levels import module_of
from ludothek.compiler import Machine, Program, machine
from ludothek.compiler.wasm import Wasm
from ludothek.core.errors import NoMachine
from ludothek.core.game import Game

CHOSEN = "LUDOTHEK_MACHINE"

# Machines at rest, by what they can run. To make one takes milliseconds, and a thought may take less.
_at_rest: defaultdict[tuple[str | None, Game, tuple[Program, ...]], list[Machine]] = defaultdict(list)
atexit.register(_at_rest.clear)


@contextmanager
def desk(game: Game, *programs: Program) -> Iterator[Machine]:
    """A machine that runs these programs. What has been written there is gone afterwards."""
    name = os.environ.get(CHOSEN)
    known = programs_of(game)
    wanted = known if set(programs) <= set(known) else programs
    code = player_modules.found(game) if wanted is known and name in (None, "wasm") else None
    kind = "module" if code else name, game, wanted
    try:
        here = _at_rest[kind].pop()
    except IndexError:
        here = _made(name, game, wanted, code)
    yield here
    here.forget()  # and where a thought has failed, so has its machine
    if sys.platform == "emscripten":
        _at_rest.clear()  # a phone has room for the memory of one
    _at_rest[kind].append(here)


def _made(name: str | None, game: Game, programs: tuple[Program, ...], code: bytes | None) -> Machine:
    if code:
        with suppress(NoMachine):  # where nothing runs WebAssembly the next machine does
            return Wasm(game, programs, code)
    usual = "interpreted" if sys.platform == "emscripten" else "native"  # no compiler runs in a page
    return machine(name or usual, game, programs, threads=1)


def programs_of(game: Game) -> tuple[Program, ...]:
    """What the players of a game run; and with what its box is tried, where it has one."""
    own = module_of(game)
    players: tuple[Program, ...] = _searching() if own is None else getattr(own, "PROGRAMS", ())
    return players if game.kit_source is None else (*players, _trying(game))


def _searching() -> tuple[Program, ...]:
    from ludothek.bots.search import search_programs  # which needs this module

    return search_programs()


def _trying(game: Game) -> Program:
    from ludothek.bots.guides import trial_program  # which needs this module

    return trial_program(game)
