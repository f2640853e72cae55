"""Properties of every game's views, beyond those that `ludothek.testing` checks."""

import json
import random
from importlib import import_module
from importlib.util import find_spec

import pytest
from rich.console import Console

from ludothek.cli.table_screen import TableScreen
from ludothek.core import Variant
from ludothek.core.texts import LANGUAGES, SPECTATOR
from ludothek.testing import positions
from ludothek.testing.hidden_checks import viewers

NAMES = ["Ada", "Bo", "Cleo", "Dov", "Eli", "Fay"]


def shown(variant: Variant, state: object, viewer: int) -> str:
    """Everything that a viewer is shown of a state, as one text."""
    parts = [variant.view(state, viewer), [repr(line) for line in variant.describe(state, viewer)]]
    if viewer in variant.to_act(state):
        assert viewer != SPECTATOR
        parts += [
            repr(variant.ask(state, viewer)),
            {move: repr(label) for move, label in variant.labels(state, viewer).items()},
        ]
    return json.dumps(parts)


def test_permuting_what_a_viewer_may_not_know_changes_nothing_that_it_is_shown(variant: Variant) -> None:
    worlds = f"tests.rules.{variant.game.id}.worlds"
    if not find_spec("tests.rules") or variant.game.package == variant.game.id or not find_spec(worlds):
        assert variant.game.is_open, (
            f"a game that hides something needs {worlds}.permuted(variant, state, viewer, rng)"
        )
        return
    permuted = import_module(worlds).permuted
    rng, differing = random.Random(4), 0
    for table in positions(variant, 4, count=40):
        if variant.is_over(table.state):
            continue
        for viewer in viewers(variant):
            for _ in range(4):
                other = permuted(variant, table.state, viewer, rng)
                differing += other != table.state
                assert shown(variant, other, viewer) == shown(variant, table.state, viewer)
                assert variant.seen_by(other, viewer) == variant.seen_by(table.state, viewer)
    assert differing > 20, "the permutation must change something, or this test proves nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_drawn_in_eighty_columns(variant: Variant, language: str) -> None:
    for table in positions(variant, 7, count=4):
        console = Console(width=80, force_terminal=True, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
        with console.file:
            screen = TableScreen(console, variant, language, NAMES)
            console.print(screen.board(table.state, 0))
        lines = console.export_text().splitlines()
        assert len(lines) > 4
        assert max(map(len, lines)) <= 80
