"""Batches: the same games on every machine and any number of threads; misuse is reported."""

import hashlib
import re
import shutil
from pathlib import Path
from typing import Any

import connect_four
import numpy as np
import pytest

from ludothek.core import BadGame, Game, IllegalMove, Refusal, Variant
from ludothek.core.registry import find
from ludothek.lab.batch import Batch

GAMES = 150  # enough for two threads to share


def four() -> Variant:
    return find("connect_four").variant(2)


def poker() -> Variant:
    return find("number_poker").variant(3)


def any_legal(batch: Batch, rng: np.random.Generator) -> Any:
    return (batch.masks * (1 + rng.random((batch.games, batch.actions)))).argmax(1)


def seen(batch: Batch) -> list[bytes]:
    """Everything that a batch shows; at once, because the next view takes the place of the one before."""
    shown = [
        array.tobytes() for array in (batch.states, batch.masks, batch.to_act, batch.rewards, batch.ended)
    ]
    return [*shown, batch.views().tobytes(), batch.views(1).tobytes(), batch.observations().tobytes()]


@pytest.mark.parametrize("variant", [four(), poker()], ids=lambda variant: variant.game.id)
def test_every_machine_and_any_number_of_threads_step_alike(variant: Variant) -> None:
    batches = [
        Batch(variant, GAMES, "interpreted"),
        Batch(variant, GAMES, threads=1),
        Batch(variant, GAMES, threads=2),
    ]
    for batch in batches:
        batch.reset(7)
    rng = np.random.default_rng(1)
    endings = 0
    for _ in range(60):
        actions = any_legal(batches[0], rng)
        for batch in batches:
            batch.step(actions)
        shown = [seen(batch) for batch in batches]
        assert shown[1:] == shown[:-1]
        endings += int(batches[0].ended.sum())
    assert endings > GAMES


def test_a_step_is_what_a_table_would_do() -> None:
    """Against the rules themselves, without chance: connect four by the variant."""
    variant, rng = four(), np.random.default_rng(2)
    batch = Batch(variant, 3)
    batch.reset(1)
    states = [variant.start() for _ in range(3)]
    for _ in range(100):
        for game, state in enumerate(states):
            [seat] = variant.to_act(state)
            assert batch.to_act[game] == seat
            assert batch.masks[game].nonzero()[0].tolist() == variant.actions(state, seat)
        actions = any_legal(batch, rng)
        batch.step(actions)
        for game, state in enumerate(states):
            [seat] = variant.to_act(state)
            after = variant.after(state, seat, int(actions[game]))
            over = variant.is_over(after)
            assert batch.ended[game] == over
            assert batch.rewards[game].tolist() == (variant.scores(after) if over else [0, 0])
            states[game] = variant.start() if over else after
            assert batch.states[game : game + 1].tobytes() == states[game].pack().tobytes()


def test_a_game_depends_on_its_seed_alone() -> None:
    many, one = Batch(poker(), GAMES), Batch(poker(), 1)
    many.reset(100)
    one.reset([100 + 42])
    assert many.states[42:43].tobytes() == one.states.tobytes()
    many.play(100)
    one.play(142)
    assert many.states[42:43].tobytes() == one.states.tobytes()
    many.reset(list(range(100, 100 + GAMES)))
    again = many.states.copy()
    many.reset(100)
    assert again.tobytes() == many.states.tobytes()


def test_who_chooses_at_the_same_time_is_asked_from_the_lowest_seat_on_and_sees_no_choice() -> None:
    batch, rng = Batch(poker(), GAMES), np.random.default_rng(3)
    batch.reset(1)
    asked = int(batch.to_act[0])
    before = batch.views(asked + 1).copy()
    batch.step(any_legal(batch, rng))
    assert (batch.to_act == asked + 1).all()
    after = batch.views()
    others = [seat for seat in range(3) if seat != asked + 1]
    assert (after["chosen"][:, others] == after["chosen"][0, others]).all(), (
        "whatever others chose looks the same"
    )
    assert (before["left"][:, asked + 1] == after["left"][:, asked + 1]).all()


