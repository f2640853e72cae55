"""A game that is over, once more: step by step as somebody saw it, and every draw of its chance."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludothek.core import CHANCE, Event, Variant
from ludothek.core.chance import SecretSeed
from ludothek.core.table import Table, seat_label
from ludothek.core.texts import seat_or_none
from ludothek.server.table.ending import outcome
from ludothek.server.table.entries import Facts
from ludothek.server.table.frames import happenings, seats
from ludothek.server.table.shapes import ChanceCheck, Draw, Replay, SeatShape, Step
from ludothek.server.table.sitting import Sitting, variant_of


@dataclass(frozen=True)
class Finished:
    """What is needed of a table to play its game once more: a long game takes a while, which can so be spent in a thread."""

    facts: Facts
    moves: Sequence[tuple[int, str]]
    names: tuple[str, ...]
    seats: list[SeatShape]

    @classmethod
    def of(cls, sitting: Sitting) -> "Finished":
        return cls(sitting.facts, tuple(sitting.table.moves), sitting.names, seats(sitting.chairs, sitting.host))

    def replay(self, viewer: int, language: str) -> Replay:
        variant = variant_of(self.facts)
        table, steps = self._steps(variant, viewer, language)
        return Replay(
            game=self.facts.game,
            title=variant.game.texts[language]["title"],
            name=self.facts.name,
            seats=self.seats,
            outcome=outcome(variant, table.state, self.names, language),
            record=table.record(),
            viewer=seat_or_none(viewer),
            steps=steps,
        )

    def _steps(self, variant: Variant, viewer: int, language: str) -> tuple[Table, list[Step]]:
        texts, again = variant.game.texts[language], Table(variant)

        def step(seat: int | str | None, move: str | None, told: list[Event]) -> Step:
            lines = [texts.say(line, self.names) for line in variant.describe(again.state, viewer)]
            heard = [texts.say(event, self.names) for event in told if event.is_for(viewer)]
            return Step(len(again.moves), seat, move, variant.view(again.state, viewer), lines, heard, happenings(told, viewer))

        made = [step(None, None, [])]
        for seat, move in self.moves:
            told = again.play(seat, move)
            made.append(step(seat_label(seat), move, told))
        return again, made

    def checked_chance(self) -> ChanceCheck:
        """Every draw, and whether all of them come from the seed."""
        seed = SecretSeed(bytes.fromhex(self.facts.seed))
        again, draws = Table(variant_of(self.facts)), list[Draw]()
        for number, (seat, move) in enumerate(self.moves):
            if seat == CHANCE and number >= len(self.facts.beginning):  # what was rolled before came from another seed
                draws.append(Draw(number, again.variant.chances(again.state), move))
            again.play(seat, move)
        correct = all(seed.draw(draw.number, draw.weights) == draw.move for draw in draws)
        return ChanceCheck(seed.commitment, self.facts.seed, self.facts.companion, draws, correct)
