"""Clocks per seat: whose time runs, the increment, a loss on time, and time while the server was down."""

from pathlib import Path
from typing import Any, cast

import pytest
from httpx import Response

from ludothek.core.table import Table
from ludothek.house.api.table_types import Allowance
from ludothek.house.live import house as open_tables
from ludothek.house.live import open_table, review_shapes
from ludothek.house.live.reviewer import MemoryReviewStore, Reviewer
from ludothek.house.people.finished_game import played_by
from ludothek.house.table.consequences import is_time_up, play, time_out
from ludothek.house.table.ending import GameEnding, series_of
from ludothek.house.table.entries import AnyEntry, BotSeated, Facts, Joined, Moved, Resumed, Started, TimedOut
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_result import LOST, WON, result_of
from ludothek.house.table.sitting import Sitting
from ludothek.review import Story, judged, reviewed
from tests.server.houses import Person, actions, moves, opened, run, table, until
from tests.server.serving import Server

PLAIN: dict[str, Any] = {
    "options": {},
    "kit": None,
    "pace": {},
    "clock": False,
    "companion": False,
    "public": False,
    "child_safe": False,
    "name": "",
}
SITTING_DOWN: list[AnyEntry] = [
    Joined(seat=0, name="Anna", token="", person="a", at=0),
    Joined(seat=1, name="Ben", token="", person="b", at=0),
    Started(at=1000),
]


def folded(*later: AnyEntry, seconds: int = 60, increment: int = 5) -> Sitting:
    facts = Facts(
        id="t",
        game="connect_four",
        seats=2,
        creator="a",
        seed="07" * 32,
        created=0,
        allowance=Allowance(seconds, increment),
        **PLAIN,
    )
    sitting = Sitting(facts)
    for entry in [*SITTING_DOWN, *later]:
        sitting.apply(entry)
    return sitting


def clocks(sitting: Sitting) -> tuple[list[int], int | None]:
    assert sitting.clocks
    return sitting.clocks.left, sitting.clocks.running


def moved(seat: int, at: int, move: str = "d") -> Moved:
    return Moved(seat=seat, move=move, person="ab"[seat], at=at)


def test_the_clock_of_the_person_who_is_to_move_runs_and_a_move_gives_time_back() -> None:
    assert clocks(folded()) == ([60_000, 60_000], 0)
    assert clocks(folded(moved(0, 11_000))) == ([55_000, 60_000], 1)
    assert clocks(folded(moved(0, 11_000), moved(1, 41_000))) == ([55_000, 35_000], 0)


def test_a_bots_clock_stands() -> None:
    bot = BotSeated(seat=1, level="random", name="Bruno", at=2000)
    sitting = folded(bot, moved(0, 11_000))
    assert clocks(sitting) == ([55_000, 60_000], None)
    assert time_out(sitting, 10**9) is None


def test_time_at_which_no_server_was_there_counts_on_no_clock() -> None:
    assert clocks(folded(moved(0, 11_000), Resumed(at=500_000), moved(1, 510_000))) == ([55_000, 55_000], 0)


def test_a_clock_that_was_set_back_gives_no_time() -> None:
    assert clocks(folded(moved(0, 500))) == ([65_000, 60_000], 1)


def test_the_person_who_has_no_time_left_has_lost_and_moves_no_more() -> None:
    sitting = folded(moved(0, 11_000))
    assert not is_time_up(sitting, 70_999)
    assert time_out(sitting, 70_999) is None
    with pytest.raises(Refused) as refused:
        play(sitting, 1, "d", 71_000)
    assert refused.value.code == "time_is_up"
    decision = time_out(sitting, 71_000)
    assert decision
    assert decision.entries == [TimedOut(seat=1, at=71_000)]
    decision.carry_out(sitting)
    assert (sitting.phase, sitting.legal_moves) == ("over", {})
    ended = GameEnding.of(sitting)
    assert ended.outcome("en") == {
        "scores": [1, 0],
        "reason": "time",
        "why": "Ben's time is up.",
        "headline": "Anna wins!",
        "narrow": False,
    }
    assert series_of(sitting).won == [1, 0]


