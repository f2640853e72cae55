"""Players choose the same on every machine, and without waiting for a compiler."""

import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from ludothek.bots import Budget, Choice, PlayerView, bot, player_modules
from ludothek.bots import machine_pool as desks
from ludothek.bots.levels import levels
from ludothek.bots.machine_pool import MACHINE_VARIABLE, programs_of
from ludothek.core import CHANCE, Game, Variant
from ludothek.core.exponential import exp, fill_logarithms
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table
from tests.playing import play_at_random
from tests.tracing import must_stand_alone

PROGRAMMED = [game_id for game_id in game_ids() if programs_of(find(game_id))]
# To compile takes long, and so does playing thousands of games interpreted: which of them to compare with
# WebAssembly.
OTHERS = {
    "connect_four": ["interpreted", "native"],
    "torris": ["interpreted", "native"],
    "number_poker": ["native"],
}


def asked(variant: Variant, seed: int) -> PlayerView:
    """Return a seat's view in the middle of a random game, at the first decision from there."""
    moves = 40
    while True:
        table = play_at_random(Table(variant), random.Random(seed), moves)
        acting = variant.to_act(table.state)
        if acting and acting != [CHANCE]:
            return PlayerView.at(table, acting[-1], remember=True)
        moves -= 1


def chosen(game: Game, level: str, view: PlayerView, nodes: int) -> Choice:
    return bot(game, level).choose(view, Budget(nodes=nodes), 7)


@pytest.mark.parametrize("game_id", PROGRAMMED)
def test_every_player_chooses_the_same_on_every_machine(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(game_id)
    for view in (asked(game.variant(game.most), seed) for seed in range(2)):
        for level in levels(game):
            monkeypatch.setenv(MACHINE_VARIABLE, "wasm")
            wanted = chosen(game, level, view, 2)
            for machine in OTHERS.get(game_id, ["interpreted"]):
                monkeypatch.setenv(MACHINE_VARIABLE, machine)
                assert chosen(game, level, view, 2) == wanted, f"{level} on {machine}"


def test_a_module_is_found_by_its_sources_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torris = find("torris")
    monkeypatch.setattr(player_modules, "FOLDER", tmp_path)
    monkeypatch.setattr(player_modules, "_read", {})
    assert player_modules.read_module(torris) is None
    (tmp_path / "torris.0123456789ab.wasm").write_bytes(b"of older rules")
    assert player_modules.read_module(torris) is None
    player_modules.file_of(torris).write_bytes(b"of these")
    assert player_modules.read_module(torris) == b"of these"


def test_where_nothing_runs_modules_players_think_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    four = find("connect_four")
    monkeypatch.delenv(MACHINE_VARIABLE, raising=False)
    monkeypatch.setattr(desks, "_idle_machines", defaultdict(list))
    monkeypatch.setattr(player_modules, "read_module", lambda _: b"a module that nobody has loaded yet")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with desks.borrow_machine(four, *programs_of(four)) as here:
        assert here.name == "native"


FIRST_ANSWERS = """
import datetime, sys
from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.clear_board import daily, elegant
from ludothek.bots.levels import ADVISER, levels
from ludothek.core.registry import find
for game_id in sys.argv[1:]:
    game = find(game_id)
    variant = game.variant(game.usual)
    state = variant.start()
    while variant.to_act(state) == [8]:
        state = variant.play(state, 8, next(iter(variant.chances(state))))
    for level in (*levels(game), ADVISER):
        bot(game, level).choose(PlayerView.of(variant, state, variant.to_act(state)[0]), Budget(nodes=50), 1)
daily(datetime.date(2026, 1, 5))
elegant(find("clear_board").variant(1).start())
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""


def test_who_has_the_modules_needs_neither_numba_nor_numpy() -> None:
    for game_id in PROGRAMMED:
        if player_modules.read_module(find(game_id)) is None:
            player_modules.build(find(game_id))
    answered = subprocess.run(
        [sys.executable, "-c", FIRST_ANSWERS, *game_ids()], check=True, capture_output=True, text=True
    )
    assert answered.stdout.strip() == "[]"


@pytest.mark.parametrize("game_id", PROGRAMMED)
def test_what_is_built_fits_and_imports_nothing(game_id: str) -> None:
    code = player_modules.read_module(find(game_id))
    assert code, "the players are not built: run `make players`"
    must_stand_alone(code)


def test_curves_are_right() -> None:
    import math

    logs: list[Any] = [0.0] * 5001
    fill_logarithms(logs, 0, 70)
    fill_logarithms(logs, 70, 5000)
    assert all(abs(logs[n] - math.log(n)) <= 4e-16 * max(1.0, math.log(n)) for n in range(1, 5001))
    assert all(abs(exp(x / 7) / math.exp(x / 7) - 1) < 1e-15 for x in range(-300, 300))
