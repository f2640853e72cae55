"""The files around the sources: continuous integration, hooks, and the targets that they name."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_ci_runs_the_quick_checks_on_every_supported_python_and_all_tests_on_one() -> None:
    jobs = read(".github/workflows/ci.yml")["jobs"]
    commands = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    assert jobs["quick"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert commands["quick"][-1] == "make quick"
    assert commands["test"] == ["make test"]
    assert {target for lines in commands.values() for line in lines for target in line.split()[1:]} <= TARGETS


def test_hooks_are_local_and_name_programs_of_the_set_up() -> None:
    for repository in read(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        assert all(hook["entry"].startswith(".venv/bin/") for hook in repository["hooks"])


def test_make_help_lists_every_target_a_contributor_needs() -> None:
    described = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {"play", "test", "quick", "coverage", "docs", "release", "screenshots"} <= described
