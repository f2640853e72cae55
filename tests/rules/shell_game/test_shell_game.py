"""The shell game, rule by rule."""

import random
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludothek.core import BadOption, IllegalMove
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR
from tests.playing import legal, opened, play, play_at_random, refused
from tests.rules.shell_game.worlds import permuted

LAYS = ["".join(order) for order in permutations("PLTS")]
SLIDES = [f"{i}>{j}" for i in range(1, 5) for j in range(1, 5) if i != j]
STILL = ["1>2", "1>2", "1>3", "3>1"]  # four slides after which the row is as it was laid
SWAPPED = ["1>2", "1>2", "1>2"]  # three after which the first two stones have changed places

seat_counts = st.integers(2, 4)
seeds = st.integers(0, 2**32)


def slid(slider: int, lay: str, slides: list[str]) -> list[tuple[int, str]]:
    """A turn as far as the first question."""
    return [(slider, lay), (slider, "hide"), *((slider, slide) for slide in slides)]


def turn(slider: int, seats: int, found: str, slides: list[str] = SWAPPED) -> list[tuple[int, str]]:
    """Return the moves of a whole turn.

    PLTS is laid; `found` says of each of the three answers whether it is right ("+") or wrong ("-").
    """
    row = list("LPTS" if slides == SWAPPED else "PLTS")
    moves = slid(slider, "PLTS", slides)
    seekers = [(slider + k) % seats for k in range(1, seats)]
    for k, right in enumerate(found):
        symbol = row.pop(0)
        moves += [(slider, f"?{symbol if right == '+' else row[0]}"), (seekers[k % len(seekers)], "=1")]
    return moves


def game(seats: int, turns: list[str]) -> list[tuple[int, str]]:
    """Both rounds, the answers of each turn given."""
    slides = [SWAPPED] * seats + [STILL] * seats
    return [move for k, found in enumerate(turns) for move in turn(k % seats, seats, found, slides[k])]


def symbols(table: Table) -> str:
    """Return the true symbols of the row."""
    return "".join("PLTS"[table.state.symbol[stone]] for stone in table.state.row)


def won(table: Table) -> list[int]:
    return [seat["won"] for seat in table.variant.view(table.state)["seats"]]


def told(table: Table, seat: int, move: str) -> list[str]:
    """Make a move; return its public events in English."""
    return [table.variant.game.texts["en"].say(event) for event in table.play(seat, move)]


