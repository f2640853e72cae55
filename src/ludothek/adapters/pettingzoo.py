"""All games as PettingZoo environments.

    from ludothek.adapters.pettingzoo import env

    zoo = env("torris")
    zoo.reset(seed=1)
    for agent in zoo.agent_iter():
        observation, reward, terminated, truncated, info = zoo.last()
        mask = observation["action_mask"]
        zoo.step(None if terminated or truncated else zoo.action_space(agent).sample(mask))

`env` asks the seats to act one after the other. `parallel_env` asks all seats at once, and `cycle_env` asks
all seats in turn; there a seat that is not to act has no legal action. An illegal action changes nothing in
these two and sets `illegal` in the seat's info; in `env` it ends the game, as is usual in PettingZoo. A game
that has not ended after `max_cycles` is truncated.
"""

from functools import cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from ludothek.adapters.stepped_game import SteppedGame, variant_of
from ludothek.core import Variant

NO_LIMIT = 1 << 31


def env(
    game: str | Variant,
    seats: int | None = None,
    options: object = None,
    kit: object = None,
    max_cycles: int = NO_LIMIT,
) -> AECEnv:
    """Return a turn-based environment with PettingZoo's usual wrappers."""
    raw = raw_env(game, seats, options, kit, max_cycles)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(raw, illegal_reward=-1))


def raw_env(
    game: str | Variant,
    seats: int | None = None,
    options: object = None,
    kit: object = None,
    max_cycles: int = NO_LIMIT,
) -> "TurnBasedEnv":
    """Return a turn-based environment without wrappers."""
    return TurnBasedEnv(variant_of(game, seats, options, kit), max_cycles)


def parallel_env(
    game: str | Variant,
    seats: int | None = None,
    options: object = None,
    kit: object = None,
    max_cycles: int = NO_LIMIT,
) -> "SimultaneousEnv":
    """Return an environment in which all seats act at once."""
    return SimultaneousEnv(variant_of(game, seats, options, kit), max_cycles)


def cycle_env(
    game: str | Variant,
    seats: int | None = None,
    options: object = None,
    kit: object = None,
    max_cycles: int = NO_LIMIT,
) -> AECEnv:
    """Return the parallel environment as a turn-based one, in which all seats act in turn."""
    return OrderEnforcingWrapper(parallel_to_aec(parallel_env(game, seats, options, kit, max_cycles)))


class AgentSpaces:
    """Names, observations and action spaces of agents, for both kinds of environment."""

    render_mode: str | None = None

    def __init__(self, variant: Variant, max_cycles: int) -> None:
        self.sitting = SteppedGame(variant)
        self.metadata = {
            "name": f"ludothek_{variant.game.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(variant.seats)]
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self._rng = np.random.default_rng()

    @cache  # noqa: B019  PettingZoo requires the same object at each call
    def observation_space(self, agent: str) -> Dict:
        low, high = self.sitting.bounds()
        return Dict(
            {
                "observation": Box(low, high, dtype=np.float32),
                "action_mask": Box(0, 1, (self.sitting.actions,), np.int8),
            }
        )

    @cache  # noqa: B019
    def action_space(self, agent: str) -> Discrete:
        return Discrete(self.sitting.actions)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.sitting.observation(seat), "action_mask": self.sitting.mask(seat)}

    def begin(self, seed: int | None) -> None:
        """Start a new game, with a new generator if a seed is given."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.sitting.begin(int(self._rng.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.cycles = 0

    def render(self) -> str:
        """Return the position in words."""
        variant, state = self.sitting.variant, self.sitting.state
        return "\n".join(
            variant.game.texts["en"].say(line, self.possible_agents) for line in variant.describe(state)
        )

    def close(self) -> None:
        pass


class TurnBasedEnv(AgentSpaces, AECEnv):  # type: ignore[misc]
    """An environment that asks one seat at a time (PettingZoo's AEC)."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.sitting.acting()[0]]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.sitting.act(self.possible_agents.index(agent), int(action))
        self.cycles += 1
        if acting := self.sitting.acting():
            self.truncations = dict.fromkeys(
                self.agents, self.cycles >= self.max_cycles * len(self.possible_agents)
            )
            self.agent_selection = self.possible_agents[acting[0]]
        else:
            self.rewards = dict(zip(self.possible_agents, self.sitting.scores(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class SimultaneousEnv(AgentSpaces, ParallelEnv):  # type: ignore[misc]
    """An environment that asks all seats at once."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Apply the actions of all seats that are to act, the lowest seat first."""
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        for seat in self.sitting.acting():
            agent = self.possible_agents[seat]
            action = actions.get(agent)
            if action is not None and self.sitting.mask(seat)[int(action)]:
                self.sitting.act(seat, int(action))
            else:
                infos[agent] = {"illegal": True}
        self.cycles += 1
        is_over = not self.sitting.acting()
        scores = self.sitting.scores() if is_over else [0.0] * len(self.possible_agents)
        told = (
            {agent: self.observe(agent) for agent in self.agents},
            dict(zip(self.possible_agents, scores, strict=True)),
            dict.fromkeys(self.agents, is_over),
            dict.fromkeys(self.agents, not is_over and self.cycles >= self.max_cycles),
            infos,
        )
        if is_over or self.cycles >= self.max_cycles:
            self.agents = []
        return told
