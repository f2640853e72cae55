"""Fit ratings to finish orders with the Plackett–Luce model (Bradley–Terry at tables of two).

A game is a sequence of stages: the winner is chosen from all players, the second from the rest, and so on.
Players that finish equal share a stage. Maximum likelihood is found by Hunter's minorisation–maximisation.
Each player also has half a win and half a loss against an average player, so that a player without any win
has a finite rating. Intervals come from the curvature of the likelihood.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from ludothek.lab.duel import Z95

ELO = 400 / math.log(10)  # points for a factor of e: with 400 more a player wins ten games of eleven
ROUNDS = 10_000
SMALL = 1e-8  # change of a log strength at which the fit has converged


@dataclass(frozen=True)
class FinishOrder:
    """One stage: the players who finish next, equal to each other, out of the remaining field."""

    winners: tuple[Any, ...]
    field: tuple[Any, ...]


@dataclass(frozen=True)
class Rating:
    player: Any
    points: float  # relative to the anchor
    low: float
    high: float


def stages(players: Sequence[Hashable], endings: Sequence[Any]) -> list[FinishOrder]:
    """Split a game into stages, the best ending first."""
    order = sorted(zip(endings, players, strict=True), key=lambda one: one[0], reverse=True)
    left = [player for _, player in order]
    result = []
    for _, group in groupby(order, key=lambda one: one[0]):
        alike = tuple(player for _, player in group)
        if len(alike) == len(left):  # the last group: either a draw of all, or a single player
            result += [FinishOrder(alike, tuple(left))] if len(set(alike)) > 1 else []
            break
        result.append(FinishOrder(alike, tuple(left)))
        left = left[len(alike) :]
    return result


def fit_ratings(finishes: Sequence[FinishOrder], anchor: Hashable | None = None) -> list[Rating]:
    """Fit ratings, strongest first. The anchor, or the mean without one, is at 0 points."""
    players = sorted({player for stage in finishes for player in stage.field}, key=str)
    number = {player: k for k, player in enumerate(players)}
    met = Counter(
        tuple(sorted(number[player] for player in stage.field)) for stage in finishes
    )  # how often each group of players met
    seats = np.array([player for field in met for player in field])  # all fields in one array
    fields = np.repeat(
        np.arange(len(met)), [len(field) for field in met]
    )  # the field that each element of `seats` belongs to
    times = np.array(list(met.values()), float)
    wins = np.full(len(players), 0.5)
    for stage in finishes:
        for player in stage.winners:
            wins[number[player]] += 1 / len(stage.winners)
    strength = np.ones(len(players))
    for _ in range(ROUNDS):
        against = (times / np.bincount(fields, strength[seats]))[fields]
        weight = 1 / (strength + 1) + np.bincount(
            seats, against
        )  # the prior against an average player, and all games
        better = wins / weight
        moved = np.abs(np.log(better / strength)).max()
        strength = better
        if moved < SMALL:
            break
    return _with_intervals(players, strength, met, None if anchor is None else number.get(anchor))


def _with_intervals(
    players: Sequence[Any], strength: Any, met: Mapping[tuple[int, ...], int], anchor: int | None
) -> list[Rating]:
    count = len(players)
    curvature = np.diag(strength / (strength + 1) ** 2)
    for field, times in met.items():
        seats = np.array(field)
        share = strength[seats] / strength[seats].sum()
        np.add.at(curvature, (seats, seats), times * share)
        np.add.at(curvature, (seats[:, None], seats), -times * np.outer(share, share))
    spread, logs = (
        np.linalg.inv(curvature),
        np.log(strength),
    )  # invertible because of the prior
    base = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    points = ELO * (logs - base @ logs)
    variance = spread.diagonal() - 2 * (spread @ base) + base @ spread @ base
    halves = ELO * Z95 * np.sqrt(variance.clip(0))
    rows = zip(players, points.tolist(), halves.tolist(), strict=True)
    ratings = [Rating(player, at, at - half, at + half) for player, at, half in rows]
    return sorted(ratings, key=lambda one: -one.points)