def test_nothing_is_taken_back_by_the_clock() -> None:
    assert folded(moved(0, 11_000)).moves_to_take_back() == (0, None)


def test_only_open_games_of_two_have_clocks(server: Server) -> None:
    anna = server.person("Anna")

    def wishes(game: str, allowance: object, **more: object) -> Response:
        wish = {"game": game, "seats": [{"kind": "me"}] * 2, "allowance": allowance}
        return anna.http.post("/api/tables", json=wish | more)

    for refused in (
        wishes("squid", {"seconds": 60}),
        wishes("museum", {"seconds": 60}),
        wishes("torris", {"seconds": 60}, companion=True),
    ):
        assert anna.refused(refused, "no_clocks")["error"].startswith("Only open games of two")
    for seconds in (9, 7201, "x", None):
        anna.refused(wishes("torris", {"seconds": seconds}), "bad_request")
    for game in ("torris", "five_in_a_row", "connect_four"):
        assert wishes(game, {"seconds": 60, "increment": 2}).status_code == 201


def test_a_flag_falls_by_itself_and_a_restart_gives_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a fake clock, independent of this machine's speed."""
    time = [1_000_000]
    for module in (open_table, open_tables):
        monkeypatch.setattr(module, "now", lambda: time[0])
    anna = Person("a" * 22, "Anna")

    async def play_on() -> None:
        async with opened(tmp_path, time_scale=1.0) as house:
            live = await table(house, "connect_four", "mm", anna, allowance=Allowance(60, 0))
            name = live.sitting.facts.id
            time[0] += 20_000
            await moves(live, anna, 0, "d", "1")
        time[0] += 3_600_000  # the server is away for an hour
        async with opened(tmp_path, time_scale=1.0) as house:
            live = await house.table(name)
            await until(
                lambda: (
                    bool(live.sitting.log.last and live.sitting.log.last.kind == "move")
                    and live.sitting.number == 5
                )
            )
            time[0] += 30_000
            await moves(live, anna, 1, "e", "2")
            assert clocks(live.sitting) == ([40_000, 30_000], 0)
            time[0] += 40_000
            with pytest.raises(Refused):
                await moves(live, anna, 0, "d", "3")
            live.schedule()  # as any change would
            await until(lambda: live.sitting.phase == "over")
            assert GameEnding.of(live.sitting).scores == [0.0, 1.0]
            again = await live.do(anna, actions.RematchAction(id="4"), "en")
            assert again.table
            assert clocks((await house.table(again.table)).sitting) == ([60_000, 60_000], 0)

    run(play_on())


def test_a_game_that_the_clock_ended_is_looked_at_until_then() -> None:
    sitting = folded(moved(0, 11_000), TimedOut(seat=1, at=80_000))
    Reviewer(None, MemoryReviewStore())._check(sitting)  # type: ignore[arg-type]
    story = Story(cast(Table, sitting.table))
    shown = review_shapes.shown(
        sitting, 1.0, reviewed(story, [judged(ask, 64) for ask in story.asks()], 64), "en"
    )
    assert shown.by_clock
    assert len(shown.curve) == 2
    assert [decision.seat for decision in shown.decisions] == [0]
    assert 0 < shown.balances[1].result < 1  # by the position when the flag fell


def test_the_person_who_is_out_of_time_has_lost_wherever_games_are_counted() -> None:
    sitting = folded(moved(0, 11_000), TimedOut(seat=1, at=80_000))
    assert [result_of(sitting, seat).outcome for seat in (0, 1)] == [WON, LOST]  # of challenges
    games = [played_by(person, sitting, []) for person in ("a", "b")]
    assert [(game.outcome, game.scores) for game in games if game] == [
        (WON, [1.0, 0.0]),
        (LOST, [1.0, 0.0]),
    ]  # of my games, of ratings
