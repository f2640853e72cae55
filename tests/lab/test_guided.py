"""How often a team wins that only follows its guide."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludothek.core import Refusal
from ludothek.core.registry import find
from ludothek.lab.guide_rates import guide_of, wins


def test_the_figures_of_the_box_make_the_game_harder() -> None:
    museum = find("museum")
    assert museum.kit is not None
    shipped = wins(museum.variant(2), 400, seed=1)
    assert shipped == wins(museum.variant(2), 400, seed=1), "the same seed, the same games"
    nearer = wins(museum.variant(2, kit=museum.kit | {"red_fields": 1}), 400, seed=1)
    assert 0 < nearer < shipped - 40


def test_a_game_without_a_guide_is_refused() -> None:
    with pytest.raises(Refusal, match="follow no guide"):
        guide_of(find("torris"))


def test_the_command_says_it_for_a_kit_of_ones_own(tmp_path: Path) -> None:
    kit = tmp_path / "hopeless.toml"
    source = find("museum").kit_source
    assert source is not None
    kit.write_text(
        source.replace("ida_behind = 8", "ida_behind = 900").replace(
            "purple_fields = 5", "purple_fields = 90"
        )
    )
    command = [
        sys.executable,
        "-m",
        "ludothek",
        "lab",
        "guide",
        "museum",
        "--games",
        "20",
        "--seats",
        "3",
        "--kit",
        str(kit),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("museum (3 seats), 20 games: the guide wins 0.0%")
