"""The lab's commands for machines: what they print and make, and what they refuse."""

import json
from pathlib import Path

from tests.terminal.test_commands import run


def test_what_cannot_be_is_one_sentence() -> None:
    refused = run("lab", "simulate", "connect_four", "--machine", "abacus")
    assert refused.returncode == 2
    assert refused.stderr.strip() == "ludothek: there is no machine 'abacus'; there are: interpreted, native, cuda, wasm"
    refused = run("lab", "kernel", "connect_four", "--arch", "hopper", "--out", "/dev/null/no")
    assert refused.returncode == 2
    assert "cannot be written" in refused.stderr


def test_a_module_comes_with_what_one_must_know_to_call_it(tmp_path: Path) -> None:
    done = run("lab", "wasm", "connect_four", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "connect_four.wasm").read_bytes()[:4] == b"\0asm"
    told = json.loads((tmp_path / "connect_four.json").read_text())
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
