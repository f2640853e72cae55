"""Properties of every bot of every game."""

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from ludothek.bots import Bot, Budget, PlayerView, bot, levels
from ludothek.bots.hints import MOST, advice_at
from ludothek.bots.levels import ADVISER, about_levels
from ludothek.core import CHANCE, BadOption, Variant
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES
from tests.playing import play_at_random

FEW = Budget(nodes=50)


def small(game_id: str) -> Variant:
    game = find(game_id)
    return game.variant(max(game.fewest, min(3, game.most)))


def decisions(variant: Variant, seed: int, count: int) -> list[tuple[Table, int]]:
    """Return tables at random decisions, each with a seat that has to decide."""
    rng, found = random.Random(seed), list[tuple[Table, int]]()
    length = len(play_at_random(Table(variant), rng).moves)
    while len(found) < count:
        table = play_at_random(Table(variant), rng, rng.randrange(length))
        acting = [seat for seat in variant.to_act(table.state) if seat != CHANCE]
        if acting:
            found.append((table, rng.choice(acting)))
    return found


def players(game_id: str) -> list[tuple[str, Bot]]:
    game = find(game_id)
    return [(level, bot(game, level)) for level in levels(game)]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_players_from_easy_to_hard_and_says_what_they_are_like(game_id: str) -> None:
    game = find(game_id)
    known = levels(game)
    assert known == [
        level
        for level in ("random", "easy", "medium", "tricky", "hard", "expert", "perfect")
        if level in known
    ]
    assert {"random", "easy", "medium", "hard"} <= set(known)
    for language in LANGUAGES:
        said = about_levels(game, language)
        assert list(said) == known
        assert len(set(said.values())) == len(known)


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="has no player 'genius'; it has: random, easy"):
        bot(find("torris"), "genius")


@pytest.mark.parametrize("game_id", game_ids())
def test_players_move_legally_and_the_same_seed_gives_the_same_move(game_id: str) -> None:
    for table, seat in decisions(small(game_id), 1, 4):
        for level, player in players(game_id):
            view = PlayerView.at(table, seat, player.remembers)
            choice = player.choose(view, FEW, seed=7)
            assert choice.move in view.moves(), level
            assert all(
                -1e-9 <= chance.value <= 1 + 1e-9 and chance.error >= 0
                for chance in choice.considered.values()
            )
            assert player.choose(PlayerView.at(table, seat, player.remembers), FEW, seed=7) == choice


@pytest.mark.parametrize("game_id", game_ids())
def test_the_player_who_advises_holds_nothing_for_better_than_what_it_does(game_id: str) -> None:
    """So the first hint is what it would do itself."""
    adviser = bot(find(game_id), ADVISER)
    for table, seat in decisions(small(game_id), 8, 6):
        for seed in (1, 2):
            choice = adviser.choose(PlayerView.at(table, seat, adviser.remembers), FEW, seed)
            known = {move: found.value for move, found in choice.considered.items()}
            assert known.get(choice.move, 1.0) >= max(known.values(), default=0.0) - 1e-9


def permuter(game_id: str) -> Any:
    module = f"tests.rules.{game_id}.worlds"
    return (
        import_module(module).permuted
        if find(game_id).package.startswith("ludothek.") and find_spec(module)
        else None
    )


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if permuter(game_id)])
def test_permuting_what_a_seat_may_not_know_does_not_change_its_choice(game_id: str) -> None:
    rng, differing = random.Random(3), 0
    for table, seat in decisions(small(game_id), 2, 8):
        other = permuter(game_id)(table.variant, table.state, seat, rng)
        differing += other != table.state
        for _, player in players(game_id):
            views = [PlayerView.of(table.variant, state, seat) for state in (table.state, other)]
            assert player.choose(views[0], FEW, seed=5) == player.choose(views[1], FEW, seed=5)
    assert differing, "the permutation must change something, or this test proves nothing"


@pytest.mark.parametrize("game_id", game_ids())
def test_hints_are_legal_moves_with_reasons_that_can_be_said(game_id: str) -> None:
    for table, seat in decisions(small(game_id), 4, 2):
        given = advice_at(table, seat).hints
        legal = table.variant.moves(table.state, seat)
        assert 1 <= len(given) <= min(MOST, len(legal))
        assert all(hint.move in legal for hint in given)
        for hint in given:
            for language in LANGUAGES:
                assert hint.reason is None or table.variant.game.texts[language].say(
                    hint.reason, ["A", "B", "C"]
                )
