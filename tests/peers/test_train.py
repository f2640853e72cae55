"""The learning example: its observations, its targets, and the trained bot."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

import ludothek

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"
FOUR = ludothek.game("connect_four").variant(2)


@pytest.fixture(scope="module")
def train() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", TRAIN)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def learnt(train: ModuleType) -> object:
    """A net after a few lessons: some seconds."""
    return train.train(lessons=8)


def test_the_player_who_is_to_act_sees_their_own_discs_first(train: ModuleType) -> None:
    """d, d, d, c are played: seat 0 is to act, has d1 and d3, and the other d2 and c1."""
    batch = ludothek.Batch(FOUR, 1)
    batch.reset(1)
    for column in (3, 3, 3, 2):
        batch.step([column])
    mine, theirs, lands = train.planes(torch.from_numpy(batch.observations()), torch.tensor([0]))[0]
    assert mine.nonzero().tolist() == [[3, 0], [3, 2]]
    assert theirs.nonzero().tolist() == [[2, 0], [3, 1]]
    assert lands.nonzero().tolist() == [[0, 0], [1, 0], [2, 1], [3, 3], [4, 0], [5, 0], [6, 0]]
    swapped = train.planes(torch.from_numpy(batch.observations()), torch.tensor([1]))[0]
    assert (swapped == torch.stack([theirs, mine, lands])).all()


def test_what_came_of_a_move_is_what_the_next_left_negated_and_a_move_not_meant_says_nothing(
    train: ModuleType,
) -> None:
    """Three games: the last move wins two; in the second, the move before was random; the third goes on."""
    yes, no, nothing = torch.tensor([True] * 3), torch.tensor([False] * 3), torch.zeros(3)
    hope, reward = torch.full((3,), 0.5), torch.tensor([1.0, 1.0, 0.0])
    steps = [
        train.Step(nothing, nothing, hope, yes, no, nothing),
        train.Step(nothing, nothing, hope, torch.tensor([True, False, True]), no, nothing),
        train.Step(nothing, nothing, hope, yes, torch.tensor([True, True, False]), reward),
    ]
    first, second, third = train.targets(steps, torch.full((3,), 0.25))
    left, believed = train.DISCOUNT, lambda came: 0.5 + train.LAMBDA * (came - 0.5)
    assert torch.allclose(third, torch.tensor([1.0, 1.0, -left * 0.25]))
    assert torch.allclose(
        second, -left * torch.tensor([believed(1.0), believed(1.0), believed(-left * 0.25)])
    )
    assert torch.allclose(
        first, -left * torch.tensor([believed(float(second[0])), 0.5, believed(float(second[2]))])
    )


def test_it_takes_a_win_and_stops_one(train: ModuleType, learnt: object) -> None:
    """Both follow from the rules, with a lookahead of two moves."""
    player = train.Trained(learnt)
    for moves, wanted in (("dcdcdc", "d"), ("adbdcd", "d"), ("aabbc", "d")):
        table = ludothek.Table.open("connect_four", 2)
        for number, move in enumerate(moves):
            table.play(number % 2, move)
        view = ludothek.PlayerView.at(table, len(moves) % 2)
        assert player.choose(view, ludothek.Budget(), 1).move == wanted


def test_a_few_lessons_are_enough_against_the_player_who_plays_at_random(
    train: ModuleType, learnt: object
) -> None:
    standing = ludothek.duel("connect_four", train.Trained(learnt), "random", games=40)
    assert standing.interval()[0] > 0.5


def test_what_is_trained_is_kept_and_plays_elsewhere(
    train: ModuleType, learnt: torch.nn.Module, tmp_path: Path
) -> None:
    shutil.copy(TRAIN, tmp_path)
    kept = tmp_path / "trained.pt"
    torch.save(learnt.state_dict(), kept)

    def duel(game: str) -> subprocess.CompletedProcess[str]:
        command = [
            str(Path(sys.executable).with_name("ludothek")),
            *f"lab duel {game} train:Trained random --games 6 --jobs 1".split(),
        ]
        return subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=tmp_path, env=os.environ
        )

    assert "train:Trained" in duel("connect_four").stdout
    assert "this player has learnt connect_four, and not torris" in duel("torris").stderr
    kept.unlink()
    assert "there is no trained.pt beside train.py; train a player first" in duel("connect_four").stderr
