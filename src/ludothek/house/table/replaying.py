"""Replay a finished game for one viewer, and verify every draw of its chance."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ludothek.core import CHANCE, Event, Variant
from ludothek.core.chance import BEGINS, SecretSeed, lots
from ludothek.core.table import Table, seat_label
from ludothek.core.texts import seat_or_none
from ludothek.house.api.review_types import ChanceCheck, Draw, Lot, Replay, ReplayStep, SeedBefore
from ludothek.house.api.table_types import SeatShape
from ludothek.house.table.ending import GameEnding
from ludothek.house.table.entries import Facts
from ludothek.house.table.frames import event_data, seat_shapes
from ludothek.house.table.sitting import Sitting, variant_of


@dataclass(frozen=True)
class FinishedTable:
    """The data of a table that its replay needs, so that a thread can compute it."""

    facts: Facts
    moves: Sequence[tuple[int, str]]
    names: tuple[str, ...]
    seats: list[SeatShape]
    contributions: str
    lot: int | None = None
    out_of_time: int | None = None
    silent: tuple[int, ...] = ()  # indexes of moves that earlier rules made automatically

    @classmethod
    def of(cls, sitting: Sitting) -> "FinishedTable":
        table = sitting.table
        shown = seat_shapes(sitting.seats, sitting.host)
        gone = sitting.out_of_time
        moves, silent = tuple(table.moves), tuple(table.silent)
        return cls(
            sitting.facts, moves, sitting.names, shown, sitting.contributions, sitting.lot, gone, silent
        )

    def replay(self, viewer: int, language: str) -> Replay:
        variant = variant_of(self.facts)
        table, steps = self._steps(variant, viewer, language)
        return Replay(
            game=self.facts.game,
            title=variant.game.texts[language]["title"],
            name=self.facts.name,
            seats=self.seats,
            outcome=GameEnding(variant, table.state, self.names, self.out_of_time).outcome(language),
            record=table.record(),
            viewer=seat_or_none(viewer),
            steps=steps,
        )

    def _steps(self, variant: Variant, viewer: int, language: str) -> tuple[Table, list[ReplayStep]]:
        texts, table = variant.game.texts[language], Table(variant)

        def step(seat: int | str | None, move: str | None, told: list[Event]) -> ReplayStep:
            lines = [texts.say(line, self.names) for line in variant.describe(table.state, viewer)]
            known = [event for event in told if event.is_for(viewer)]
            heard = [texts.say(event, self.names) for event in known]
            return ReplayStep(
                len(table.moves),
                seat,
                move,
                variant.view(table.state, viewer),
                lines,
                heard,
                event_data(known),
            )

        made = [step(None, None, [])]
        for seat, move in self.moves:
            told = table.play(seat, move)
            made.append(step(seat_label(seat), move, told))
        return table, made

    def checked_chance(self) -> ChanceCheck:
        """Return every draw, and whether all follow from the seed of their time."""
        table, draws, correct = Table(variant_of(self.facts)), list[Draw](), True
        own = secret(self.facts.seed)
        present = own.mixed_with(self.contributions).seed.hex()
        for place, (seat, move) in enumerate(self.moves):
            number = place - bisect_left(self.silent, place)
            if seat == CHANCE and (seed := self.facts.seed_of(number, present)):
                counted = len(draws) if self.facts.challenge else number  # as in `consequences.play_out`
                weights = table.variant.chances(table.state)
                draws.append(Draw(counted, weights, move))
                correct &= secret(seed).draw(counted, weights) == move
            table.play(seat, move)
        before, contributions = seeds_before(self.facts, shown=True), self.contributions.split()
        lot: Lot | msgspec.UnsetType = msgspec.UNSET
        if self.lot is not None:
            weights = lots(self.facts.seats)
            lot = Lot(BEGINS, weights, str(self.lot))
            correct &= secret(present).draw_lot(BEGINS, weights) == lot.drawn
        return ChanceCheck(
            own.commitment, self.facts.seed, self.facts.companion, draws, correct, before, contributions, lot
        )


def secret(seed: str) -> SecretSeed:
    return SecretSeed(bytes.fromhex(seed))


def seeds_before(facts: Facts, *, shown: bool) -> list[SeedBefore]:
    """Return the seeds of an imported table with the moves they apply to; seed values only if `shown`."""
    return [
        SeedBefore(until, secret(seed).commitment, seed if shown else None)
        for until, seed in facts.seeds_before
        if seed
    ]
