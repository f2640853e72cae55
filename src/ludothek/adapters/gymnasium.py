"""Puzzles and team games as Gymnasium environments: a single game, or thousands in a `Batch`.

    env = SingleEnv("clear_board")
    envs = VectorizedEnv("clear_board", games=4096)

An observation contains the state as the seat may see it, and the mask of legal actions. The reward is the
score at the end of the game, and 0 before. An illegal action changes nothing in `SingleEnv`, which reports it
in `info`; `VectorizedEnv` raises an error. Finished games of `VectorizedEnv` restart in the same step.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludothek.adapters.stepped_game import SteppedGame, variant_of
from ludothek.core import Refusal, Variant
from ludothek.lab.batch import Batch


def spaces(sitting: SteppedGame) -> Dict:
    """Return the observation space of a game."""
    low, high = sitting.bounds()
    return Dict(
        {
            "observation": Box(low, high, dtype=np.float32),
            "action_mask": Box(0, 1, (sitting.actions,), np.int8),
        }
    )


def alone(game: str | Variant, options: object, kit: object) -> Variant:
    """Return the variant for one seat; refuse a variant with several."""
    variant = variant_of(game, None if isinstance(game, Variant) else 1, options, kit)
    if variant.seats != 1:
        raise Refusal(
            f"Gymnasium knows one player, and this is {variant.game.id} with {variant.seats} seats; take"
            " ludothek.adapters.pettingzoo"
        )
    return variant


class SingleEnv(gymnasium.Env):
    """One game of a puzzle or a team game with one seat."""

    def __init__(
        self, game: str | Variant = "clear_board", options: object = None, kit: object = None
    ) -> None:
        self.sitting = SteppedGame(alone(game, options, kit))
        self.observation_space, self.action_space = spaces(self.sitting), Discrete(self.sitting.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.sitting.begin(int(self.np_random.integers(1 << 62)))
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self.sitting.mask(0)[int(action)]:
            return self._seen(), 0.0, not self.sitting.acting(), False, {"illegal": True}
        self.sitting.act(0, int(action))
        is_over = not self.sitting.acting()
        return self._seen(), self.sitting.scores()[0] if is_over else 0.0, is_over, False, {}

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.sitting.observation(0), "action_mask": self.sitting.mask(0)}


class VectorizedEnv(VectorEnv):
    """Many games at once, in a `Batch`."""

    def __init__(
        self,
        game: str | Variant = "clear_board",
        games: int = 1024,
        options: object = None,
        kit: object = None,
    ) -> None:
        variant = alone(game, options, kit)
        self.batch = Batch(variant, games)
        self.num_envs = games
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space, self.single_action_space = (
            spaces(SteppedGame(variant)),
            Discrete(self.batch.actions),
        )
        self.observation_space, self.action_space = (
            batch_space(self.single_observation_space, games),
            MultiDiscrete([self.batch.actions] * games),
        )

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 60)))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        self.batch.step(np.asarray(actions))
        return (
            self._seen(),
            self.batch.rewards[:, 0].copy(),
            self.batch.ended.copy(),
            np.zeros(self.num_envs, bool),
            {},
        )

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self.batch.observations().copy(),
            "action_mask": self.batch.masks.astype(np.int8),
        }
