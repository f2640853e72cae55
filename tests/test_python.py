"""The Python interface: what it costs to import, what it needs, and that its page is true."""

import re
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludothek
from ludothek.core.registry import find
from tests.playing import play_at_random

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/python.md"


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)


def test_importing_it_loads_nothing_else() -> None:
    loaded = run(
        "import sys, ludothek; print(*sorted(m for m in sys.modules if m.startswith(('ludothek', 'numpy', 'numba'))))"
    )
    assert loaded.stdout.split() == ["ludothek"]


def test_every_name_is_there_and_no_other() -> None:
    for name in ludothek.__all__:
        assert getattr(ludothek, name) is not None
    assert dir(ludothek) == sorted([*ludothek.__all__, "__version__"])
    with pytest.raises(AttributeError, match=r"ludothek has no 'tabel'; it has: .*Table"):
        ludothek.tabel  # noqa: B018


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
import ludothek
for game in ludothek.installed_games():
    table = ludothek.play(game, ["random"] * game.fewest, seed=1)
    assert ludothek.Table.load(table.record()).state == table.state
    assert table.variant.view(table.state, 0) and hash(table.state)
    print(game.id)
"""


def test_interpreted_play_needs_neither_numpy_nor_numba() -> None:
    done = run(WITHOUT_NUMPY)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(ludothek.game_ids())


def test_every_block_of_its_page_runs() -> None:
    """The blocks share their names, as at a prompt, and the text quotes what they print."""
    names: dict[str, object] = {"__name__": "__main__"}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 9
    for block in blocks:
        exec(compile(block, f"docs/python.md: {block.splitlines()[0]}", "exec"), names)
    assert str(names["standing"].wins).isdigit()  # type: ignore[attr-defined]
    assert names["finished"]


def test_what_the_page_says_is_printed_is_printed() -> None:
    page = PAGE.read_text("utf-8")
    table = ludothek.Table.open("connect_four", 2)
    table.play(0, "d")
    assert f"`{table.status()}`" in page
    with pytest.raises(ludothek.IllegalMove) as refusal:
        table.play(0, "x")
    assert f"`{refusal.value}`" in page


def test_threads_may_share_a_variant() -> None:
    """A list that all of them wrote their actions into gave one the moves of another."""
    variant = find("five_in_a_row").variant(2)
    tables = [play_at_random(ludothek.Table(variant), Random(seed), 16) for seed in range(4)]
    wanted = [variant.moves(table.state, table.variant.to_act(table.state)[0]) for table in tables]
    wrong: list[int] = []

    def ask(number: int) -> None:
        state = tables[number].state
        for _ in range(60):
            if variant.moves(state, variant.to_act(state)[0]) != wanted[number]:
                wrong.append(number)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not wrong


def test_the_player_of_the_page_on_players_plays() -> None:
    names: dict[str, Any] = {"__name__": "my_players"}
    for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs/new-bot.md").read_text("utf-8"), re.DOTALL):
        exec(block, names)
    table = ludothek.play("connect_four", [names["Careless"](), names["LEVELS"]["hard"]], seed=3)
    assert table.status()["over"]
    assert len(table.moves) > 7


def test_a_player_is_named_by_its_place() -> None:
    game = find("connect_four")
    assert ludothek.player(game, "tests.server.guests:Polite").remembers is False
    for wrong, said in (
        ("nowhere:Player", "cannot be loaded"),
        ("os:sep", "is no player"),
        ("nobody", "connect_four has no player 'nobody'"),
    ):
        with pytest.raises(ludothek.BadOption, match=said):
            ludothek.player(game, wrong)


def test_a_player_in_this_folder_is_found_on_the_command_line(tmp_path: Path) -> None:
    block = re.findall(r"```python\n(.*?)```", (ROOT / "docs/new-bot.md").read_text("utf-8"), re.DOTALL)[0]
    (tmp_path / "my_players.py").write_text(block, "utf-8")
    command = [
        str(Path(sys.executable).parent / "ludothek"),
        "lab",
        "duel",
        "connect_four",
        "my_players:Careless",
        "random",
    ]
    done = subprocess.run(
        [*command, "--games", "8", "--jobs", "2"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.stdout.startswith("connect_four (2 seats), 8 games: my_players:Careless beats random in"), (
        done.stderr
    )
