"""Effects of a kit's figures on a game, the search for figures, and ratings."""

import json
import math
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludothek.core import BadKit, BadOption, Refusal
from ludothek.core.kits import places
from ludothek.lab.duel import Ending
from ludothek.lab.findings import Measurement
from ludothek.lab.rating import FinishOrder, fit_ratings, stages
from ludothek.lab.study import LocalRunner, Study, StudyGames, delete_cached
from ludothek.lab.sweep import (
    Candidate,
    chart,
    combinations,
    estimate_certainty,
    find_balanced,
    parse_range,
    run_sweep,
    with_values,
)
from ludothek.lab.tournament import Tournament, games, standings
from tests.cli.test_commands import run

MUSEUM = Study(
    "museum", 2, players=("guide",), machine="interpreted"
)  # to compile it takes longer than these few games


def test_a_range_is_read_and_what_is_none_is_refused() -> None:
    assert parse_range("lead=2..5") == ("lead", [2, 3, 4, 5])
    assert parse_range("lead=2..9..3") == ("lead", [2, 5, 8])
    assert parse_range("encore=true,false") == ("encore", [True, False])
    for wrong in ("lead", "lead=", "lead=a..b", "lead=5..2", "lead=1..2..0"):
        with pytest.raises(BadOption):
            parse_range(wrong)
    for endless in ("lead=1..1000000000000", f"lead=1..{10**40}"):
        with pytest.raises(BadOption, match=r"000 studies, and at most 10,000"):
            parse_range(endless)
    with pytest.raises(BadOption, match="these are 1,000,000 studies"):
        combinations([parse_range("lead=1..1000"), parse_range("rows.3.reward=1..1000")])
    with pytest.raises(BadOption, match="lead is named twice"):
        combinations([parse_range("lead=1..2"), parse_range("lead=3..4")])


def test_a_figure_is_changed_at_its_place_and_the_game_refuses_what_cannot_be() -> None:
    safehouse = Study("safehouse", 2)
    figures = with_values(safehouse, {"rows.3.reward": 5, "lead": 14}).figures
    assert figures is not None
    assert (figures["rows"][3]["reward"], figures["lead"]) == (5, 14)
    assert with_values(Study("squid", 3), {"layout": "groups"}).options == {"layout": "groups"}
    assert "rows.3.reward" in list(places(safehouse.variant().figures))
    with pytest.raises(
        Refusal, match=r"safehouse has no figure or option 'lid'; .*the numbers in its kit are: .*lead"
    ):
        with_values(safehouse, {"lid": 3})
    with pytest.raises(Refusal, match=r"its options are: .*layout"):
        with_values(Study("squid", 3), {"lid": 3})
    with pytest.raises(
        Refusal, match="torris has no figure or option 'lead'; it has neither kit nor options"
    ):
        with_values(Study("torris", 2), {"lead": 3})
    with pytest.raises(BadKit):
        with_values(MUSEUM, {"red_fields": 0})


def test_a_head_start_helps_the_team_and_the_value_that_fits_is_found() -> None:
    found = list(run_sweep(MUSEUM, [parse_range("red_fields=1..9..4")], 60))
    shares = [place.found.wins[0].value for place in found]
    assert shares == sorted(shares)
    assert shares[2] - shares[0] > 0.3
    assert len(ET.fromstring(chart(MUSEUM, found).svg())) > 5
    [best, *others] = find_balanced(MUSEUM, [parse_range("red_fields=1..9..4")], shares[1], 60)
    assert best.values == {"red_fields": 5}
    assert best.certainty >= 0.95
    assert len(others) == 2


def test_a_sweep_that_is_broken_off_plays_only_what_is_missing() -> None:
    study, ranges = replace(MUSEUM, seed=77), [parse_range("red_fields=2..3")]
    begun: list[int] = []

    class Watched(LocalRunner):
        def parts(self, study: Study, first: int, games: int, drama_games: int) -> Iterator[StudyGames]:
            begun.append(first)
            return super().parts(study, first, games, drama_games)

    first = next(run_sweep(study, ranges, 8, Watched()))
    assert next(run_sweep(study, ranges, 8, Watched())) == first
    assert len(list(run_sweep(study, ranges, 8, Watched()))) == 2
    assert begun == [0, 8, 8, 0]
    next(run_sweep(study, ranges, 8, Watched()))
    assert begun[-1] == 0, "a sweep that is complete is forgotten"
    delete_cached(with_values(study, {"red_fields": value}) for value in (2, 3))


