"""Where a player thinks: a machine with room for one thought.

    with desk(game, SEARCH) as here:
        tree = here.zeros("i8", 4096)
        here.run(SEARCH, iterations, …, tree)
        found = here.read(tree)

A player's search is a program like any other (`core.machines`): its module names all of them as `PROGRAMS`, and knows neither NumPy nor
Numba nor WebAssembly. Which machine it gets is decided here. LUDOTHEK_MACHINE in the environment names one.
"""

import atexit
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from ludothek.bots.levels import module_of
from ludothek.core.game import Game
from ludothek.core.machines import Machine, Program, machine

CHOSEN = "LUDOTHEK_MACHINE"

# Machines at rest, by what they can run. To make one takes milliseconds, and a thought may take less.
_at_rest: defaultdict[tuple[str, Game, tuple[Program, ...]], list[Machine]] = defaultdict(list)
atexit.register(_at_rest.clear)


@contextmanager
def desk(game: Game, *programs: Program) -> Iterator[Machine]:
    """A machine that runs these programs. What has been written there is gone afterwards."""
    name = os.environ.get(CHOSEN, "native")
    known = programs_of(game)
    wanted = known if set(programs) <= set(known) else programs
    at_rest = _at_rest[name, game, wanted]
    try:
        here = at_rest.pop()
    except IndexError:
        here = machine(name, game, wanted, threads=1)
    yield here
    here.forget()  # and where a thought has failed, so has its machine
    at_rest.append(here)


def programs_of(game: Game) -> tuple[Program, ...]:
    """What the players of a game run."""
    own: tuple[Program, ...] | None = getattr(module_of(game), "PROGRAMS", None)
    if own is None:
        from ludothek.bots.search import search_programs  # which needs this module

        own = search_programs()
    return own
