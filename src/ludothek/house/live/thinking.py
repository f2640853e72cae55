"""Questions to bots and their answers, wherever bots run: in a process or in a browser's worker."""

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
    """All that a bot needs for one decision, ready to be sent to another process."""

    game: str
    seats: int
    setting: bytes  # options and kit, as JSON
    seat: int
    state: Any  # as `hide` leaves it for the seat
    past: tuple[Any, ...]  # earlier states as the seat saw them, for bots with a memory
    pace: dict[str, Any]
    level: str
    seconds: float | None  # None: the level's own limit, the same on every machine
    seed: int
    about: str | None = None  # a move that the advice must cover
    whose: str = ""  # the client address, for fair scheduling
    nodes: int = 0  # search nodes, instead of a time limit; for reviews


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
    """Return the question that has the best player judge one decision of a finished game."""
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
    """Runs the bots of a house."""

    def levels(self, game: Game) -> list[str]:
        """Return the bot levels of a game, from the weakest to the strongest."""

    async def choose(self, asked: BotQuestion, getting_ready: Callable[[int], None] = ...) -> str | None:
        """Return a bot's move; None if an external bot failed.

        `getting_ready` is called with the number of rules still to be compiled.
        """

    async def advise(self, asked: BotQuestion) -> Advice | None:
        """Return the adviser's view of a position; None if it is not available."""

    async def judge(self, asked: BotQuestion) -> Choice | None:
        """Return the best player's choice for a decision of a finished game, at the lowest priority."""

    def warm_up(self) -> None:
        """Prepare for a question that is expected soon."""

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
