"""Advice at a table that allows it: hints, warnings and a help level per seat.

    silent       none, unless the person asks for a hint
    warn         the page asks again before a move that is much worse than the best one
    advise       the best moves are shown at every turn
    play_along   the same, and the best one is a click away

It comes from the game's adviser, which runs like a bot and sees only what the seat may see. Advice is cached
while the position lasts. A move that the adviser has hardly searched is searched when a person tries it. The
other people learn of hints and help levels, but not of warnings.
"""

import asyncio
import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludothek.bots.hints import Advice, Hint, worth
from ludothek.bots.levels import ADVISER
from ludothek.core.texts import shared_texts
from ludothek.house.api.answer_types import Done, HintShape, WarningShape
from ludothek.house.live.table_clock import now
from ludothek.house.live.thinking import question
from ludothek.house.people.person import Person
from ludothek.house.table import actions, decide
from ludothek.house.table.consequences import Consequences
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.entries import Hinted
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting

if TYPE_CHECKING:
    from ludothek.house.live.open_table import OpenTable

SHOWN_EACH_TURN = ("advise", "play_along")


@dataclass(frozen=True)
class PendingAdvice:
    """The running request for advice on one turn."""

    turn: int
    task: asyncio.Task[Advice | None]
    about: dict[str, asyncio.Task[Advice | None]] = field(default_factory=dict)  # requests about single moves


class Adviser:
    """Advises the people at one table."""

    def __init__(self, live: "OpenTable") -> None:
        self.live: OpenTable = weakref.proxy(live)  # so that a closed table is freed at once
        self._thoughts: dict[int, PendingAdvice] = {}  # the last one for each seat

    @property
    def sitting(self) -> Sitting:
        return self.live.sitting

    async def answer(self, person: Person, action: actions.AdviceAction, language: str) -> Done:
        decide.check_advice(
            self.sitting, action, DecisionContext(person, now(), self.live.house.players.levels)
        )
        if self._cached(action.seat) is None:
            self.live.house.hints.use(person.id)
        turn = self.sitting.turn
        thought = self._think(action.seat)
        advice = await asyncio.shield(thought.task)
        if isinstance(action, actions.CheckAction) and advice and not advice.is_sure_of(action.move):
            advice = await asyncio.shield(self._think_about(thought, action.seat, action.move))
        if self.sitting.turn != turn:
            raise Refused("stale")
        if isinstance(action, actions.CheckAction):
            warning = self._warning(action.seat, action.move, advice, language) if advice else None
            return Done(True, action.id, self.sitting.version, warning=warning)
        if advice is None:
            raise Refused("no_advice")
        await self._tell(action, person)
        hints = [self._shape(action.seat, hint, language) for hint in advice.hints]
        return Done(True, action.id, self.sitting.version, hints=hints)

    async def _tell(self, action: actions.HintAction, person: Person) -> None:
        """Log the hint once per question; seats with advice at every turn are known for it already."""

        def decided(sitting: Sitting) -> Consequences | None:
            if sitting.asked_since.get(action.seat) in (None, sitting.hinted.get(action.seat)):
                return None
            if sitting.seats[action.seat].help in SHOWN_EACH_TURN:
                return None
            return Consequences([Hinted(seat=action.seat, person=person.id, at=now())])

        await self.live.change(decided)

    def think_ahead(self) -> None:
        """Request advice in advance for seats that want it and must act."""
        sitting = self.sitting
        if not sitting.facts.hints or not self.live.listeners:
            return
        for seat in sitting.legal_moves:
            if (
                decide.is_person(sitting, seat)
                and sitting.seats[seat].help != "silent"
                and seat not in sitting.chosen
            ):
                last = self._thoughts.get(seat)
                if last is None or (last.turn != sitting.turn and last.task.done()):
                    self._think(seat).task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[Advice | None]) -> None:
        """Request the next advice if the position changed meanwhile."""
        if not task.cancelled():
            self.think_ahead()

    def stop(self) -> None:
        for thought in self._thoughts.values():
            for task in (thought.task, *thought.about.values()):
                task.cancel()

    def _cached(self, seat: int) -> PendingAdvice | None:
        thought = self._thoughts.get(seat)
        return thought if thought is not None and thought.turn == self.sitting.turn else None

    def _think(self, seat: int) -> PendingAdvice:
        thought = self._cached(seat)
        if thought is None:
            thought = self._thoughts[seat] = PendingAdvice(self.sitting.turn, self._request(seat))
        return thought

    def _think_about(self, thought: PendingAdvice, seat: int, move: str) -> asyncio.Task[Advice | None]:
        if move not in thought.about:
            thought.about[move] = self._request(seat, move)
        return thought.about[move]

    def _request(self, seat: int, about: str | None = None) -> asyncio.Task[Advice | None]:
        house, pace = self.live.house, self.sitting.pace.settings
        asked = question(
            self.sitting.table, seat, ADVISER, house.settings.bot_seconds, pace, about, self.live.last_address
        )
        return asyncio.create_task(house.players.advise(asked))

    def _warning(self, seat: int, move: str, advice: Advice, language: str) -> WarningShape | None:
        if not advice.warns_of(move):
            return None
        chosen = Hint(move, advice.considered[move], None)
        return WarningShape(self._shape(seat, chosen, language), self._shape(seat, advice.hints[0], language))

    def _shape(self, seat: int, hint: Hint, language: str) -> HintShape:
        sitting = self.sitting
        variant, names = sitting.variant, sitting.names
        texts = variant.game.texts[language]
        known = variant.seen_by(sitting.table.state, seat)
        label = texts.say(
            variant.game.words.label(variant.kit, known, seat, sitting.legal_moves[seat][hint.move]), names
        )
        value = (
            None if hint.chance is None else round(float(hint.chance.value), 4)
        )  # players may return numpy numbers
        in_words = (
            None if hint.chance is None else shared_texts(language).say(worth(variant.game, hint.chance))
        )
        return HintShape(
            hint.move, label, value, in_words, texts.say(hint.reason, names) if hint.reason else None
        )