@pytest.mark.rule("SG-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_eight_stones_and_all_are_won_in_the_end(seats: int) -> None:
    table = opened("shell_game", seats)
    assert table.variant.view(table.state, 0)["seats"] == [{"left": 8, "won": 0}] * seats
    play_at_random(table, random.Random(seats))
    assert sum(won(table)) == 8 * seats
    assert all(seat["left"] == 0 for seat in table.variant.view(table.state, 0)["seats"])


@pytest.mark.rule("SG-1", "SG-2")
def test_a_seat_lays_two_of_each_symbol() -> None:
    table = play_at_random(opened("shell_game", 3), random.Random(1))
    for seat in range(3):
        lays = [move for mover, move in table.moves if mover == seat and move in LAYS]
        assert sorted("".join(lays)) == sorted("PPLLTTSS")


@pytest.mark.rule("SG-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_both_rounds_every_seat_is_the_slider_once_in_seat_order(seats: int) -> None:
    table = play_at_random(opened("shell_game", seats), random.Random(seats))
    assert [seat for seat, move in table.moves if move in LAYS] == [*range(seats), *range(seats)]


@pytest.mark.rule("SG-2")
def test_the_second_round_begins_with_seat_0_again() -> None:
    table = opened("shell_game", 2, game(2, ["+++", "---"]))
    assert table.state.round == 2
    assert table.variant.to_act(table.state) == [0]
    assert table.variant.view(table.state, 1)["seats"] == [{"left": 4, "won": 0}, {"left": 4, "won": 8}]


@pytest.mark.rule("SG-3")
def test_the_slider_lays_in_any_order_and_then_hides() -> None:
    table = opened("shell_game", 3)
    assert legal(table, 0) == sorted(LAYS)
    play(table, [(0, "TSPL")])
    assert symbols(table) == "TSPL"
    assert table.variant.to_act(table.state) == [0]
    assert legal(table, 0) == ["hide"]
    refused(table, 0, "1>2")
    refused(table, 1, "hide")


@pytest.mark.rule("SG-3")
@pytest.mark.parametrize("lay", ["PPLT", "PLT", "plts", "PLTSS", ""])
def test_a_lay_has_one_stone_of_each_symbol(lay: str) -> None:
    refused(opened("shell_game", 2), 0, lay)


@pytest.mark.rule("SG-3")
def test_the_time_to_memorise_is_an_option_that_views_carry() -> None:
    assert opened("shell_game", 2).variant.options == {"memorise_seconds": 15}
    for seconds in (10, 20):
        table = opened(
            "shell_game", 2, [(0, "PLTS"), (0, "hide")], options={"memorise_seconds": seconds}
        )  # the rules do not wait
        assert table.variant.view(table.state, 1)["memorise_seconds"] == seconds
    for bad in (9, 21, 15.0, "15", True):
        with pytest.raises(BadOption):
            opened("shell_game", 2, options={"memorise_seconds": bad})


@pytest.mark.rule("SG-4")
def test_a_slide_takes_a_stone_out_and_puts_it_between_others_or_at_an_end() -> None:
    table = opened("shell_game", 2, slid(0, "PLTS", ["1>3"]))
    assert symbols(table) == "LTPS"
    play(table, [(0, "4>1")])
    assert symbols(table) == "SLTP"


@pytest.mark.rule("SG-4")
def test_neighbours_change_places_by_either_stone() -> None:
    one, other = (opened("shell_game", 2, slid(0, "PLTS", [slide])) for slide in ("1>2", "2>1"))
    assert symbols(one) == symbols(other) == "LPTS"
    assert one.variant.view(one.state, 1)["slides"][0]["stone"] == 1
    assert other.variant.view(other.state, 1)["slides"][0]["stone"] == 2


@pytest.mark.rule("SG-4")
def test_all_twelve_slides_are_legal_every_time() -> None:
    table = opened("shell_game", 2, slid(0, "PLTS", []))
    for slide in ("1>4", "4>1"):  # the same stone, and back
        assert legal(table, 0) == SLIDES
        for place in "1234":
            refused(table, 0, f"{place}>{place}")
        play(table, [(0, slide)])
    assert symbols(table) == "PLTS"
    assert legal(table, 0) == SLIDES


@pytest.mark.rule("SG-4")
@pytest.mark.parametrize("seats", [2, 4])
def test_exactly_three_slides_in_the_first_round_four_in_the_second(seats: int) -> None:
    table = opened("shell_game", seats)
    for due, round_ in ((3, 1), (4, 2)):
        for slider in range(seats):
            play(table, slid(slider, "PLTS", []))
            for left in range(due, 0, -1):
                view = table.variant.view(table.state, 0)
                assert (view["stage"], view["slides_left"], view["round"]) == ("slide", left, round_)
                refused(table, slider, "?P")
                play(table, [(slider, "1>2")])
            refused(table, slider, "1>2")
            play_at_random(table, random.Random(slider), 6)


@pytest.mark.rule("SG-4")
@given(st.sampled_from(LAYS), st.lists(st.sampled_from(SLIDES), min_size=3, max_size=3))
def test_slides_agree_with_taking_out_and_putting_in(lay: str, slides: list[str]) -> None:
    row = list(lay)
    for slide in slides:
        row.insert(int(slide[2]) - 1, row.pop(int(slide[0]) - 1))
    assert symbols(opened("shell_game", 2, slid(0, lay, slides))) == "".join(row)


@pytest.mark.rule("SG-5")
@pytest.mark.parametrize(("slider", "seats"), [(0, 2), (0, 3), (2, 3), (3, 4)])
def test_the_slider_asks_the_seat_to_its_left(slider: int, seats: int) -> None:
    table = opened("shell_game", seats, game(seats, ["+++"] * slider) + slid(slider, "PLTS", SWAPPED))
    assert table.variant.to_act(table.state) == [slider]
    assert legal(table, slider) == ["?L", "?P", "?S", "?T"]
    play(table, [(slider, "?T")])
    assert table.variant.to_act(table.state) == [(slider + 1) % seats]
    assert legal(table, (slider + 1) % seats) == ["=1", "=2", "=3", "=4"]


@pytest.mark.rule("SG-5")
@pytest.mark.parametrize(("answer", "winner"), [("=1", 0), ("=2", 0), ("=3", 1), ("=4", 0)])
def test_the_seeker_wins_the_stone_it_was_asked_for_and_the_slider_any_other(
    answer: str, winner: int
) -> None:
    table = opened("shell_game", 3, [*slid(0, "PLTS", SWAPPED), (0, "?T"), (1, answer)])
    assert won(table) == [int(seat == winner) for seat in range(3)]


@pytest.mark.rule("SG-5")
def test_a_stone_turned_up_leaves_the_row_and_places_are_counted_anew() -> None:
    table = opened("shell_game", 2, [*slid(0, "PLTS", SWAPPED), (0, "?P"), (1, "=2")])  # LPTS without P
    row = table.variant.view(table.state, 1)["row"]
    assert [stone["place"] for stone in row] == [1, None, 2, 3]
    assert [stone["won_by"] for stone in row] == [None, 1, None, None]
    play(table, [(0, "?T")])
    assert legal(table, 1) == ["=1", "=2", "=3"]
    play(table, [(1, "=2")])
    assert won(table) == [0, 2]


@pytest.mark.rule("SG-6")
@pytest.mark.parametrize(
    ("seats", "slider", "seekers"),
    [(2, 0, [1, 1, 1]), (3, 0, [1, 2, 1]), (3, 1, [2, 0, 2]), (4, 2, [3, 0, 1])],
)
def test_the_seekers_are_asked_clockwise_past_the_slider(seats: int, slider: int, seekers: list[int]) -> None:
    table = opened("shell_game", seats, game(seats, ["+-+"] * slider) + slid(slider, "PLTS", SWAPPED))
    for seeker in seekers:
        assert table.variant.view(table.state)["seeker"] == seeker
        play(table, [(slider, legal(table, slider)[0])])
        assert table.variant.to_act(table.state) == [seeker]
        play(table, [(seeker, "=1")])


@pytest.mark.rule("SG-6")
def test_a_symbol_not_found_may_be_asked_for_again_one_turned_up_may_not() -> None:
    table = opened("shell_game", 2, [*slid(0, "PLTS", SWAPPED), (0, "?S"), (1, "=1")])  # shows L
    assert legal(table, 0) == ["?P", "?S", "?T"]
    refused(table, 0, "?L")
    play(table, [(0, "?S"), (1, "=1")])  # shows P
    assert legal(table, 0) == ["?S", "?T"]


@pytest.mark.rule("SG-7")
@pytest.mark.parametrize(
    ("found", "wins"),
    [
        ("+++", [0, 3, 1]),
        ("++-", [2, 1, 1]),
        ("--+", [2, 2, 0]),
        ("---", [4, 0, 0]),
        ("-++", [1, 2, 1]),
        ("+--", [3, 1, 0]),
    ],
)
def test_the_third_answer_decides_two_stones(found: str, wins: list[int]) -> None:
    table = opened("shell_game", 3, turn(0, 3, found))
    assert won(table) == wins
    winners = [stone["won_by"] for stone in table.variant.view(table.state)["last_turn"]["row"]]
    assert [winners.count(seat) for seat in range(3)] == wins
    assert table.variant.to_act(table.state) == [1]
    assert legal(table, 1) == sorted(LAYS)


@pytest.mark.rule("SG-7")
def test_two_stones_are_at_stake_only_at_the_third_answer() -> None:
    moves = turn(0, 2, "+++")
    stakes = [
        table.variant.view(table.state, 1)["stake"]
        for table in (opened("shell_game", 2, moves[:k]) for k in (5, 7, 9))
    ]
    assert stakes == [1, 1, 2]


@pytest.mark.rule("SG-8")
@pytest.mark.parametrize(
    ("turns", "wins", "scores"),
    [
        (["---", "---", "---", "---"], [8, 8], [0.5, 0.5]),
        (["+++", "---", "---", "---"], [4, 12], [0, 1]),
        (["---", "---", "---", "+--"], [9, 7], [1, 0]),
        (["---"] * 6, [8, 8, 8], [1 / 3] * 3),
        (["+--"] + ["---"] * 5, [7, 9, 8], [0, 1, 0]),
        (["-+-", "-+-"] + ["---"] * 4, [8, 7, 9], [0, 0, 1]),
        (["+--", "---", "-+-"] + ["---"] * 3, [7, 10, 7], [0, 1, 0]),
        (["---"] * 3 + ["+--"] + ["---"] * 4, [9, 8, 8, 7], [1, 0, 0, 0]),
        (["-+-", "---", "---", "+--"] + ["---"] * 4, [8, 8, 9, 7], [0, 0, 1, 0]),
        (["+--", "---", "---", "-+-"] + ["---"] * 4, [7, 10, 8, 7], [0, 1, 0, 0]),
    ],
)
def test_most_stones_win_and_equal_most_share(turns: list[str], wins: list[int], scores: list[float]) -> None:
    seats = len(wins)
    table = opened("shell_game", seats, game(seats, turns))
    assert table.variant.is_over(table.state)
    assert won(table) == wins
    assert table.variant.scores(table.state) == scores


@pytest.mark.rule("SG-8")
def test_a_game_is_over_only_after_both_rounds() -> None:
    moves = game(2, ["+++"] * 4)
    table = opened("shell_game", 2, moves[:-1])
    assert not table.variant.is_over(table.state)
    play(table, moves[-1:])
    assert table.variant.is_over(table.state)
    assert table.status()["legal"] == {}


@pytest.mark.rule("SG-9")
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_before_the_turning_everybody_sees_everything(viewer: int) -> None:
    table = opened("shell_game", 3, [(0, "TSPL")])
    assert [stone["symbol"] for stone in table.variant.view(table.state, viewer)["row"]] == list("TSPL")


@pytest.mark.rule("SG-9")
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_after_it_nobody_sees_a_symbol_that_has_not_been_turned_up(viewer: int) -> None:
    table = opened("shell_game", 3, [(0, "TSPL"), (0, "hide")])
    for slide in ("1>4", "2>1", "3>2"):  # ends as PLST
        assert [stone["symbol"] for stone in table.variant.view(table.state, viewer)["row"]] == [None] * 4
        play(table, [(0, slide)])
    row = table.variant.view(table.state, viewer)["row"]
    assert [stone["symbol"] for stone in row] == [None] * 4
    assert [stone["stone"] for stone in row] == [3, 4, 2, 1]  # which stone went where is public
    play(table, [(0, "?T"), (1, "=1")])
    assert [stone["symbol"] for stone in table.variant.view(table.state, viewer)["row"]] == [
        "P",
        None,
        None,
        None,
    ]
    assert table.variant.view(table.state, viewer)["unseen"] == ["L", "T", "S"]
    play(table, [(0, "?L"), (2, "=1"), (0, "?T"), (1, "=1")])
    last = table.variant.view(table.state, viewer)["last_turn"]
    assert [stone["symbol"] for stone in last["row"]] == list("PLST")
    assert [stone["won_by"] for stone in last["row"]] == [0, 2, 0, 0]


@pytest.mark.rule("SG-9", "SG-11")
@given(seat_counts, seeds)
def test_what_lies_face_down_changes_nothing_that_anybody_is_shown(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    table = play_at_random(opened("shell_game", seats), rng, rng.randrange(22 * seats))
    variant, state = table.variant, table.state
    other = permuted(variant, state, SPECTATOR, rng)
    assume(other != state)
    for viewer in [*range(seats), None]:
        assert variant.seen_by(state, viewer) == variant.seen_by(other, viewer)
        assert variant.view(state, viewer) == variant.view(other, viewer)
        assert variant.describe(state, viewer) == variant.describe(other, viewer)


@pytest.mark.rule("SG-9")
def test_until_the_third_answer_no_event_tells_the_lay() -> None:
    heard = set()
    for lay in LAYS:
        table = opened("shell_game", 2)
        heard.add(
            tuple(
                text for seat, move in [*slid(0, lay, SWAPPED), (0, "?T")] for text in told(table, seat, move)
            )
        )
    assert len(heard) == 1


@pytest.mark.rule("SG-9")
def test_the_third_answer_tells_the_whole_turn() -> None:
    table = opened(
        "shell_game", 2, [*slid(0, "TSPL", SWAPPED), (0, "?T"), (1, "=1"), (0, "?T"), (1, "=1"), (0, "?L")]
    )
    assert (
        told(table, 1, "=2")[-1]
        == "It was laid triangle, square, point, line. After the slides it was square, triangle, point, line."
    )


@pytest.mark.rule("SG-9")
def test_nothing_that_was_seen_is_taken_back() -> None:
    table = opened("shell_game", 2, [(0, "PLTS")])
    assert not table.can_take_back()
    with pytest.raises(IllegalMove):
        table.take_back()


@pytest.mark.rule("SG-9")
@given(seat_counts, seeds)
def test_hiding_is_idempotent_and_leaves_the_decisions_as_they_are(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    table = play_at_random(opened("shell_game", seats), rng, rng.randrange(24 * seats))
    variant, state = table.variant, table.state
    for viewer in [*range(seats), SPECTATOR]:
        hidden = variant.seen_by(state, viewer)
        assert variant.seen_by(hidden, viewer) == hidden
        assert variant.to_act(hidden) == variant.to_act(state)
        for seat in variant.to_act(state):
            assert variant.moves(hidden, seat) == variant.moves(state, seat)
            for action in variant.actions(hidden, seat):
                variant.after(hidden, seat, action).pack()


@pytest.mark.rule("SG-10")
@given(st.lists(st.sampled_from(SLIDES), min_size=3, max_size=3))
def test_a_view_has_the_slides_one_after_the_other_with_the_stones_they_move(slides: list[str]) -> None:
    table = opened("shell_game", 2, slid(0, "PLTS", slides))
    view = table.variant.view(table.state, 1)
    row = [1, 2, 3, 4]
    for slide in view["slides"]:
        assert row[slide["from"] - 1] == slide["stone"]
        row.remove(slide["stone"])
        row.insert(slide["to"] - 1, slide["stone"])
    assert [f"{slide['from']}>{slide['to']}" for slide in view["slides"]] == slides
    assert [stone["stone"] for stone in view["row"]] == row


@pytest.mark.rule("SG-11")
def test_a_seeker_that_kept_nothing_in_mind_is_given_nothing_to_go_by() -> None:
    tables = [opened("shell_game", 2, [*slid(0, lay, ["1>3", "4>1", "2>4"]), (0, "?P")]) for lay in LAYS]
    assert len({table.variant.seen_by(table.state, 1) for table in tables}) == 1
