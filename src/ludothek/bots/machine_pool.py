"""A pool of machines on which bots run the compiled programs of their searches.

    with borrow_machine(game, SEARCH) as here:
        tree = here.zeros("i8", 4096)
        here.run(SEARCH, iterations, …, tree)
        found = here.read(tree)

The player module of a game lists its programs (`ludothek.compiler`) as `PROGRAMS`, and depends on neither
NumPy nor Numba nor WebAssembly. The machine is chosen here: the prebuilt WebAssembly module of the game's
players (`player_modules`) if there is one, otherwise Numba, or the interpreter without Numba. The environment
variable LUDOTHEK_MACHINE selects another one.
"""

import atexit
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ludothek.bots import player_modules
from ludothek.bots.levels import module_of
from ludothek.compiler import Machine, Program, has_compiler, machine
from ludothek.compiler.wasm import Wasm
from ludothek.core.errors import NoMachine
from ludothek.core.game import Game

MACHINE_VARIABLE = "LUDOTHEK_MACHINE"

# Idle machines, by the programs they run: creating one takes milliseconds, and a search may take less.
_idle_machines: defaultdict[tuple[str | None, Game, tuple[Program, ...]], list[Machine]] = defaultdict(list)
atexit.register(_idle_machines.clear)


@contextmanager
def borrow_machine(game: Game, *programs: Program) -> Iterator[Machine]:
    """Lend a machine that runs these programs; its buffers are invalid afterwards.

    The programs of a game's players share one machine that runs all of them.
    """
    name = os.environ.get(MACHINE_VARIABLE)
    known = programs_of(game)
    wanted = known if set(programs) <= set(known) else programs
    code = player_modules.read_module(game) if wanted is known and name in (None, "wasm") else None
    kind = "module" if code else name, game, wanted
    try:
        here = _idle_machines[kind].pop()
    except IndexError:
        here = _new_machine(name, game, wanted, code)
    yield here
    here.forget()  # not reached after an error: that machine is discarded
    if sys.platform == "emscripten":
        _idle_machines.clear()  # a phone has memory for one machine only
    _idle_machines[kind].append(here)


def _new_machine(name: str | None, game: Game, programs: tuple[Program, ...], code: bytes | None) -> Machine:
    if code:
        with suppress(NoMachine):  # without a WebAssembly runtime, use the default machine
            return Wasm(game, programs, code)
    usual = "native" if has_compiler() else "interpreted"  # no compiler in a page or without `lab`
    return machine(name or usual, game, programs, threads=1)


def programs_of(game: Game) -> tuple[Program, ...]:
    """Return the programs of a game's players, and the trial program if the game has a kit."""
    own = module_of(game)
    players: tuple[Program, ...] = _search_programs() if own is None else getattr(own, "PROGRAMS", ())
    return players if game.kit_source is None else (*players, _trial_program(game))


def _search_programs() -> tuple[Program, ...]:
    from ludothek.bots.search import search_programs  # which needs this module

    return search_programs()


def _trial_program(game: Game) -> Program:
    from ludothek.bots.guides import trial_program  # which needs this module

    return trial_program(game)
