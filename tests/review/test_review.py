"""Reviews of games: they add up, are repeatable, find blunders, and use no hidden information."""

import json
import math
import random
import statistics
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest

from ludothek.bots import Budget, Choice, Estimate, PlayerView, bot
from ludothek.core.registry import game_ids
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES
from ludothek.review import KeyMoment, Review, Story, judged, passes, reviewed
from ludothek.review.judge import PASSES, SECONDS, JudgeBudget, spread
from ludothek.review.predictability import readable
from ludothek.review.review_texts import ReviewTexts
from ludothek.review.stones import stones_left

BLUNDERS = sorted((Path(__file__).parent / "blunders").glob("*.json"))
NODES = 256


def played(game: str, seats: int, level: str, seed: int) -> Table:
    """A game among equals."""
    return played_by(game, [level] * seats, seed)


def played_by(game: str, levels: list[str], seed: int) -> Table:
    table, rng = Table.open(game, len(levels)), random.Random(seed)
    players = [bot(table.variant.game, level) for level in levels]
    while True:
        table.play_chance(lambda _, weights: rng.choices(list(weights), list(weights.values()))[0])
        acting = table.variant.to_act(table.state)
        if not acting:
            return table
        for seat in acting:
            view = PlayerView.at(table, seat, players[seat].remembers)
            table.play(seat, players[seat].choose(view, Budget(nodes=NODES), rng.getrandbits(40)).move)


def review_of(table: Table, nodes: int = NODES) -> Review:
    story = Story(table)
    return reviewed(story, [judged(ask, nodes) for ask in story.asks()], nodes)


def adds_up(review: Review) -> None:
    for side, balance in enumerate(review.balances):
        assert math.isclose(
            balance.result - balance.start, balance.luck + balance.own + balance.others, abs_tol=1e-9
        )
        assert review.curve[0][side] == pytest.approx(balance.start)
        assert review.curve[-1][side] == pytest.approx(balance.result)
    assert all(0 <= chance <= 1 for chances in review.curve for chance in chances)


@pytest.mark.parametrize("file", BLUNDERS, ids=lambda file: file.stem)
def test_a_blunder_is_found_and_named(file: Path) -> None:
    """The last moves of a game, in which a player makes a losing move although another would not lose."""
    table = Table.load(json.loads(file.read_text("utf-8")))
    story = Story(table)
    number = max(
        number for number, (_, move) in enumerate(table.moves) if file.stem != "number_poker" or move == "x1"
    )  # a bad steal
    numbers = [turn.made[seat][0] for turn in story.turns for seat in story.choosing(turn)]
    asks = story.asks()
    answers = [
        judged(ask, NODES) if number - 6 <= at else None for at, ask in zip(numbers, asks, strict=False)
    ]
    review = reviewed(story, answers + [None] * (len(asks) - len(answers)), NODES)
    adds_up(review)
    worst = next(decision for decision in review.decisions if decision.number == number)
    assert worst.grade == "mistake"
    assert worst.better in story.variant.moves(story.states[number], worst.seat)
    assert story.variant.scores(table.state)[worst.seat] == 0
    least = min(max(map(abs, moment.change)) for moment in review.moments)
    assert (
        number in [moment.number for moment in review.moments] or least >= worst.lost
    )  # luck may have given or taken more
    for language in LANGUAGES:
        words = ReviewTexts(story, language, ["Anna", "Ben", "Cleo"])
        said = words.decision(worst)
        assert said.better
        assert said.better != said.made
        told = words.moment(KeyMoment(number, "decision", worst.seat, [-worst.lost]), review)
        assert said.made in told
        assert said.better in told


def test_every_game_has_a_blunder() -> None:
    ours = {game for game in game_ids() if game != "connect_four"}
    assert {file.stem for file in BLUNDERS} == ours


def test_the_same_record_gets_the_same_review() -> None:
    table = played("squid", 3, "easy", 1)
    again = review_of(Table.load(table.record()))
    assert asdict(review_of(table)) == asdict(again)
    adds_up(again)
    assert json.loads(json.dumps(asdict(again))) == asdict(again)


