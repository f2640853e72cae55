"""Ratings from games: how strong each player is, if the chance to come first at a table goes by strength.

The model is Plackett and Luce's; at tables of two it is Bradley and Terry's. A game is a row of stages:
whoever came first was chosen from all, the second from those who were left, and so on. Where several came in
alike, each of them has a part of that stage. The strengths that make the games most likely are found by
Hunter's minorisation; every player has half a win and half a loss against an average one beside its games, so
that whoever has lost them all is rated too. Intervals are from the curvature of the likelihood.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from ludothek.lab.duel import Z95

ELO = 400 / math.log(10)  # points for a factor of e: with 400 more one wins ten of eleven
ROUNDS = 10_000
SMALL = 1e-8


@dataclass(frozen=True)
class FinishOrder:
    """Who came in next, all alike, of whom."""

    winners: tuple[Any, ...]
    field: tuple[Any, ...]


@dataclass(frozen=True)
class Rating:
    player: Any
    points: float  # above the player that the scale is anchored at
    low: float
    high: float


def stages(players: Sequence[Hashable], endings: Sequence[Any]) -> list[FinishOrder]:
    """A game as stages; the best ending first."""
    order = sorted(zip(endings, players, strict=True), key=lambda one: one[0], reverse=True)
    left = [player for _, player in order]
    told = []
    for _, group in groupby(order, key=lambda one: one[0]):
        alike = tuple(player for _, player in group)
        if len(alike) == len(left):  # nobody is left who came in behind: all of them drew, or one is alone
            told += [FinishOrder(alike, tuple(left))] if len(set(alike)) > 1 else []
            break
        told.append(FinishOrder(alike, tuple(left)))
        left = left[len(alike) :]
    return told


def rated(told: Sequence[FinishOrder], anchor: Hashable | None = None) -> list[Rating]:
    """The strongest first. The anchor, or else the mean, is at 0 points."""
    players = sorted({player for stage in told for player in stage.field}, key=str)
    number = {player: k for k, player in enumerate(players)}
    met = Counter(
        tuple(sorted(number[player] for player in stage.field)) for stage in told
    )  # the same players meet again and again
    seats = np.array([player for field in met for player in field])  # all fields in one row,
    fields = np.repeat(
        np.arange(len(met)), [len(field) for field in met]
    )  # and which of them a place belongs to
    times = np.array(list(met.values()), float)
    wins = np.full(len(players), 0.5)
    for stage in told:
        for player in stage.winners:
            wins[number[player]] += 1 / len(stage.winners)
    strength = np.ones(len(players))
    for _ in range(ROUNDS):
        against = (times / np.bincount(fields, strength[seats]))[fields]
        weight = 1 / (strength + 1) + np.bincount(
            seats, against
        )  # the two games against an average player, half of each, and all others
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
    )  # the games against an average player see to it that there is one
    base = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    points = ELO * (logs - base @ logs)
    variance = spread.diagonal() - 2 * (spread @ base) + base @ spread @ base
    halves = ELO * Z95 * np.sqrt(variance.clip(0))
    found = zip(players, points.tolist(), halves.tolist(), strict=True)
    ratings = [Rating(player, at, at - half, at + half) for player, at, half in found]
    return sorted(ratings, key=lambda one: -one.points)
