"""Figures: positions that illustrate the rules page.

A game lists them in a `figures.toml` beside its rules, as the moves that lead there. The rules replay them,
so a figure can never show an impossible position.

    [capture]                   # the name; the rules' text shows it with ![caption](figure:capture)
    seats = 2
    viewer = 0                  # the seat that looks; default: a spectator
    options = {}
    moves = ["c2-c3", "a1-b1"]  # in order, each by the first seat that is to act
    chance = ["3", "1"]         # chance moves in order; missing ones are drawn from a fixed seed
    at_random = 0               # further random decisions, from a fixed seed
"""

import random
import tomllib
from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludothek.core.chance import CHANCE, SecretSeed
from ludothek.core.declaration import PARTS
from ludothek.core.errors import BadRecord, Refusal
from ludothek.core.game import Game
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR


@dataclass(frozen=True)
class Figure:
    name: str
    table: Table
    viewer: int

    def before(self) -> Any | None:
        """The state before the last move, to highlight the change; None if the last move was chance's."""
        if not self.table.moves or self.table.moves[-1][0] == CHANCE:
            return None
        return deque(self.table.states(), 2)[0]


@cache
def figures(game: Game) -> dict[str, Figure]:
    """A game's figures by name."""
    if "figures" not in game.declared.parts:
        return {}
    source = (game.folder / PARTS["figures"]).read_text("utf-8")
    return {name: _replay(game, name, **settings) for name, settings in tomllib.loads(source).items()}


def _replay(
    game: Game,
    name: str,
    *,
    seats: int,
    viewer: int = SPECTATOR,
    options: dict[str, object] | None = None,
    moves: tuple[str, ...] = (),
    chance: tuple[str, ...] = (),
    at_random: int = 0,
) -> Figure:
    table = Table(game.variant(seats, options))
    seed, rng = SecretSeed(name.encode()), random.Random(name)
    draws, steps = iter(chance), iter([*moves, *[None] * at_random])
    try:
        while acting := table.variant.to_act(table.state):
            seat = acting[0]
            if seat == CHANCE:
                move = next(draws, None) or seed.draw(len(table.moves), table.variant.chances(table.state))
            else:
                step = next(steps, "")
                if step == "":
                    break
                move = step or rng.choice(list(table.variant.moves(table.state, seat)))
            table.play(seat, move)
    except Refusal as refusal:
        raise BadRecord(f"figure {name} of {game.id}, move {len(table.moves)}: {refusal}") from None
    return Figure(name, table, viewer)