def test_what_was_hidden_changes_no_judgement() -> None:
    """Two games that a seat could not tell apart when it decided get the same judgement."""
    record = played("number_poker", 2, "easy", 3).record()
    moves = record["moves"]
    table = Table.open("number_poker", 2)
    changed = next(move for move in table.variant.moves(table.state, 0) if [0, move] != moves[0])
    other = record | {"moves": [[0, changed], moves[1]]}
    [mine], [theirs] = (
        [ask for ask in Story(Table.load(r)).asks() if ask.view.seat == 1]
        for r in (record | {"moves": moves[:2]}, other)
    )
    assert mine.view.state == theirs.view.state
    assert judged(mine, NODES) == judged(theirs, NODES)


def test_no_ask_shows_more_than_the_seat_saw() -> None:
    story = Story(played("squid", 3, "easy", 2))
    for ask in story.asks():
        again = ask.view.state.copy()
        story.variant.game.rules.hide(story.variant.kit, again, ask.view.seat)
        assert again == ask.view.state
        assert all(story.variant.seen_by(seen, ask.view.seat) == seen for seen in ask.view.past)


def test_where_nothing_is_rolled_or_hidden_there_is_no_luck() -> None:
    review = review_of(played("five_in_a_row", 2, "random", 2))
    adds_up(review)
    assert all(abs(balance.luck) < 1e-9 for balance in review.balances)
    assert all(balance.own < 1e-9 for balance in review.balances)


def test_between_equals_luck_averages_zero() -> None:
    """Number poker for two is solved: the judge's values are exact, and showing evenly loses nothing."""
    luck = [review_of(played("number_poker", 2, "perfect", seed)).balances[0].luck for seed in range(400)]
    error = statistics.stdev(luck) / math.sqrt(len(luck))
    assert statistics.stdev(luck) > 0.2  # there is luck at all
    assert abs(statistics.mean(luck)) < 2.6 * error


def laid_out(seed: int) -> Table:
    """A table of Torris, where chance lays out the stones, after the first move."""
    table, rng = Table.open("torris", 2), random.Random(seed)
    table.play_chance(lambda _, weights: rng.choices(list(weights), list(weights.values()))[0])
    [seat] = table.variant.to_act(table.state)
    table.play(seat, rng.choice(list(table.variant.moves(table.state, seat))))
    return table


def test_what_a_seat_is_worth_is_no_luck() -> None:
    """The player who begins stands better before a stone is laid; luck is only what the stones add."""
    luck, start = [], []
    for seed in range(120):
        review = review_of(laid_out(seed))
        adds_up(review)
        luck.append(review.balances[0].luck)
        start.append(review.balances[0].start)
    assert statistics.mean(start) > 0.54
    assert statistics.stdev(luck) > 0.05
    assert abs(statistics.mean(luck)) < 2.6 * statistics.stdev(luck) / math.sqrt(len(luck))


def test_a_beginning_is_compared_with_others_that_are_judged_alike() -> None:
    """With a judge of fixed values: one for the actual start, others for the alternative starts."""
    story = Story(laid_out(1))
    told = [0.7, *(0.5 + number / 100 for number in range(len(story.beginnings) - 1))]
    [ask] = story.asks()[: len(story.asks()) - len(told)]
    assert ask.made is not None
    first = Choice(
        ask.made, {ask.made: Estimate(0.6)}
    )  # the judge may rate the played move differently when asked about it
    review = reviewed(story, [first, *(Choice("x", {"x": Estimate(value)}) for value in told)], NODES)
    adds_up(review)
    dealt = told[0] - statistics.mean(told[1:])
    assert review.balances[0].luck == pytest.approx(dealt)
    assert review.balances[1].luck == pytest.approx(-dealt)
    assert review.balances[0].start == pytest.approx(0.6 - dealt)


def test_every_game_is_compared_with_beginnings_of_its_own() -> None:
    first, again, other = (
        [views[0].state for views in Story(laid_out(seed)).beginnings] for seed in (1, 1, 2)
    )
    assert first == again
    assert all(mine != theirs for mine, theirs in zip(first, other, strict=True))
    assert all(mine != theirs for mine, theirs in pairwise(first))


def test_luck_that_there_is_no_room_for_is_none() -> None:
    """A game that was won from the first move on was worth no more before, however the stones lay."""
    story = Story(laid_out(1))
    told = [Choice("x", {"x": Estimate(value)}) for value in (0.2, *[0.8] * (len(story.beginnings) - 1))]
    [ask] = story.asks()[: len(story.asks()) - len(told)]
    assert ask.made is not None
    review = reviewed(story, [Choice(ask.made, {ask.made: Estimate(0.9)}), *told], NODES)
    adds_up(review)
    assert review.balances[0].start == pytest.approx(1.0)
    assert review.balances[0].luck == pytest.approx(-0.1)


