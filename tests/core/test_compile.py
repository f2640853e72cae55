"""Compilation: a cache that knows its sources, and a clear word where Numba is missing."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludothek.bots.playout import playout_factory
from ludothek.compiler import drivers as compiling
from ludothek.compiler.drivers import cache_folder, compiled, interpreted, watched
from ludothek.core.errors import BadGame, CannotCompile
from ludothek.core.game import RulesModule, Variant
from ludothek.core.registry import find, load
from ludothek.core.rule import rule
from ludothek.lab.batch_programs import step_factory
from ludothek.lab.simulate import simulate
from ludothek.workshop import begin


def test_without_numba_there_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(CannotCompile, match=r"pip install 'ludothek\[lab\]'"):
        compiling.prepare()


def test_interpreted_play_needs_no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert callable(interpreted(find("connect_four"), playout_factory))


def test_a_driver_is_compiled_once() -> None:
    assert compiled(find("connect_four"), step_factory) is compiled(find("connect_four"), step_factory)


def test_the_cache_folder_depends_on_every_source_that_is_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDOTHEK_CACHE", str(tmp_path))
    game = find("connect_four")
    before = cache_folder.__wrapped__(game)
    assert before.parent == tmp_path
    assert before == cache_folder.__wrapped__(game)
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + (b"#" if path.name == "rules.py" and "connect_four" in str(path) else b"")

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert cache_folder.__wrapped__(game) != before


def test_a_cache_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("LUDOTHEK_CACHE", str(blocked))
    with pytest.raises(CannotCompile, match="LUDOTHEK_CACHE"):
        cache_folder.__wrapped__(find("connect_four"))


@rule
def still_missing(s: Any) -> Any:
    """A rule used nowhere else in this process, as compiled rules are not counted again."""
    return 1 - s.laid


def missing_factory(rules: RulesModule) -> Callable[..., Any]:
    def missing(kits: Any, states: Any) -> Any:
        return still_missing(states[0])

    return missing


def asking_factory(rules: RulesModule) -> Callable[..., Any]:
    to_act = rules.to_act

    def asking(kits: Any, states: Any) -> Any:
        return to_act(kits[0], states[0])

    return asking


def test_the_person_who_watches_is_told_of_compilation_but_not_of_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda game: tmp_path)
    variant = find("connect_four").variant(2)
    kits, states = variant.kit.pack(), variant.start().pack()

    def told() -> list[int | None]:
        log: list[int | None] = []
        driver = compiled.__wrapped__(variant.game, missing_factory)
        with watched(log.append):
            assert driver(kits, states) == 1
            assert driver(kits, states) == 1
        return log

    first = told()
    assert first[0] == 0
    assert first[-1] is None
    assert None not in first[:-1]
    assert first[-2], "functions are counted while they are compiled"
    assert told() == []


def test_a_driver_typed_at_a_prompt_is_compiled_without_a_cache() -> None:
    typed: dict[str, Any] = {}
    source = (
        "def typed(rules):\n to_act = rules.to_act\n return lambda kits, states: to_act(kits[0], states[0])"
    )
    exec(compile(source, "<stdin>", "exec"), typed)
    variant = find("connect_four").variant(2)
    assert compiled(variant.game, typed["typed"])(variant.kit.pack(), variant.start().pack()) == 1


def changed(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> Variant:
    """A new game in which a line is another."""
    source = begin(name, folder) / "src"
    rules = source / name / "rules.py"
    rules.write_text(rules.read_text().replace(old, new))
    monkeypatch.syspath_prepend(source)
    return load(name).variant(2)


def test_a_misspelt_field_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = changed(tmp_path, monkeypatch, "misspelt", "return 1 << s.turn if", "return 1 << s.trun if")
    with pytest.raises(
        BadGame, match=r"rules\.py, line 37: State has no field 'trun'; did you mean 'turn'\?"
    ):
        compiled(variant.game, asking_factory)


def test_a_line_that_cannot_be_compiled_is_named_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = changed(
        tmp_path,
        monkeypatch,
        "worded",
        "return 1 << s.turn if s.left else 0",
        "return s.turn.bit_count().real.nonsense",
    )
    with pytest.raises(
        BadGame, match=r"rules\.py, line 37: this cannot be compiled: Unknown attribute"
    ) as refused:
        compiled(variant.game, asking_factory)(variant.kit.pack(), variant.start().pack())
    assert "\n" not in str(refused.value)


def test_more_actions_than_declared_never_reach_past_the_room_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = changed(tmp_path, monkeypatch, "too_many", "legal=MOST", "legal=1")
    with pytest.raises(BadGame, match="more legal actions than it declares"):
        simulate(variant, 10)
