"""A kit's trial on a page gives the same results as `lab sweep`: the same games, the same intervals."""

import json
import subprocess
from dataclasses import astuple
from pathlib import Path

import msgspec
import pytest

from ludothek.bots import player_modules
from ludothek.core.registry import find
from ludothek.house.api.catalogue_types import KitTrialRequest
from ludothek.house.catalogue import kit_trials
from ludothek.lab.study import Study
from ludothek.lab.sweep import run_sweep
from tests.tracing import bundled

GAMES = 30  # more than a program plays at a time


@pytest.mark.parametrize(
    ("game", "seats", "figure", "value", "players"),
    [
        ("museum", 2, "red_fields", 2, "guide"),
        ("safehouse", 1, "lead", 17, "guide"),
        ("squid", 3, None, None, "random"),
    ],
)
def test_node_plays_the_games_of_a_sweep(
    game: str, seats: int, figure: str | None, value: int | None, players: str, tmp_path: Path
) -> None:
    code = player_modules.file_of(find(game))
    assert code.is_file(), "the players are not built: run `make players`"
    trial = kit_trials.begun(find(game), KitTrialRequest(seats, figure=figure), "en")
    starts = [start for start in trial.starts if start.value == value]
    told = tmp_path / "task.json"
    told.write_bytes(
        msgspec.json.encode(msgspec.to_builtins(trial) | {"starts": starts, "seats": seats, "games": GAMES})
    )
    node = ["node", bundled(tmp_path, Path(__file__).with_name("trial.ts")), code, told]
    ran = subprocess.run([str(part) for part in node], check=True, capture_output=True, text=True)
    [counted] = json.loads(ran.stdout)
    study = Study(game, seats, players=(players,), machine="interpreted")
    [place] = run_sweep(study, [(figure, [value])] if figure else [], GAMES)
    assert counted["value"] == value
    assert counted["games"] == place.found.games == GAMES
    for name, figures in (("share", place.found.wins[0]), ("length", place.found.length)):
        assert list(counted[name].values()) == pytest.approx(astuple(figures), rel=1e-9)