def test_a_record_that_ends_in_the_middle_is_reviewed_so_far() -> None:
    record = played("five_in_a_row", 2, "random", 2).record()
    review = review_of(Table.load(record | {"moves": record["moves"][:6]}))
    adds_up(review)
    assert not review.is_over
    assert len(review.curve) == 7


def test_a_record_without_a_move_is_reviewed_too() -> None:
    story = Story(Table.open("five_in_a_row", 2))
    assert story.asks() == []
    assert reviewed(story, [], NODES).balances[0].start == 0.5


def test_nothing_is_known_yet() -> None:
    story = Story(played("five_in_a_row", 2, "random", 2))
    review = reviewed(story, [None] * len(story.asks()), 0)
    adds_up(review)
    assert review.decisions == []


def test_passes_stop_before_they_take_too_long() -> None:
    spent, made = JudgeBudget(), list[int]()
    for nodes in passes(spent):
        made.append(nodes)
        spent.seconds += nodes / 64
    assert made == list(PASSES[:3])
    assert spent.seconds < SECONDS


def test_what_is_asked_first_is_of_the_whole_game() -> None:
    order = spread(100)
    assert sorted(order) == list(range(100))
    assert order[:4] == [0, 32, 64, 96]


@pytest.mark.parametrize(
    ("game", "by_habit", "by_chance", "games"),
    [("number_poker", "easy", "perfect", 12), ("squid", "medium", "random", 8)],
)
def test_the_player_who_chooses_by_habit_can_be_read_and_the_player_who_draws_lots_cannot(
    game: str, by_habit: str, by_chance: str, games: int
) -> None:
    more, gain, choices = [0.0, 0.0], [0.0, 0.0], 0
    for seed in range(games):
        for found in readable(Story(played_by(game, [by_habit, by_chance], seed))):
            more[found.seat] += found.foreseen - found.guessed
            gain[found.seat] += (found.read - found.unread) * found.choices
            choices += found.choices
    assert more[0] > 0.05 * choices > more[1]
    assert gain[0] > 0.01 * choices
    assert gain[0] > 2 * gain[1]


def test_what_an_opponent_could_read_knows_only_what_all_had_seen() -> None:
    """An unrevealed choice of the same round changes neither expectations nor the rate of right guesses."""
    record = played_by("number_poker", ["easy", "easy"], 3).record()
    moves = record["moves"][:8]
    asked = Table.load(record | {"moves": moves[:6]})
    other = next(move for move in asked.variant.moves(asked.state, 0) if [0, move] != moves[6])
    first, second = (
        readable(Story(Table.load(record | {"moves": [*moves[:6], last, moves[7]]})))
        for last in (moves[6], [0, other])
    )
    assert [(found.choices, found.guessed) for found in first] == [
        (found.choices, found.guessed) for found in second
    ]
    assert first[1].foreseen == second[1].foreseen
    assert abs(first[0].foreseen - second[0].foreseen) <= 1


def test_how_readable_somebody_was_is_said_in_words_and_numbers() -> None:
    story = Story(played_by("squid", ["medium", "random", "random"], 1))
    review = reviewed(story, [None] * len(story.asks()), 0)
    assert [found.seat for found in review.readable] == [0, 1, 2]
    for language in LANGUAGES:
        words = ReviewTexts(story, language, ["Anna", "Ben", "Cleo"])
        for name, found in zip(words.names, review.readable, strict=True):
            said = words.readable(found)
            assert said.startswith(name)
            assert f"{found.foreseen} " in said
            assert f" {found.choices} " in said


def test_the_curve_of_a_puzzle_is_of_the_stones_that_could_still_be_left() -> None:
    table = Table.load(json.loads((BLUNDERS[0].parent / "clear_board.json").read_text("utf-8")))
    story = Story(table)
    known = [[1.0]] * (len(story.states) - 2) + [[0.0]] * 2  # until the last jump spoils it
    left = stones_left(story, known)
    assert left[:-2] == [1] * (len(left) - 2)
    assert left[-1] > 1
    assert left == sorted(left)
    assert stones_left(Story(played("five_in_a_row", 2, "random", 2)), []) == []
