"""Studies: the same games everywhere, nothing lost by an interruption, figures that agree with the games."""

import inspect
import json
import math
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludothek.bots.playout import LONGEST
from ludothek.bots.tally import tally_program
from ludothek.cli.duel_screen import resumable
from ludothek.cli.lab_commands import simulate
from ludothek.cli.study_screen import tell
from ludothek.compiler import ptx
from ludothek.compiler.cuda import file_name
from ludothek.core import CHANCE, Refusal
from ludothek.core.registry import find, game_ids
from ludothek.lab.data_export import (
    DRAMATIC,
    as_document,
    check_parquet,
    check_writable,
    command_line,
    write_json,
)
from ludothek.lab.drama import dramas
from ludothek.lab.findings import Measurement, findings, kinds_of
from ludothek.lab.game_details import GameDetails, replay_steps, sample_details
from ludothek.lab.guide_rates import guide_of
from ludothek.lab.html_report import page
from ludothek.lab.study import LocalRunner, Study, StudyGames, Tallying, run_study
from tests.cli.test_commands import run

FOUR = Study("connect_four", 2)
COMPILED = (
    "connect_four",
    "number_poker",
)  # the other games run the same program interpreted: to compile it for each takes minutes


def rows(study: Study, games: int = 300, keep: Path | None = None) -> bytes:
    return whole(run_study(study, games, keep=keep))


def whole(played: StudyGames) -> bytes:
    """Return the rows field by field, as the padding between fields of a record is undefined."""
    return repr(played.rows.tolist()).encode() + played.scores.tobytes()


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_counted_is_what_a_player_by_the_rules_would_count(game_id: str) -> None:
    """The program beside the rules themselves, interpreted and step by step."""
    game = find(game_id)
    study = Study(game_id, game.most, seed=5, machine="native" if game_id in COMPILED else "interpreted")
    variant, tallying = study.variant(), Tallying(study, study.guide() or None, room=2)  # type: ignore[arg-type]
    tallied = tallying.part(0, 2)
    for number in range(2):
        steps = list(replay_steps(variant, study.seed + number, most=LONGEST))
        widths = [len(variant.actions(state, seat)) for state, seat, _ in steps if seat != CHANCE]
        row = tallied.rows[number]
        assert (row["decisions"], row["chances"]) == (len(widths), len(steps) - len(widths))
        assert (row["options"], row["widest"], row["single"]) == (sum(widths), max(widths), widths.count(1))
        end = variant.after(*steps[-1])
        assert row["is_over"] == variant.is_over(end)
        assert tallied.scores[number].tolist() == pytest.approx(variant.scores(end))
        assert game.rules.State.unpack(tallying.ends()[number]) == end


def test_a_study_is_the_same_on_every_machine_and_any_number_of_cores() -> None:
    alone = rows(FOUR)
    assert alone == whole(run_study(FOUR, 300, runner=LocalRunner(1)))
    assert alone == rows(Study("connect_four", 2, machine="interpreted"))
    assert alone != rows(Study("connect_four", 2, seed=2))


def test_what_counts_is_a_kernel_for_a_card_too_and_guided_games_have_one_of_their_own() -> None:
    kernel = ptx.build_kernels(find("connect_four"), [tally_program()], "sm_90")["tally"]
    assert ".visible .entry tally(" in kernel
    assert ".extern .func" not in kernel, "nothing is left to be found on the card"
    guided = tally_program(guide_of(find("museum")))
    assert file_name(find("museum"), guided, "sm_90") != file_name(find("museum"), tally_program(), "sm_90")


def test_a_study_that_is_broken_off_goes_on_and_one_that_is_kept_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludothek.lab.study.CHUNK", 100)
    monkeypatch.setattr("ludothek.lab.study.SAVE_INTERVAL", 0.0)
    monkeypatch.setattr("ludothek.lab.study.SAVE_RATIO", 0)
    monkeypatch.setattr(
        "ludothek.lab.chunks.SLOW_FACTOR", math.inf
    )  # however busy the machine is, a portion has 100 games
    played: list[tuple[int, int]] = []

    class Tired(LocalRunner):
        """Is interrupted after 200 games."""

        def parts(self, study: Study, first: int, games: int, drama_games: int):  # type: ignore[no-untyped-def]
            for part in super().parts(study, first, games, drama_games):
                if first == 0 and played and played[-1][1] >= 200:
                    raise KeyboardInterrupt
                played.append((first, (played[-1][1] if played else first) + part.games))
                yield part

    with pytest.raises(KeyboardInterrupt):
        run_study(FOUR, 500, runner=Tired(), keep=tmp_path)
    told: list[int] = []
    grown = run_study(FOUR, 500, keep=tmp_path, report=told.append)
    assert told == [200, 300, 400, 500]
    assert whole(grown) == rows(FOUR, 500)
    told.clear()
    assert whole(run_study(FOUR, 350, keep=tmp_path, report=told.append)) == rows(FOUR, 350)
    assert told == [350]
    [first, *_] = sorted(tmp_path.rglob("*.npz"))
    first.write_bytes(b"torn")
    assert rows(FOUR, 500, tmp_path) == whole(grown)


