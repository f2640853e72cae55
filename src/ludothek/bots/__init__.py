"""Computer players. A bot is given what its seat may see, and nothing else."""

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, PlayerView
from ludothek.bots.levels import bot, guests, is_built_in, levels, player, stand_in, title

__all__ = [
    "Bot",
    "Budget",
    "Choice",
    "Estimate",
    "PlayerView",
    "bot",
    "guests",
    "is_built_in",
    "levels",
    "player",
    "stand_in",
    "title",
]
