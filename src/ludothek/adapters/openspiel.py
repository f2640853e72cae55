"""Every game registered with OpenSpiel, as `ludothek_GAME`.

    from ludothek.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("ludothek_number_poker(seats=2)")
    variant = find("number_poker").variant(2)
    late = openspiel.OpenSpielGame(variant, opening=["4", "4", …])  # starts after these moves

Chance is a player of its own, as in OpenSpiel. Seats that choose simultaneously are asked one after the
other, and their information states leave out the others' choices. An information state has everything the
seat has seen in the game so far, and its own choices. In contests the scores are given less their mean, so
that they sum to zero.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from ludothek.bots.playout import LONGEST
from ludothek.core import CHANCE, Variant
from ludothek.core.flatten import flat_size, flatten_rule
from ludothek.core.game import Game
from ludothek.core.registry import game_ids, installed_games
from ludothek.lab.duel import is_contest
from ludothek.lab.solve import play_opening

PREFIX = "ludothek_"


def register() -> list[str]:
    """Register all installed games and return their OpenSpiel names."""
    known = set(pyspiel.registered_names())
    for game in installed_games():
        if PREFIX + game.id not in known:
            pyspiel.register_game(type_of(game), _class_of(game))
    return [PREFIX + name for name in game_ids()]


def _class_of(game: Game) -> Any:
    """Create a game class for OpenSpiel, which constructs games from parameters alone."""

    class Registered(OpenSpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(game.variant(int((params or {}).get("seats", game.usual))), params=params)

    return Registered


def type_of(game: Game) -> Any:
    """Return OpenSpiel's description of a game."""
    declared, kinds = game.declared, pyspiel.GameType
    is_together = declared.together or game.most == 1
    return kinds(
        short_name=PREFIX + game.id,
        long_name=game.texts["en"]["title"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if declared.chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if declared.hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if is_together else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.usual},
    )


class HistoryNode:
    """An immutable position with its history, shared by copies of a state."""

    def __init__(
        self,
        variant: Variant,
        state: Any,
        before: "HistoryNode | None" = None,
        mover: int = -1,
        action: int = 0,
    ) -> None:
        self.variant, self.state, self.before, self.mover, self.action = variant, state, before, mover, action
        acting = variant.to_act(state)
        self.acting = acting[0] if acting else -1
        self._known: dict[int, str] = {}

    def __deepcopy__(self, _: Any) -> "HistoryNode":
        return self

    def after(self, action: int) -> "HistoryNode":
        """Return the node after an action of the seat to act."""
        return HistoryNode(
            self.variant, self.variant.after(self.state, self.acting, action), self, self.acting, action
        )

    def seen(self, seat: int) -> str:
        """Return the position as the seat sees it, as text."""
        return repr(self.variant.seen_by(self.state, seat))

    def known(self, seat: int) -> str:
        """Return a key of the information state: everything the seat has seen and done so far."""
        path: list[HistoryNode] = []
        node: HistoryNode | None = self
        while node is not None and seat not in node._known:
            path.append(node)
            node = node.before
        past = node._known[seat] if node is not None else ""
        for one in reversed(path):
            own = f"{one.action}" if one.mover == seat else ""
            past = one._known[seat] = hashlib.blake2b(
                f"{past}|{own}|{one.seen(seat)}".encode(), digest_size=12
            ).hexdigest()
        return past


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A variant as an OpenSpiel game, from its start or after an opening."""

    def __init__(self, variant: Variant, opening: Sequence[str] = (), params: Any = None) -> None:
        declared = variant.game.declared
        self.variant = variant
        self.start = HistoryNode(variant, play_opening(variant, opening))
        info = pyspiel.GameInfo(
            num_distinct_actions=declared.actions,
            max_chance_outcomes=declared.legal if declared.chance else 0,
            num_players=variant.seats,
            min_utility=-1.0 if is_contest(variant) else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if is_contest(variant) else None,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(variant.game), info, params or {"seats": variant.seats})

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "OpenSpielObserver":
        return OpenSpielObserver(self.variant, iig_obs_type)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.node = game.start

    def current_player(self) -> Any:
        if self.node.acting == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return self.node.acting if self.node.acting >= 0 else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.node.variant.actions(self.node.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities, numbered in the order of its actions."""
        weights = self._weights()
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _weights(self) -> list[int]:
        variant, state = self.node.variant, self.node.state
        return list(variant.weights(state, variant.moves(state, CHANCE)).values())

    def _apply_action(self, action: int) -> None:
        is_chance = self.node.acting == CHANCE
        self.node = self.node.after(
            self.node.variant.actions(self.node.state, CHANCE)[action] if is_chance else action
        )

    def _action_to_string(self, player: int, action: int) -> str:
        variant, state = self.node.variant, self.node.state
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        number = variant.actions(state, CHANCE)[action] if seat == CHANCE else action
        return variant.game.notation.write(variant.kit, state, seat, number)

    def is_terminal(self) -> bool:
        return self.node.acting < 0

    def returns(self) -> list[float]:
        variant = self.node.variant
        if not self.is_terminal():
            return [0.0] * variant.seats
        scores = variant.scores(self.node.state)
        mean = sum(scores) / len(scores) if is_contest(variant) else 0.0
        return [score - mean for score in scores]

    def __str__(self) -> str:
        return repr(self.node.state)


class OpenSpielObserver:
    """An OpenSpiel observer: a seat's view as numbers, or with perfect recall a key of its history."""

    def __init__(self, variant: Variant, kind: Any) -> None:
        self.has_recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(flat_size(variant.game.rules.State), np.float32)
        self.dict = {"state": self.tensor}
        self._flatten = flatten_rule(variant.game.rules.State)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self._flatten(state.node.variant.seen_by(state.node.state, player), self.tensor, 0)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.node.known(player) if self.has_recall else state.node.seen(player)
