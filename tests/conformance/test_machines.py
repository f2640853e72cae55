"""All machines behave alike: the same seeds give the same states, in every shape of every game."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import connect_four
import numpy as np
import pytest

from ludothek.compiler import ptx
from ludothek.core import Game
from ludothek.core.registry import find, game_ids
from ludothek.lab.batch_programs import TRACE
from ludothek.lab.export import write_module
from ludothek.testing import name_of, variants_of
from tests.tracing import bundled, must_stand_alone, task, trace

IN_NODE = Path(__file__).with_name("traces.mjs")


@pytest.mark.parametrize("game_id", game_ids())
def test_interpreted_native_wasm_and_node_leave_the_same_trace(game_id: str, tmp_path: Path) -> None:
    """One test per game, because its compiled code serves all its shapes."""
    variants = list(variants_of(find(game_id)))
    native = [trace(variant, "native") for variant in variants]
    for variant, wanted in zip(variants, native, strict=True):
        assert len(np.unique(wanted)) > wanted.size * 0.9, "states differ, and so do their numbers"
        for machine in ("interpreted", "wasm"):
            differ = np.argwhere(trace(variant, machine) != wanted)
            assert not len(differ), (
                f"{name_of(variant)} on {machine}: "
                f"game {differ[0][0]} differs first at decision {differ[0][1]}"
            )
    code, description = write_module(find(game_id), tmp_path, [TRACE])
    must_stand_alone(code.read_bytes())
    (tmp_path / "tasks.json").write_text(json.dumps([task(variant) for variant in variants]))
    node = ["node", IN_NODE, bundled(tmp_path), code, description, tmp_path / "tasks.json"]
    told = json.loads(
        subprocess.run([str(part) for part in node], check=True, capture_output=True, text=True).stdout
    )
    assert told == [hashlib.sha256(wanted.tobytes()).hexdigest() for wanted in native]


def test_a_change_of_one_line_in_the_rules_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(connect_four.__file__).parent, tmp_path / "almost_four")
    rules = tmp_path / "almost_four" / "rules.py"
    source = rules.read_text("utf-8")
    rules.write_text(
        source.replace("STEPS = (1, HEIGHT, HEIGHT - 1, HEIGHT + 1)", "STEPS = (1, HEIGHT, HEIGHT - 1)"),
        "utf-8",
    )
    assert rules.read_text("utf-8") != source
    monkeypatch.syspath_prepend(tmp_path)
    changed, right = Game("almost_four").variant(2), find("connect_four").variant(2)
    assert (trace(changed, "interpreted") != trace(right, "native")).any()


@pytest.mark.parametrize("game_id", game_ids())
def test_kernels_for_a_card_are_compiled_without_one(game_id: str) -> None:
    kernel = ptx.build_kernels(find(game_id), [TRACE], "sm_90")[TRACE.name]
    assert ".visible .entry trace(" in kernel
    assert ".target sm_90" in kernel
    assert ".extern .func" not in kernel, "nothing is left to be found on the card"
