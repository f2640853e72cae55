"""Trace the states that a machine computes, to compare two machines number by number."""

from typing import Any

from ludothek.compiler import KIT, STATE, machine
from ludothek.core.game import Variant
from ludothek.lab.batch_programs import TRACE


def trace_random_play(variant: Variant, games: int, decisions: int, seed: int, machine_name: str) -> Any:
    """Play games at random and return a checksum of the state after every decision: (games, decisions).

    A finished game starts again. Each checksum includes all earlier states, so the first difference between
    two machines persists to the end of the row.
    """
    here = machine(machine_name, variant.game, [TRACE], games=games)
    kit, start, states, marks = (
        here.zeros(KIT, 1),
        here.zeros(STATE, 1),
        here.zeros(STATE, games),
        here.zeros("i8", games * decisions),
    )
    here.write(kit, variant.kit.pack())
    here.write(start, variant.start().pack())
    here.run(TRACE, games, kit, start, states, seed, marks, decisions)
    return here.host(marks).reshape(games, decisions).copy()
