"""Bots of Torris: alpha-beta search over the compiled rules, which proves endings."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.torris.alphabeta import PROVE
from ludothek.bots.torris.player import AlphaBetaBot
from ludothek.bots.torris.reasons import reasons

LEVELS: Mapping[str, Bot] = {
    "easy": AlphaBetaBot(nodes=60, slips=0.3),
    "medium": AlphaBetaBot(nodes=300),
    "hard": AlphaBetaBot(nodes=500_000),
}

PROGRAMS = (PROVE,)

__all__ = ["LEVELS", "PROGRAMS", "reasons"]
