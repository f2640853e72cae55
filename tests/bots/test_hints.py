"""Hints are consistent: order, chance and warning come from one estimate, which is repeatable."""

import math
import random
from itertools import pairwise

import pytest

from ludothek.bots import Budget, Estimate, PlayerView, bot
from ludothek.bots.hints import PRECISE, WORDS, advice_at, seed_of, worth
from ludothek.bots.levels import ADVISER, levels
from ludothek.core import CHANCE
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import LANGUAGES, shared_texts
from ludothek.lab.duel import Duel, DuelResult, shared_game
from ludothek.lab.ladder import PLAYED, LadderDocument
from tests.bots.test_players import decisions, small
from tests.playing import opened, play_at_random

OBEDIENT = "ludothek.bots.hints:HintFollower"
# Standard errors by which two estimates of the same may differ: in a thousand comparisons hardly ever more
FAR = 4


@pytest.mark.parametrize("game_id", game_ids())
def test_the_first_hint_has_the_highest_chance_and_is_what_the_strongest_level_would_do(game_id: str) -> None:
    """Adviser and strongest level get the same seed and nodes, so following hints plays as that level."""
    game = find(game_id)
    adviser, strongest = bot(game, ADVISER), bot(game, levels(game)[-1])
    as_long = Budget(nodes=getattr(adviser, "nodes", None))
    for number, (table, seat) in enumerate(decisions(small(game_id), 5, 6)):
        given = advice_at(table, seat)
        known = {move: chance.value for move, chance in given.considered.items()}
        if known:
            assert known[given.hints[0].move] >= max(known.values()) - 1e-6
        stated = [hint.chance.value for hint in given.hints if hint.chance]
        assert all(first >= second - 1e-6 for first, second in pairwise(stated))
        view = PlayerView.at(table, seat, adviser.remembers)
        assert given.hints[0].move == strongest.choose(view, as_long, seed_of(view)).move
        assert number > 1 or advice_at(table, seat) == given


@pytest.mark.parametrize("game_id", game_ids())
def test_the_adviser_is_the_strongest_level_and_thinks_longer_if_anything(game_id: str) -> None:
    """Hints are as good as the strongest level; docs/decisions/013 has the results of games."""
    game = find(game_id)
    adviser, strongest = bot(game, ADVISER), bot(game, levels(game)[-1])
    assert type(adviser) is type(strongest)
    more = {name: value for name, value in vars(adviser).items() if value != vars(strongest)[name]}
    assert more.keys() <= {"nodes", "stated"}
    assert all(value > vars(strongest)[name] for name, value in more.items())


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in game_ids() if levels(find(game_id))[-1] != "hard"]
)
def test_the_strongest_level_holds_its_own_against_hard(game_id: str) -> None:
    """By the games in docs/duels.md: the interval of the decided ones includes at least half."""
    game = find(game_id)
    met = [
        row
        for (_, pair), row in LadderDocument(PLAYED).rows(game).items()
        if pair == f"{levels(game)[-1]} – hard"
    ]
    assert len(met) == game.most - game.fewest + 1
    for row in met:
        highest = float(row[6].partition(" to ")[2].rstrip(")"))
        assert highest >= 50, row


@pytest.mark.parametrize("game_id", game_ids())
def test_estimates_of_the_same_differ_by_no_more_than_they_admit(game_id: str) -> None:
    player = bot(find(game_id), ADVISER)
    compared = 0
    for table, seat in decisions(small(game_id), 6, 4):
        view = PlayerView.at(table, seat, player.remembers)
        first, second = (player.choose(view, Budget(), seed).considered for seed in (1, 2))
        for move in first.keys() & second.keys():
            compared += 1
            here, there = first[move], second[move]
            assert abs(here.value - there.value) <= FAR * math.hypot(here.error, there.error) + 1e-6, (
                move,
                here,
                there,
            )
    assert compared


@pytest.mark.parametrize("game_id", game_ids())
def test_the_player_who_asks_about_a_move_has_it_looked_at(game_id: str) -> None:
    for table, seat in decisions(small(game_id), 7, 3):
        moves = list(table.variant.moves(table.state, seat))
        if (
            len(moves) < 2 or not advice_at(table, seat).considered
        ):  # as where stones are laid: any way is as good as another
            continue
        for move in (moves[0], moves[-1]):
            asked = advice_at(table, seat, about=move)
            assert move in asked.considered
            assert asked.considered[asked.hints[0].move].value >= asked.considered[move].value - 1e-6


@pytest.mark.parametrize(("moves", "blunder"), [("aabbc", "g"), ("dadbd", "g")])
def test_a_blunder_is_warned_of_though_the_search_hardly_looks_at_it(moves: str, blunder: str) -> None:
    """Three stones of the opponent must be blocked, or three of one's own completed."""
    table = opened("connect_four", 2, [(n % 2, move) for n, move in enumerate(moves)])
    [seat] = table.variant.to_act(table.state)
    asked = advice_at(table, seat, about=blunder)
    assert asked.is_sure_of(blunder)
    assert asked.warns_of(blunder)
    assert not asked.warns_of(asked.hints[0].move)


@pytest.mark.parametrize("game_id", ["museum", "safehouse"])
def test_a_team_game_is_neither_won_nor_lost_in_its_first_turn(game_id: str) -> None:
    table = opened(game_id, 2)
    for _ in range(4):
        if (seat := table.variant.to_act(table.state)[0]) != CHANCE:
            advice = advice_at(table, seat)
            chance = advice.hints[0].chance
            assert chance is not None
            assert 0.2 < chance.value < 0.9
            assert all(
                one.value + one.error > 0.2 and one.value - one.error < 0.9
                for one in advice.considered.values()
            )
        play_at_random(table, random.Random(1), 1)


def test_a_percentage_is_stated_only_where_many_games_stand_behind_it() -> None:
    game = find("museum")
    for language in LANGUAGES:
        words = shared_texts(language)
        for value in (0.01, 0.13, 0.3, 0.5, 0.7, 0.9, 0.99):
            vague, precise = (
                words.say(worth(game, Estimate(value, error))) for error in (PRECISE + 0.001, PRECISE)
            )
            assert "%" not in vague
            assert precise.startswith(vague)
            assert "%" in precise
    english = shared_texts("en")
    assert english.say(worth(game, Estimate(0.52, 0.01))) == "about even, about 50 %"
    assert english.say(worth(game, Estimate(0.999, 0.001))) == "as good as won, about 95 %"
    assert english.say(worth(game, Estimate(1.0))) == "wins for certain"
    assert english.say(worth(game, Estimate(0.0))) == "loses for certain"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chance_has_a_word_and_the_words_rise_with_it(language: str) -> None:
    texts = shared_texts(language)
    for game in (find("torris"), find("clear_board")):
        said = [texts.say(worth(game, Estimate(percent / 100, 0.1))) for percent in range(101)]
        runs = list(dict.fromkeys(said))
        assert len(runs) >= len(WORDS) - 1
        assert said == sorted(said, key=runs.index)


@pytest.mark.parametrize(("game_id", "games"), [("shell_game", 40), ("number_poker", 40)])
def test_doing_what_hints_say_is_as_good_as_the_strongest_level(game_id: str, games: int) -> None:
    """The same games every time; docs/decisions/013 has more of them, of every game."""
    standing = DuelResult()
    for number in range(games):
        standing.add(shared_game(Duel(game_id, 2, OBEDIENT, levels(find(game_id))[-1]), number))
    assert standing.wins + standing.draws / 2 >= 0.4 * games
