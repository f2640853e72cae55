"""The lab's commands for machines: what they print and make, and what they refuse."""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludothek.bots import Budget, PlayerView
from ludothek.bots.machine_pool import MACHINE_VARIABLE
from ludothek.bots.search import SearchBot
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.lab.batch import Batch
from ludothek.lab.export import WRAPPER
from tests.cli.test_commands import run
from tests.tracing import WEB, bundled, must_stand_alone


def test_what_cannot_be_is_one_sentence() -> None:
    refused = run("lab", "simulate", "connect_four", "--machine", "abacus")
    assert refused.returncode == 2
    assert (
        refused.stderr.strip()
        == "ludothek: there is no machine 'abacus'; there are: interpreted, native, cuda, wasm"
    )
    refused = run("lab", "kernel", "connect_four", "--arch", "hopper", "--out", "/dev/null/no")
    assert refused.returncode == 2
    assert "cannot be written" in refused.stderr


WITHOUT = """
const { Machine } = await import(process.argv[1]);
delete globalThis.WebAssembly;
await Machine.load(new Uint8Array(), {}).catch((error) => console.log(error.message));
"""


def test_a_browser_without_webassembly_says_so(tmp_path: Path) -> None:
    node = [
        "node",
        "--input-type=module",
        "--eval",
        WITHOUT,
        str(bundled(tmp_path, WEB / "src/runtimes/wasm/machine.ts")),
    ]
    assert (
        subprocess.run(node, check=True, capture_output=True, text=True).stdout
        == "this browser has no WebAssembly\n"
    )


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of `lab wasm` for connect four."""
    folder = tmp_path_factory.mktemp("modules")
    done = run("lab", "wasm", "connect_four", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_a_module_comes_with_what_one_must_know_to_call_it(modules: Path) -> None:
    for module in ("connect_four.wasm", "connect_four.players.wasm"):
        must_stand_alone((modules / module).read_bytes())
    told = json.loads((modules / "connect_four.json").read_text())
    assert set(told["programs"]) == {"play", "score", "step", "look", "observe", "trace", "tally"}
    assert told["records"]["state"] == {
        "size": 32,
        "fields": {
            "discs": {"at": 0, "kind": "i8", "shape": [2]},
            "filled": {"at": 16, "kind": "i1", "shape": [7]},
            "laid": {"at": 23, "kind": "i1", "shape": []},
            "winner": {"at": 24, "kind": "i1", "shape": []},
        },
    }


SEED, GAMES, STEPS, NODES = 5, 50, 12, 1000


@pytest.fixture(scope="module")
def by_the_wrapper(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Results of running these modules in Node with the wrapper beside them."""
    assert all((modules / name).is_file() for name in WRAPPER)
    (modules / "wrapper.ts").write_text(Path(__file__).with_name("wrapper.ts").read_text())
    node = [
        "node",
        bundled(tmp_path_factory.mktemp("bundle"), modules / "wrapper.ts"),
        modules,
        SEED,
        GAMES,
        STEPS,
        NODES,
    ]
    return json.loads(
        subprocess.run([str(part) for part in node], check=True, capture_output=True, text=True).stdout
    )


def test_the_wrapper_plays_and_steps_the_games_of_a_batch(by_the_wrapper: Any) -> None:
    batch = Batch(find("connect_four").variant(2), GAMES, "interpreted")
    assert by_the_wrapper["decisions"] == batch.play(SEED)
    assert by_the_wrapper["scores"] == batch.scores().flatten().tolist()
    batch.reset(SEED)
    for _ in range(STEPS):
        batch.step(batch.masks.argmax(1))
    shown = (batch.masks, batch.to_act, batch.rewards, batch.ended, batch.observations())
    assert by_the_wrapper["shown"] == [np.asarray(array, float).flatten().tolist() for array in shown]
    assert by_the_wrapper["refused"] == "game 0 of connect_four: 7 is not a legal action"


def test_the_wrapper_lets_a_player_choose(by_the_wrapper: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three own stones stacked the fourth wins: the wrapper's search has the same statistics as ours."""
    monkeypatch.setenv(MACHINE_VARIABLE, "interpreted")
    table = Table(find("connect_four").variant(2))
    for column in "ababab":
        table.play(table.variant.to_act(table.state)[0], column)
    view = PlayerView.at(table, 0)
    learnt = SearchBot(NODES)._learnt(view, view.moves(), Budget(), SEED)
    assert by_the_wrapper["chosen"]["action"] == view.moves()["a"]
    assert [one["visits"] for one in by_the_wrapper["chosen"]["learnt"]] == list(learnt.visits.values())
    assert by_the_wrapper["foreign"].startswith(
        "this module of connect_four does not search as players do; its programs: play, score"
    )