def test_two_values_that_lie_equally_near_are_not_told_apart() -> None:
    near = [
        Candidate({}, MUSEUM, Measurement(share, share - 0.02, share + 0.02), 100)
        for share in (0.45, 0.55, 0.9)
    ]
    estimate_certainty(near, 0.5)
    assert 0.4 < near[0].certainty < 0.6
    assert near[2].certainty == 0


def test_strengths_are_found_again_in_the_games_that_they_make() -> None:
    rng, strength = random.Random(4), {"a": 1.0, "b": 2.0, "c": 6.0, "d": 10.0}
    told = []
    for _ in range(1500):
        left = rng.sample([*strength], 3)
        while len(left) > 1:
            first = rng.choices(left, [strength[one] for one in left])[0]
            told.append(FinishOrder((first,), tuple(left)))
            left.remove(first)
    ratings = {one.player: one for one in fit_ratings(told, anchor="a")}
    assert ratings["a"].points == ratings["a"].low == 0
    for name, value in strength.items():
        assert ratings[name].low <= 400 * math.log10(value) <= ratings[name].high
    assert ratings["d"].high - ratings["d"].low < 60


def test_the_player_who_lost_every_game_is_rated_too_and_draws_are_worth_the_same() -> None:
    [first, last] = fit_ratings([FinishOrder(("a",), ("a", "b"))] * 20)
    assert first.player == "a"
    assert 0 < first.points - last.points < 2000
    told = stages(["a", "b", "c"], [Ending(1.0), Ending(0.0, 2.0), Ending(0.0, 2.0)])
    assert told == [FinishOrder(("a",), ("a", "b", "c")), FinishOrder(("b", "c"), ("b", "c"))]
    assert fit_ratings(stages(["a", "b"], [Ending(0.5), Ending(0.5)]) * 9)[0].points == pytest.approx(0)


def test_a_tournament_goes_on_where_it_was_and_says_who_is_stronger(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    held = Tournament.of("clear_board", 1, ["random", "easy", "medium"])
    some = list(games(held, 3, 1, file))
    with file.open("a") as out:
        out.write('{"number": 3, "pl')  # torn
    whole = list(games(held, 6, 1, file))
    assert whole[:3] == some
    assert whole == list(games(held, 6, 1))
    assert standings(whole)[-1].player == "random"
    other = tmp_path / "other.txt"
    other.write_text("not a tournament\n")
    for wrong, why in (
        (other, "is not a file of this tournament"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        with pytest.raises(Refusal, match=why):
            list(games(held, 1, 1, wrong))
    with pytest.raises(Refusal, match="not a file of this tournament"):
        list(games(Tournament.of("clear_board", 1, ["random", "easy"]), 1, 1, file))
    with pytest.raises(Refusal, match="needs two players or more"):
        Tournament.of("clear_board", 1, ["easy"])


def test_every_pair_meets_with_both_seats_and_larger_tables_are_drawn() -> None:
    two = Tournament("connect_four", 2, ("random", "easy", "hard"))
    assert {tuple(two.seated(number)) for number in range(6)} == {
        (a, b) for a in two.players for b in two.players if a != b
    }
    four = Tournament("number_poker", 4, ("random", "easy"))
    assert sorted(four.seated(0)) == ["easy", "easy", "random", "random"]


def test_the_commands_say_what_they_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    kit = tmp_path / "kit.toml"
    kit.write_text(run("kit", "museum").stdout.replace("red_fields = 3", "red_fields = 5"))
    done = run("lab", "compare", "museum", "-", str(kit), "--games", "5", "--machine", "interpreted")
    assert "shipped" in done.stdout, done.stderr
    assert "kit.toml  difference" in done.stdout, "a file is named, not the way to it"
    assert done.stderr == "", "where nobody looks on there is no bar"
    figures = tmp_path / "figures.json"
    players = "--player random --player easy --games 4 --jobs 1"
    done = run("lab", "tournament", "connect_four", *players.split(), "--json", str(figures))
    assert "Bradley–Terry" in done.stdout, done.stderr
    assert {rating["player"] for rating in json.loads(figures.read_text())["ratings"]} == {"random", "easy"}
    wanted = "--seats 3 --figure layout=even,groups --games 20 --machine interpreted"
    done = run("lab", "sweep", "squid", *wanted.split(), "--json", str(figures))
    assert "first seat's" in done.stdout, done.stderr
    assert len(done.stdout.splitlines()) == 6, (
        "a title, two lines of names, two values and a note: nothing needs another line"
    )
    assert [place["values"] for place in json.loads(figures.read_text())["places"]] == [
        {"layout": "even"},
        {"layout": "groups"},
    ]
