"""The figures on the rules pages: each is played by the rules and shown in both languages."""

import re

import pytest

from ludothek.core.errors import BadRecord
from ludothek.core.figures import _replay, figures
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import LANGUAGES, SPECTATOR

SHOWN = re.compile(r"^!\[.+\]\(figure:(\w+)\)$", re.MULTILINE)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_each_figure_once(game_id: str, language: str) -> None:
    game = find(game_id)
    shown = SHOWN.findall(game.texts[language].templates["rules"])
    assert shown, f"the rules of {game_id} have no figure in {language}"
    assert sorted(shown) == sorted(figures(game))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_figure_is_a_position_of_the_game(game_id: str) -> None:
    for figure in figures(find(game_id)).values():
        variant = figure.table.variant
        assert figure.viewer == SPECTATOR or figure.viewer < variant.seats
        assert variant.view(figure.table.state, figure.viewer)


def test_a_figure_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="figure full of connect_four, move 6"):
        _replay(find("connect_four"), "full", seats=2, moves=("a",) * 7)


def test_a_figure_is_the_same_each_time() -> None:
    one, other = (_replay(find("torris"), "middle", seats=2, at_random=9) for _ in range(2))
    assert one.table.record() == other.table.record()
    assert len(one.table.moves) == 32 + 9
