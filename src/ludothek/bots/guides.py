"""The guide of a game's players: a compiled policy, cheap enough to play thousands of games in seconds."""

from ludothek.bots.guide_bot import GuideBot
from ludothek.bots.levels import bot, levels
from ludothek.bots.lookahead import LookaheadBot
from ludothek.bots.playout import Guide, any_action
from ludothek.bots.tally import tally_program
from ludothek.compiler import Program
from ludothek.core.game import Game


def guide_of(game: Game) -> Guide | None:
    """Return the guide of the game's strongest player, or None if that player follows none."""
    player = bot(game, levels(game)[-1])
    return player.guide if isinstance(player, GuideBot | LookaheadBot) else None


def trial_program(game: Game) -> Program:
    """Return the program that plays and counts games, to try out the figures of a kit.

    All seats follow the guide, or act at random in a game without one.
    """
    return tally_program(guide_of(game) or any_action)
