"""What a machine did, number by number: the way to see whether two machines do the same."""

from typing import Any

from ludothek.compiler import KIT, STATE, machine
from ludothek.core.game import Variant
from ludothek.lab.batch_programs import TRACE


def traced(variant: Variant, games: int, decisions: int, seed: int, machine_name: str) -> Any:
    """Random play of games side by side, a number for the state after every decision: (games, decisions).

    A game that is over begins anew. Each number depends on all states before it, so the first difference
    stays to the end.
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
