"""The documentation: its links work, every page is in the site, and its commands and code run."""

import json
import re
from pathlib import Path

import pytest

from ludothek.cli.lab_commands import lab
from ludothek.house.table.refusals import STATUS
from tools import tutorial, wrap_docs
from tools.docs_site import on_config

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))


def prose(text: str) -> str:
    """Without code, in which brackets are no links."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip()) for heading in headings}


@pytest.mark.parametrize("page", wrap_docs.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_at_most_100_columns_wide(page: Path) -> None:
    """Tables and code may be wider. `python -m tools.wrap_docs` wraps the rest."""
    lines = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL).splitlines()
    assert [line for line in lines if len(line) > 100 and not line.startswith(("|", "    "))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text("utf-8"))):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        made = (
            there.with_suffix(".ipynb")
            if there.parent.name == "notebooks" and there.suffix == ".md"
            else there
        )  # a page of the site
        assert made.exists(), f"{target} is not there"
        if anchor and there.suffix == ".md" and there.exists():
            assert anchor in anchors(there), f"{target}: no such heading"


def test_the_interface_page_lists_every_error_code_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", (DOCS / "interface.md").read_text("utf-8"), re.MULTILINE)
    listed = {code: int(status) for status, codes in rows for code in re.findall(r"`(\w+)`", codes)}
    assert len(listed) > 60
    assert STATUS.items() <= listed.items()
    assert {code: status for code, status in listed.items() if status != STATUS.get(code, 409)} == {}


def test_every_page_is_in_the_site() -> None:
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "\nnav:\n" in settings, "the navigation is a setting of its own, beside validation"
    named = re.findall(r"[\w/-]+\.md", settings)
    config = on_config({"nav": [{"Why": [*named]}]})
    for page in DOCS.rglob("*.md"):
        assert f"'{page.relative_to(DOCS).as_posix()}'" in str(config)
    for name in named:
        assert (DOCS / name).exists() or (DOCS / name).with_suffix(".ipynb").exists(), (
            f"{name} of mkdocs.yml is not there"
        )


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(
    notebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), str(notebook), "exec"), names)
    assert "first seat: +0.0" in capsys.readouterr().out


def test_the_tutorial_shows_what_its_steps_print(tmp_path: Path) -> None:
    """After an intended change of the outputs, `python -m tools.tutorial` updates them."""
    page = tutorial.PAGE.read_text("utf-8")
    assert page.count("```console") >= 6
    assert tutorial.run(page, tmp_path) == page


def test_the_blocks_of_the_page_on_adapters_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "adapters.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "docs/adapters.md", "exec"), {})


def test_every_command_of_the_lab_is_told_of() -> None:
    told = "".join(
        (DOCS / page).read_text("utf-8")
        for page in ("lab.md", "machines.md", "duels.md", "decisions/010-calibration.md")
    )
    for command in lab.registered_commands:
        name = command.name or getattr(command.callback, "__name__", "")
        assert f"ludothek lab {name}" in told, f"no page tells of ludothek lab {name}"


def test_the_docs_keep_few_screenshots_and_show_each() -> None:
    kept = {file.stem for file in (DOCS / "screenshots").iterdir() if file.suffix == ".webp"}
    shown = re.findall(r"\((\S+)\.webp\)", (DOCS / "screenshots" / "README.md").read_text("utf-8"))
    assert len(kept) <= 40
    assert kept == set(shown)