def test_two_who_study_the_same_at_the_same_time_are_not_in_each_others_way() -> None:
    alone = rows(replace(FOUR, seed=7_777))
    told: list[bytes] = []

    def done_first(done: int) -> None:
        if not told:
            told.append(b"")
            told[0] = rows(replace(FOUR, seed=7_777))  # which takes the folder away in the end

    assert whole(run_study(replace(FOUR, seed=7_777), 300, report=done_first)) == told[0] == alone


def test_the_player_who_breaks_off_loses_nothing_and_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Tired(LocalRunner):
        def parts(self, study: Study, first: int, games: int, drama_games: int):  # type: ignore[no-untyped-def]
            yield from super().parts(study, first, 100, drama_games)
            raise KeyboardInterrupt

    with pytest.raises(SystemExit, match="130"), resumable():
        run_study(FOUR, 500, runner=Tired(), keep=tmp_path)
    assert "interrupted; run the same command again to continue" in capsys.readouterr().err
    told: list[int] = []
    run_study(FOUR, 500, keep=tmp_path, report=told.append)
    assert told[0] == 100


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_writable(tmp_path / "new" / "found.json")
    assert list((tmp_path / "new").iterdir()) == []
    with pytest.raises(Refusal, match="cannot be written: Is a directory"):
        check_writable(tmp_path)
    monkeypatch.setattr("ludothek.lab.data_export.find_spec", lambda _: None)
    with pytest.raises(Refusal, match=r"pip install 'ludothek\[notebook\]'"):
        check_parquet(tmp_path / "games.parquet")


def test_who_was_ahead_is_refused_before_anything_is_played_where_nothing_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    interpreted = replace(FOUR, machine="interpreted")
    told: list[int] = []
    with pytest.raises(
        Refusal, match=r"pip install 'ludothek\[lab\]'; or skip the measurement of drama with --drama 0"
    ):
        run_study(interpreted, 10, drama_games=2, keep=tmp_path, report=told.append)
    assert told == [0]
    assert run_study(interpreted, 10, keep=tmp_path).games == 10


def test_players_that_think_are_studied_too_and_their_games_are_kept(tmp_path: Path) -> None:
    study = Study("number_poker", 3, players=("easy", "random", "random"))
    played = run_study(study, 4, drama_games=2, keep=tmp_path)
    again = run_study(study, 4, drama_games=2, runner=LocalRunner(1), keep=tmp_path / "elsewhere")
    assert whole(played) == whole(again)
    assert played.details == again.details == run_study(study, 4, drama_games=2, keep=tmp_path).details
    assert played.dramas == again.dramas
    assert len(played.dramas) == 2
    assert played.details.games == played.details.ends.total() == 4
    assert (
        [sum(taken.values()) for taken in played.details.taken]
        == played.details.decisions
        == played.rows["decisions"].tolist()
    )
    assert [len(points) for points in played.details.points] == [3] * 4


def test_there_is_no_luck_where_nothing_is_drawn_and_decisions_make_the_whole_difference() -> None:
    """The movements of the worth add up to the variance of the result, within what so few games can show."""
    told = dramas(FOUR.variant(), 0, 60, 1)
    luck, decided = (sum(getattr(drama, name) for drama in told) for name in ("luck", "decisions"))
    assert luck == 0
    assert decided / 60 == pytest.approx(run_study(FOUR, 2000).scores.var(0).sum(), rel=0.35)
    assert all(0 <= drama.settled <= 1 and drama.changes >= 0 for drama in told)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    draws = rng.poisson(9, (400, 50))
    held = [Measurement.mean(games).low < 9 < Measurement.mean(games).high for games in draws]
    assert 0.90 < np.mean(held) < 0.98
    ratios = [Measurement.ratio(games * rng.binomial(1, 0.3, 50), games) for games in draws]
    assert 0.88 < np.mean([ratio.low < 0.3 < ratio.high for ratio in ratios]) < 0.98