def test_observations_are_the_numbers_of_the_view() -> None:
    batch = Batch(four(), 2)
    batch.reset(1)
    batch.step([3, 4])
    assert batch.observations().shape == (2, batch.width)
    assert batch.width == 2 * 64 + 7 + 1 + 1
    first, second = batch.observations()
    assert first[:64].nonzero()[0].tolist() == [21]
    assert second[:64].nonzero()[0].tolist() == [28]
    assert first[128:].tolist() == [0, 0, 0, 1, 0, 0, 0, 1, 0]


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    batch = Batch(four(), 3)
    batch.reset(1)
    for _ in range(6):
        batch.step([0, 1, 2])
    before = seen(batch)
    for actions, said in (
        ([1, 1, 3], "game 1: seat 0 cannot do 1; legal: 0, 2, 3, 4, 5, 6"),
        ([1, 0, 7], "game 2: seat 0 cannot do 7"),
        ([-1, 0, 0], "game 0: seat 0 cannot do -1"),
    ):
        with pytest.raises(IllegalMove, match=said):
            batch.step(actions)
    malformed: tuple[Any, ...] = ([1, 2], [0.5, 0, 0], [[1], [2], [3]])
    for wrong in malformed:
        with pytest.raises(Refusal, match=r"one (action )?for each"):
            batch.step(wrong)
    assert seen(batch) == before


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refusal, match="1 game or more, not 0"):
        Batch(four(), 0)
    with pytest.raises(Refusal, match="there are: interpreted, native, cuda, wasm"):
        Batch(four(), 1, machine="abacus")
    batch = Batch(four(), 2)
    with pytest.raises(Refusal, match="call reset"):
        batch.step([0, 0])
    with pytest.raises(Refusal, match="one for each of the 2 games"):
        batch.reset([1, 2, 3])
    batch.reset(1)
    with pytest.raises(Refusal, match="the seats are 0 to 1"):
        batch.observations(2)


@pytest.mark.parametrize(
    ("machine", "change", "said"),
    [
        ("native", ("legal=7", "legal=3"), "more legal actions than it declares"),
        ("native", ("filled = int8(COLUMNS)", "filled = int8(COLUMNS - 2)"), "past the end of an array"),
        ("interpreted", ("actions=COLUMNS", "actions=5"), "outside 0 to 4"),
        (
            "interpreted",
            ("    return n\n", "    return 0 if s.laid == 2 else n\n"),
            "seat 0 is to act and has no legal action",
        ),
        ("interpreted", ("    return n\n", "    return n + 100\n"), "more legal actions than the 7"),
        ("interpreted", ("    if s.winner or", "    if s.laid == 0 or"), "over before a seat has acted"),
        (
            "interpreted",
            ("    if s.winner or", "    if s.laid == 1:\n        return 256\n    if s.winner or"),
            "chance acts without end",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_game_is_named_and_writes_nowhere_else(
    machine: str, change: tuple[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"wrong_four_{hashlib.md5(said.encode()).hexdigest()}"
    shutil.copytree(Path(connect_four.__file__).parent, tmp_path / package)
    rules = tmp_path / package / "rules.py"
    source = rules.read_text("utf-8")
    assert change[0] in source
    chance_passes = ("    s.discs[seat] |=", "    if seat > 1:\n        return\n    s.discs[seat] |=")
    rules.write_text(source.replace(*chance_passes).replace(*change), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("LUDOTHEK_CACHE", str(tmp_path / "cache"))
    batch = Batch(Game(package).variant(2), 4, machine, threads=1)
    with pytest.raises(BadGame, match=said):
        played(batch)


def played(batch: Batch) -> None:
    batch.reset(1)
    for _ in range(5):
        batch.step([0, 1, 2, 3])


def test_the_page_about_machines_tells_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/machines.md").read_text("utf-8")
    [block] = re.findall(r"```python\n(.*?)```", page, re.S)
    exec(block, {})
    won, shape = capsys.readouterr().out.split(" ", 1)
    assert float(won) > 1000
    assert shape == "(4096, 137)\n"
