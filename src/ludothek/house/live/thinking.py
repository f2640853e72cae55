"""What a bot is asked, and how it answers, wherever it thinks: in a process of its own, or in a browser's
worker.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ludothek.bots import Budget, Choice, PlayerView, bot, levels
from ludothek.bots.hints import Advice, advice
from ludothek.core import Game, Variant
from ludothek.core.table import Playthrough
from ludothek.core.variant_cache import setting_of, shared
from ludothek.review import StoryQuestion
from ludothek.review import judged as judged_by_the_best


@dataclass(frozen=True)
class BotQuestion:
    """Everything that a bot is told, ready to be sent to another process."""

    game: str
    seats: int
    setting: bytes  # options and kit, as JSON
    seat: int
    state: Any  # after `hide`
    past: tuple[Any, ...]  # what the seat has seen before, for a bot that remembers
    pace: dict[str, Any]
    level: str
    seconds: float | None  # None: as the level does, which is the same on every machine
    seed: int
    about: str | None = None  # a move that somebody thinks of making, to be looked at in any case
    whose: str = ""  # the address for which it is thought: those are served in turn
    nodes: int = 0  # how deep to look, in the place of how long: for whoever judges a game afterwards


def question(
    table: Playthrough,
    seat: int,
    level: str,
    seconds: float | None,
    pace: dict[str, Any],
    about: str | None = None,
    whose: str = "",
    seed: int | None = None,
) -> BotQuestion:
    variant = table.variant
    setting = setting_of(variant.options, variant.figures)
    view, seed = (
        PlayerView.at(table, seat, bot(variant.game, level).remembers),
        secrets.randbits(62) if seed is None else seed,
    )
    return BotQuestion(
        variant.game.id,
        variant.seats,
        setting,
        seat,
        view.state,
        view.past,
        pace,
        level,
        seconds,
        seed,
        about,
        whose,
    )


def question_to_judge(ask: StoryQuestion, nodes: int) -> BotQuestion:
    """What has to be asked of a game that is over."""
    variant, view = ask.view.variant, ask.view
    setting, seed = setting_of(variant.options, variant.figures), secrets.randbits(62)
    level = levels(variant.game)[-1]
    return BotQuestion(
        variant.game.id,
        variant.seats,
        setting,
        view.seat,
        view.state,
        view.past,
        {},
        level,
        0.0,
        seed,
        ask.made,
        nodes=nodes,
    )


class Thinker(Protocol):
    """Who answers for the bots of a house."""

    def levels(self, game: Game) -> list[str]:
        """The bots that there are for a game, from the weakest to the strongest."""

    async def choose(self, asked: BotQuestion, getting_ready: Callable[[int], None] = ...) -> str | None:
        """A bot's move; None where it is of somebody else, and has failed.

        `getting_ready` is told of what keeps it from thinking yet.
        """

    async def advise(self, asked: BotQuestion) -> Advice | None:
        """What the adviser would tell a person; nothing where that cannot be had."""

    async def judge(self, asked: BotQuestion) -> Choice | None:
        """What the best player thinks of a decision in a game that is over, when nobody else has anything to
        think about.
        """

    def warm_up(self) -> None:
        """Be ready: a bot will be asked soon."""

    def stop(self) -> None: ...


def chosen(asked: BotQuestion) -> str:
    variant = variant_asked(asked)
    player = bot(variant.game, asked.level)
    budget = Budget(nodes=asked.nodes) if asked.nodes else Budget(seconds=asked.seconds)
    return player.choose(_view(asked, variant), budget, asked.seed).move


def advised(asked: BotQuestion) -> Advice:
    return advice(_view(asked, variant_asked(asked)), asked.about)


def judged(asked: BotQuestion) -> Choice:
    return judged_by_the_best(StoryQuestion(_view(asked, variant_asked(asked)), asked.about), asked.nodes)


def variant_asked(asked: BotQuestion) -> Variant:
    return shared(asked.game, asked.seats, asked.setting)


def _view(asked: BotQuestion, variant: Variant) -> PlayerView:
    return PlayerView(variant, asked.seat, asked.state, asked.past, asked.pace)
