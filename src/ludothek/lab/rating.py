"""Ratings from games: how strong each player is, if the chance to come first at a table goes by strength.

The model is Plackett and Luce's; at tables of two it is Bradley and Terry's. A game is a row of stages: whoever came first was chosen from
all, the second from those who were left, and so on. Where several came in alike, each of them has a part of that stage. The strengths
that make the games most likely are found by Hunter's minorisation; every player has half a win and half a loss against an average one
beside its games, so that whoever has lost them all is rated too. Intervals are from the curvature of the likelihood.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from ludothek.lab.duel import Z95

ELO = 400 / math.log(10)  # points for a factor of e: with 400 more one wins ten of eleven
ROUNDS = 10_000
SMALL = 1e-8


@dataclass(frozen=True)
class Stage:
    """Who came in next, all alike, of whom."""

    winners: tuple[Any, ...]
    field: tuple[Any, ...]


@dataclass(frozen=True)
class Rating:
    player: Any
    points: float  # above the player that the scale is anchored at
    low: float
    high: float


def stages(players: Sequence[Hashable], endings: Sequence[Any]) -> list[Stage]:
    """A game as stages; the best ending first."""
    order = sorted(zip(endings, players, strict=True), key=lambda one: one[0], reverse=True)
    left = [player for _, player in order]
    told = []
    for _, group in groupby(order, key=lambda one: one[0]):
        alike = tuple(player for _, player in group)
        if len(alike) == len(left):  # nobody is left who came in behind: all of them drew, or one is alone
            told += [Stage(alike, tuple(left))] if len(set(alike)) > 1 else []
            break
        told.append(Stage(alike, tuple(left)))
        left = left[len(alike) :]
    return told


def rated(told: Sequence[Stage], anchor: Hashable | None = None) -> list[Rating]:
    """The strongest first. The anchor, or else the mean, is at 0 points."""
    players = sorted({player for stage in told for player in stage.field}, key=str)
    number = {player: k for k, player in enumerate(players)}
    met = Counter(tuple(sorted(number[player] for player in stage.field)) for stage in told)  # the same players meet again and again
    fields = [(np.array(field), times) for field, times in met.items()]
    wins = np.full(len(players), 0.5)
    for stage in told:
        for player in stage.winners:
            wins[number[player]] += 1 / len(stage.winners)
    strength = np.ones(len(players))
    for _ in range(ROUNDS):
        weight = 1 / (strength + 1)  # the two games against an average player, half of each
        for field, times in fields:
            np.add.at(weight, field, times / strength[field].sum())
        better = wins / weight
        moved = np.abs(np.log(better / strength)).max()
        strength = better
        if moved < SMALL:
            break
    return _with_intervals(players, np.log(strength), fields, None if anchor is None else number.get(anchor))


def _with_intervals(players: Sequence[Any], logs: Any, fields: Sequence[tuple[Any, int]], anchor: int | None) -> list[Rating]:
    count = len(players)
    strength = np.exp(logs)
    phantom = strength / (strength + 1) ** 2
    curvature = np.diag(phantom)
    for field, times in fields:
        share = np.zeros(count)
        np.add.at(share, field, strength[field] / strength[field].sum())
        curvature += times * (np.diag(share) - np.outer(share, share))
    spread = np.linalg.pinv(curvature)
    base = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    ratings = []
    for k, player in enumerate(players):
        against = np.eye(count)[k] - base
        points, half = ELO * float(against @ logs), ELO * Z95 * math.sqrt(max(0.0, float(against @ spread @ against)))
        ratings.append(Rating(player, points, points - half, points + half))
    return sorted(ratings, key=lambda one: -one.points)
