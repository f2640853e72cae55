"""PettingZoo's and Gymnasium's own tests, unmodified, of our games."""

import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test

from ludothek.adapters.gymnasium import SingleEnv, VectorizedEnv
from ludothek.adapters.pettingzoo import cycle_env, env, parallel_env, raw_env
from ludothek.core import Refusal
from ludothek.core.registry import find, game_ids

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # they advise against an action mask in the observation, although their own games have one


@pytest.mark.parametrize("game_id", game_ids())
def test_pettingzoo_finds_nothing_wrong(game_id: str) -> None:
    for seats in {find(game_id).fewest, find(game_id).most}:
        api_test(env(game_id, seats), num_cycles=6)
        seed_test(partial(env, game_id, seats), num_cycles=6)
        parallel_api_test(parallel_env(game_id, seats), num_cycles=6)
        max_cycles_test(
            SimpleNamespace(
                parallel_env=partial(parallel_env, game_id, seats), env=partial(cycle_env, game_id, seats)
            )
        )


def test_a_game_in_the_zoo_is_the_game_at_a_table() -> None:
    zoo = raw_env("connect_four")
    zoo.reset(seed=1)
    for column in (3, 0, 3, 0, 3, 0):
        zoo.step(column)
    assert zoo.agent_selection == "seat_0"
    zoo.step(3)
    assert zoo.terminations == {"seat_0": True, "seat_1": True}
    assert zoo.rewards == {"seat_0": 1.0, "seat_1": 0.0}


def test_what_is_not_legal_ends_the_game_or_changes_nothing_and_a_limit_breaks_it_off() -> None:
    zoo = env("connect_four")
    zoo.reset(seed=1)
    for _ in range(6):
        zoo.step(0)
    zoo.step(0)  # the column is full
    assert zoo.terminations["seat_0"]
    both = parallel_env("number_poker", max_cycles=2)
    both.reset(seed=1)
    seen, _, _, truncated, infos = both.step({"seat_0": 5, "seat_1": 4})
    assert infos["seat_0"] == {"illegal": True}
    assert infos["seat_1"] == {}
    assert not any(truncated.values())
    assert not np.array_equal(
        seen["seat_0"]["observation"], seen["seat_1"]["observation"]
    )  # seat 1 gets its own observation
    assert both.step({})[3] == {"seat_0": True, "seat_1": True}


@pytest.mark.parametrize("game_id", ["clear_board", "museum", "safehouse"])
def test_gymnasium_finds_nothing_wrong_with_a_game_for_one(game_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleEnv(game_id), skip_render_check=True)


def test_thousands_of_puzzles_are_one_environment() -> None:
    envs, rng = VectorizedEnv("clear_board", games=64), np.random.default_rng(1)
    seen, _ = envs.reset(seed=3)
    again, _ = VectorizedEnv("clear_board", games=64).reset(seed=3)
    assert np.array_equal(seen["observation"], again["observation"])
    ended = 0
    for _ in range(40):
        mask = seen["action_mask"]
        seen, rewards, over, broken_off, _ = envs.step((mask * (1 + rng.random(mask.shape))).argmax(1))
        assert not rewards[~over].any()
        assert not broken_off.any()
        ended += int(over.sum())
    space = envs.observation_space
    assert isinstance(space, spaces.Dict)
    assert seen["observation"].shape == space["observation"].shape
    assert ended >= 64
    with pytest.raises(Refusal, match="Gymnasium knows one player"):
        SingleEnv(find("torris").variant(2))