def test_the_moves_of_a_game_are_of_one_piece_and_their_intervals_are_by_games() -> None:
    """Ten games of a thousand uniform decisions, half of each kind, are ten samples, not ten thousand."""
    games = [("on", "up"), ("up", "on")] * 5
    details = GameDetails(
        decisions=[1000] * 10,
        offered=[dict.fromkeys(game, 1000) for game in games],
        taken=[{chosen: 1000} for chosen, _ in games],
    )
    for kind in kinds_of(details):
        assert kind.chosen == kind.when_legal
        assert kind.chosen.value == 0.5
        assert kind.chosen.high - kind.chosen.low > 0.5
        assert kind.legal.value == kind.legal.high == 1
        assert kind.legal.low < 0.8, "always, in ten games, is not always"
    alone = GameDetails(decisions=[3], offered=[{"on": 3, "up": 2}], taken=[{"on": 3}])
    assert [(kind.name, kind.chosen.value) for kind in kinds_of(alone)] == [("on", 1), ("up", 0)]


def test_what_is_told_fits_into_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    museum = Study("museum", 2, players=("guide",), machine="interpreted")
    details = sample_details(museum.variant(), 6, 1, guide_of(find("museum")))
    whole = run_study(museum, 6, with_details=False)
    tell(museum, findings(museum, replace(whole, details=details)))
    *lines, again = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line.startswith("place ")], "each kind of move has a line of its own"
    assert again == "repeat: ludothek lab simulate museum --games 6 --seats 2 --players guide --drama 0"


def test_the_command_that_is_told_gives_the_same_again() -> None:
    """Options that the command determines itself are omitted."""
    assert inspect.signature(simulate).parameters["drama"].default == DRAMATIC
    found = findings(FOUR, run_study(FOUR, 60, drama_games=DRAMATIC))
    assert command_line(FOUR, found) == "ludothek lab simulate connect_four --games 60 --seats 2"
    few = findings(FOUR, run_study(FOUR, 10, drama_games=3))
    assert command_line(FOUR, few) == "ludothek lab simulate connect_four --games 10 --seats 2 --drama 3"


def test_findings_say_what_is_known_of_a_game() -> None:
    study = Study("connect_four", 2)
    found = findings(study, run_study(study, 4000, drama_games=8))
    assert found.wins[0].low < 0.556 < found.wins[0].high  # the first player's share of random games
    assert found.first_seat is not None
    assert found.first_seat.low > 0
    assert found.shortest >= 7
    assert found.longest <= 42
    assert sum(count for _, _, count in found.lengths) == 4000
    assert 6 < found.branching.value < 7 == found.widest
    assert found.ends.keys() <= {"four", "full"}
    assert [kind.name for kind in found.kinds] == ["column"]
    assert found.tension is not None
    assert found.tension.luck.value == 0


def test_a_report_needs_nothing_beside_itself_and_says_what_it_is_of() -> None:
    study = Study("number_poker", 2)
    found = findings(study, run_study(study, 200, drama_games=4))
    text = page(study, found)
    assert f'points of seat 1 at the end</td><td class="figure">{found.points[1].value:.2f} (' in text
    for plot in re.findall(r"<svg.*?</svg>", text):
        ET.fromstring(plot)
    assert not re.search(r"(src|href)=|url\(", text)
    assert "ludothek lab simulate number_poker --games 200 --seats 2" in text


def test_the_command_tells_and_writes_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "deep/found.json"
    done = run("lab", "simulate", "connect_four", "--games", "200", "--drama", "2", "--json", str(file))
    assert done.returncode == 0, done.stderr
    told = json.loads(file.read_text())
    assert told["findings"]["games"] == 200
    assert f"{told['findings']['wins'][0]['value']:.2%}" in done.stdout


def test_a_single_game_has_no_interval_and_its_figures_are_json_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, file = Study("connect_four", 2), tmp_path / "found.json"
    found = findings(study, run_study(study, 1))
    tell(study, found)
    assert "inf" not in capsys.readouterr().out
    write_json(file, as_document(study, found))
    length = json.loads(file.read_text(), parse_constant=pytest.fail)["findings"]["length"]
    assert length["low"] is None
    assert 7 <= length["value"] <= 42


def test_what_cannot_be_studied_is_one_sentence() -> None:
    with pytest.raises(Refusal, match="one player for all seats, or one for each of the 3, not 2"):
        Study("number_poker", 3, players=("easy", "hard")).seated()
    with pytest.raises(Refusal, match="has no player 'genius'"):
        Study("number_poker", 3, players=("genius",)).seated()
    with pytest.raises(Refusal, match="the guide cannot be combined"):
        Study("museum", 2, players=("guide", "easy")).seated()
    with pytest.raises(Refusal, match="follow no guide"):
        run_study(Study("connect_four", 2, players=("guide",)), 10)
    with pytest.raises(Refusal, match="GB of memory, and this computer has"):
        run_study(FOUR, 10**13)
    assert isinstance(StudyGames.whole([run_study(FOUR, 1)]), StudyGames)
