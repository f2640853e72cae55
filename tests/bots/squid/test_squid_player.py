"""The bots of squid: they know the odds, use tricks where they help, read habits, and `hard` has none."""

import random
from collections import Counter
from itertools import product

import pytest

from ludothek.bots import Budget, PlayerView, bot, levels
from ludothek.bots.squid import SquidBot, careful, danger, reasons, voters_seen
from ludothek.core import CHANCE
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.squid.rules import NOBODY, ONE, ZERO
from tests.playing import play, play_at_random
from tests.rules.squid.test_squid import all_choose, all_pass, begun, changed, give
from tests.rules.squid.worlds import permuted

GAME = find("squid")
FEW = Budget(nodes=2000)


def chosen(table: Table, seat: int, level: str = "hard", seed: int = 1) -> str:
    player = bot(GAME, level)
    return player.choose(PlayerView.at(table, seat, player.remembers), FEW, seed).move


def under_pow(hand: str, victim: int = 0) -> Table:
    """Seat 0 holds these tricks; a POW is turned up for a character of the victim."""
    table = all_choose(give(begun("2 2", "2 2", "-1 -1"), hand), "0" if victim == 0 else "1", "0", "0")
    return play(all_pass(table), [("chance", "pow")])


@pytest.mark.parametrize("place", range(9))
def test_the_danger_of_a_vote_is_what_the_rules_make_of_it(place: int) -> None:
    table = begun("next next", "next next", "again again", at=0)
    table.state.guard = place
    for seat, (choice, vote) in product(range(3), ((ZERO, "0"), (ONE, "1"))):
        ends = []
        for others in product("01", repeat=2):
            votes = [*others[:seat], vote, *others[seat:]]
            state = table.state
            for voter, what in enumerate(votes):
                state = table.variant.play(state, voter, what)
            ends.append(state.ring[state.guard])
        assert danger(table.state, seat, choice) == ends.count(seat)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_second_chance_saves_one_s_own_and_is_kept_otherwise(level: str) -> None:
    assert chosen(under_pow("again"), 0, level) == "again"
    assert chosen(under_pow("again", victim=1), 0, level) == "pass"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_guard_is_sent_on_from_one_s_last_character(level: str) -> None:
    table = all_choose(begun("next next", "2 2", "2 2"), "0", "0", "0")
    table.state.ring, table.state.size, table.state.standing = (
        [0, 1, 2, *[NOBODY] * 15],
        3,
        [1, 1, 1, 0, 0, 0],
    )
    assert chosen(table, 0, level) == "next"


def test_hard_does_not_vote_by_habit() -> None:
    """At equal standings a player who always votes alike is predictable."""
    table = begun("next next", "next next")
    votes = Counter(chosen(table, 0, seed=seed) for seed in range(40))
    assert min(votes["0"], votes["1"]) >= 8


def voting(habit: bool, rounds: int) -> Table:
    """Open a table at which seat 1 votes by habit, or every second time, and no character is ever hit."""
    table = begun("next next", "next next", kit=changed("guard_actions", pow=6, empty=10, trick=4))
    for number in range(rounds):
        usual = careful(table.state, 1)
        all_choose(table, "01"[number % 3 == 0], "01"[usual if habit or number % 2 else not usual])
        all_pass(play(all_pass(table), [("chance", "empty")]))
    return table


def test_habits_are_read_and_the_player_who_has_none_is_not_misread() -> None:
    """How likely seat 1 votes by habit: known after six votes, as far as six votes can show it."""
    likely = {habit: voters_seen(seen(voting(habit, 6)))[1].habit for habit in (True, False)}
    assert likely[True] > 0.9
    assert likely[False] < 0.5
    assert not any(voter.habit for voter in voters_seen(seen(voting(True, 0))))


