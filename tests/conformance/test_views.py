"""What holds for what every game shows and says."""

import json
import random
from importlib import import_module
from importlib.util import find_spec

import pytest
from rich.console import Console

from ludothek.core import CHANCE, Event, Phrase, Variant
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES, SPECTATOR
from ludothek.terminal.screen import Screen
from tests.conformance.test_play import positions
from tests.playing import play_at_random

NAMES = ["Ada", "Bo", "Cleo", "Dov", "Eli", "Fay"]


def viewers(variant: Variant) -> list[int]:
    return [*range(variant.seats), SPECTATOR]


def shown(variant: Variant, state: object, viewer: int) -> str:
    """Everything that a viewer is shown of a state, as one text."""
    parts = [variant.view(state, viewer), [repr(line) for line in variant.describe(state, viewer)]]
    if viewer in variant.to_act(state):
        assert viewer != SPECTATOR
        parts += [repr(variant.ask(state, viewer)), {move: repr(label) for move, label in variant.labels(state, viewer).items()}]
    return json.dumps(parts)


def test_hiding_twice_is_hiding_once(variant: Variant) -> None:
    for table in positions(variant, 1):
        for viewer in viewers(variant):
            hidden = variant.seen_by(table.state, viewer)
            assert variant.seen_by(hidden, viewer) == hidden


def test_what_a_seat_may_see_is_enough_to_know_who_acts_and_what_it_may_do(variant: Variant) -> None:
    for table in positions(variant, 2):
        acting = variant.to_act(table.state)
        for viewer in viewers(variant):
            hidden = variant.seen_by(table.state, viewer)
            assert variant.to_act(hidden) == acting
            if viewer in acting:
                assert variant.actions(hidden, viewer) == variant.actions(table.state, viewer)


def hides_anything(variant: Variant) -> bool:
    return any(variant.seen_by(t.state, viewer) != t.state for t in positions(variant, 3) for viewer in viewers(variant))


def test_a_game_that_hides_nothing_says_so_and_shows_everybody_the_same(variant: Variant) -> None:
    hides = False
    for table in positions(variant, 3):
        for viewer in viewers(variant):
            hidden = table.state.copy()
            variant.game.rules.hide(variant.kit, hidden, viewer)
            hides |= hidden != table.state
            if variant.game.is_open:
                assert variant.view(table.state, viewer) == variant.view(table.state)
                assert variant.describe(table.state, viewer) == variant.describe(table.state)
    assert variant.game.is_open == (not hides), "hidden=False in the declaration says that nothing is hidden"


def test_permuting_what_a_viewer_may_not_know_changes_nothing_that_it_is_shown(variant: Variant) -> None:
    worlds = f"tests.rules.{variant.game.id}.worlds"
    if not find_spec("tests.rules") or variant.game.package == variant.game.id or not find_spec(worlds):
        assert not hides_anything(variant), f"a game that hides something needs {worlds}.permuted(variant, state, viewer, rng)"
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


def test_everything_is_said_in_every_language(variant: Variant) -> None:
    for seed in range(2):
        table = Table(variant)
        rng = random.Random(seed)
        while not variant.is_over(table.state) and len(table.moves) < 150:
            told = len(table.told)
            play_at_random(table, rng, 1)
            events = [event for events in table.told[told:] for event in events]
            for language in LANGUAGES:
                texts = variant.game.texts[language]
                for phrase in [*events, *spoken(variant, table)]:
                    said = texts.say(phrase, NAMES)
                    assert said
                    assert "{" not in said


def spoken(variant: Variant, table: Table) -> list[Phrase]:
    state = table.state
    phrases = [line for viewer in viewers(variant) for line in variant.describe(state, viewer)]
    for seat in variant.to_act(state):
        if seat < variant.seats:
            phrases += [variant.ask(state, seat), *list(variant.labels(state, seat).values())[:50]]
    return phrases


def test_how_it_ended_is_said_in_every_language(variant: Variant) -> None:
    for seed in range(3):
        table = play_at_random(Table(variant), random.Random(seed))
        if variant.is_over(table.state):
            why = variant.why(table.state)
            assert why is not None
            assert all("{" not in variant.game.texts[language].say(why, NAMES) for language in LANGUAGES)


def test_labels_of_different_moves_differ(variant: Variant) -> None:
    for table in positions(variant, 5):
        for seat in variant.to_act(table.state):
            if seat < variant.seats:
                labels = variant.labels(table.state, seat)
                for language in LANGUAGES:
                    said = [variant.game.texts[language].say(label, NAMES) for label in labels.values()]
                    assert len(set(said)) == len(said)


def test_every_move_of_a_person_tells_somebody_something(variant: Variant) -> None:
    """Chance may keep silent until the last die of a roll has fallen."""
    table = play_at_random(Table(variant), random.Random(6))
    for (seat, _), events in zip(table.moves, table.told, strict=True):
        assert all(isinstance(event, Event) for event in events)
        assert seat == CHANCE or any(event.is_for(viewer) for event in events for viewer in [*range(variant.seats), SPECTATOR])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_drawn_in_eighty_columns(variant: Variant, language: str) -> None:
    for table in positions(variant, 7, count=4):
        console = Console(width=80, force_terminal=True, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
        with console.file:
            screen = Screen(console, variant, language, NAMES)
            console.print(screen.board(table.state, 0))
        lines = console.export_text().splitlines()
        assert len(lines) > 4
        assert max(map(len, lines)) <= 80
