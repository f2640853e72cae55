"""Ladders: a document that records which duels were played, and keeps what people wrote in it."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from ludothek.bots import levels
from ludothek.core import Game
from ludothek.core.registry import find, game_ids
from ludothek.lab.duel import Duel, DuelGame, DuelResult, Ending
from ludothek.lab.ladder import LadderDocument, duels, row

FOUR, MUSEUM = find("connect_four"), find("museum")
WON, LOST = Ending(1.0), Ending(0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "duels.md"


def standing(wins: int, losses: int) -> DuelResult:
    made = DuelResult()
    for result in [DuelGame(WON, LOST)] * wins + [DuelGame(LOST, WON)] * losses:
        made.add(result)
    return made


def add(path: Path, game: Game, seats: int, first: str, second: str, wins: int, losses: int) -> None:
    LadderDocument(path).add(game, row(Duel(game.id, seats, first, second), standing(wins, losses)))


def test_every_level_meets_the_next_and_the_easiest_at_every_number_of_seats_and_only_the_easiest_meets_chance() -> (
    None
):
    pairs = [("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("hard", "easy")]
    assert [(duel.seats, duel.first, duel.second) for duel in duels(find("squid"))] == [
        (n, *pair) for n in range(2, 7) for pair in pairs
    ]
    perfect = [("perfect", "hard"), ("perfect", "easy")]
    assert [(duel.first, duel.second) for duel in duels(find("clear_board"))] == [*pairs, *perfect]


def test_a_line_says_who_won_how_surely_and_how_to_repeat_it(path: Path) -> None:
    add(path, FOUR, 2, "hard", "tricky", 65, 35)
    assert (
        "| 2 | hard – tricky | 100 | 65 | 0 | 35 | 65.0 % (55.3 to 73.6) | 65.0 % (55.3 to 73.6) | +0.00 "
        "| `ludothek lab duel connect_four hard tricky --seats 2 --games 100` |\n"
    ) in path.read_text()


def test_of_a_team_it_says_how_often_each_level_wins(path: Path) -> None:
    add(path, MUSEUM, 3, "easy", "random", 30, 10)
    rates = "75.0 % (59.8 to 85.8) | 75.0 % (59.8 to 85.8) | 25.0 % (14.2 to 40.2)"
    assert f"| 3 | easy – random | 40 | 30 | 0 | 10 | {rates} |" in path.read_text()


def test_lines_stand_in_order_and_a_newer_one_takes_the_place_of_the_older(path: Path) -> None:
    for first, second, wins in [("hard", "tricky", 5), ("easy", "random", 6), ("hard", "tricky", 7)]:
        add(path, FOUR, 2, first, second, wins, 1)
    levels = [line.split("|")[2:4] for line in path.read_text().splitlines() if line.startswith("| 2")]
    assert levels == [[" easy – random ", " 7 "], [" hard – tricky ", " 8 "]]


def test_a_duel_is_known_that_stands_there_with_as_many_games(path: Path) -> None:
    add(path, FOUR, 2, "hard", "tricky", 5, 1)
    hard, easy = (Duel(FOUR.id, 2, *levels) for levels in (("hard", "tricky"), ("easy", "random")))
    document = LadderDocument(path)
    assert [document.has(FOUR, hard, games) for games in (5, 6, 7)] == [True, True, False]
    assert not document.has(FOUR, easy, 1)


def test_what_people_wrote_stays(path: Path) -> None:
    add(path, MUSEUM, 1, "easy", "random", 1, 0)
    add(path, FOUR, 2, "easy", "random", 1, 0)
    path.write_text(
        path.read_text().replace("## connect_four\n", "## connect_four\n\nHard to win for black.\n")
    )
    add(path, FOUR, 2, "medium", "easy", 1, 0)
    text = path.read_text()
    assert text.count("Hard to win for black.") == 1
    assert (
        text.index("## connect_four")
        < text.index("Hard to win")
        < text.index("easy – random")
        < text.index("## museum")
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_the_document_has_every_pair_of_levels(game_id: str) -> None:
    document, game = LadderDocument(Path(__file__).parents[2] / "docs" / "duels.md"), find(game_id)
    assert [duel for duel in duels(game) if not document.has(game, duel, 20)] == []


@pytest.mark.parametrize("game_id", game_ids())
def test_levels_are_steps(game_id: str) -> None:
    """Each level beats the one below in 65 to 95 of 100 decided games, except `random` and `perfect`."""
    document, game = LadderDocument(Path(__file__).parents[2] / "docs" / "duels.md"), find(game_id)
    rungs = [level for level in levels(game) if level not in ("random", "perfect")]
    for (seats, pair), line in document.rows(game).items():
        if tuple(pair.split(" – ")[::-1]) in list(pairwise(rungs)):
            assert 65 <= float(line[6].partition(" ")[0]) <= 95, (seats, pair)


def test_what_stands_in_the_document_is_not_played_again(path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "ludothek",
        "lab",
        "ladder",
        "connect_four",
        "--games",
        "2",
        "--jobs",
        "1",
        "--write",
        str(path),
    ]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    assert first.startswith("8 duels played")
    assert second.startswith("0 duels played")
    assert path.read_text().count("`ludothek lab duel connect_four") == 8