def seen(table: Table) -> PlayerView:
    return PlayerView.at(table, 0, remember=True)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_others_hold_and_have_chosen_changes_no_choice_at_any_level(seats: int) -> None:
    """This includes bots with a memory: they remember only what they saw."""
    rng, variant, differing = random.Random(seats), GAME.variant(seats), 0
    for _ in range(4):
        table = play_at_random(Table(variant), rng, 3 * seats + rng.randrange(20))
        for seat in set(variant.to_act(table.state)) - {CHANCE}:
            worlds = [list(table.states()), [permuted(variant, state, seat, rng) for state in table.states()]]
            differing += worlds[0] != worlds[1]
            pasts = [tuple(variant.seen_by(state, seat) for state in world) for world in worlds]
            for level in levels(GAME):
                choices = [
                    bot(GAME, level).choose(
                        PlayerView(variant, seat, past[-1], past), Budget(nodes=60), seed=3
                    )
                    for past in pasts
                ]
                assert choices[0] == choices[1]
    assert differing


def test_the_smallest_budget_gives_a_move() -> None:
    view = PlayerView.at(begun("next next", "2 -1"), 1)
    for budget in (Budget(nodes=1), Budget(seconds=0.0)):
        assert SquidBot(nodes=1000).choose(view, budget, seed=1).move in view.moves()


REASONS = [
    (
        begun("next next", "next next", "again again", at=1, layout="groups"),
        "1",
        "So kommt der Wächter am seltensten zu dir: in 25 % der Fälle, wenn die anderen auf gut Glück abstimmen.",
        "This brings the guard to you least often: in 25 % of cases, if the others vote at random.",
    ),
    (
        begun("next next", "next next", "again again", at=1, layout="groups"),
        "0",
        "Damit rechnet niemand, auch wenn der Wächter in 75 % der Fälle zu dir kommt.",
        "Nobody expects it, even if the guard comes to you in 75 % of cases.",
    ),
    (
        begun("next next", "next next"),
        "1",
        "Ganz gleich, wie du abstimmst: In 50 % der Fälle kommt der Wächter zu dir. Bleib unberechenbar.",
        "Whatever you vote, the guard comes to you in 50 % of cases. Stay unpredictable.",
    ),
    (
        all_choose(begun("next quick", "2 2"), "0", "0"),
        "next",
        "Das schickt den Wächter von dir weg, zu Bo.",
        "This sends the guard away from you, to Bo.",
    ),
    (
        all_choose(begun("next quick", "2 2", "2 2"), "1", "0", "0"),
        "next",
        "Das schickt den Wächter weiter, zu Cy.",
        "This sends the guard on, to Cy.",
    ),
    (
        all_choose(begun("next quick", "2 2"), "0", "0"),
        "quick",
        "Der Wächter geht zu Bo, und die Runde dauert, bis es jemanden trifft.",
        "The guard walks to Bo, and the round lasts until somebody is hit.",
    ),
    (
        under_pow("again"),
        "again",
        "Das rettet deinen Charakter vor diesem POW; vielleicht ist die nächste Karte besser.",
        "This saves your character from this POW; the next card may be better.",
    ),
    (
        play(all_pass(all_choose(begun("again again", "2 2", "2 2"), "1", "0", "0")), [("chance", "empty")]),
        "again",
        "Bo käme davon; die nächste Karte ist vielleicht ein POW.",
        "Bo would get away; the next card may be a POW.",
    ),
    (
        under_pow("again", victim=1),
        "pass",
        "Heb dir deinen Trick auf, bis du ihn dringender brauchst.",
        "Save your trick until you need it more.",
    ),
]


@pytest.mark.parametrize(("table", "move", "german", "english"), REASONS)
def test_reasons_are_drawn_from_the_position(table: Table, move: str, german: str, english: str) -> None:
    reason = reasons(PlayerView.at(table, 0), move)
    assert reason
    assert [GAME.texts[language].say(reason, ["Ada", "Bo", "Cy"]) for language in ("de", "en")] == [
        german,
        english,
    ]


def test_a_trick_that_hurts_oneself_has_no_reason() -> None:
    assert reasons(PlayerView.at(under_pow("again", victim=1), 0), "again") is None
