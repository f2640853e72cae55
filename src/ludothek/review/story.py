"""Split a record into turns for a review, each with the decisions of one seat or of several at once."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludothek.bots.contract import PlayerView
from ludothek.bots.levels import bot, levels
from ludothek.core.chance import CHANCE
from ludothek.core.table import Table

DEALS = 12  # alternative beginnings, to estimate the chances before the first die or card


@dataclass(frozen=True)
class StoryTurn:
    """Simultaneous decisions of seats, made without seeing each other's choices."""

    begin: int  # the number of moves before the turn
    end: int  # the number of moves made by its end
    asked: tuple[int, ...]
    made: Mapping[int, tuple[int, str]]  # by seat: the number of its move in the record, and the move


@dataclass(frozen=True)
class StoryQuestion:
    """A question to the judge: a seat's view, and the move that it made there, if any."""

    view: PlayerView
    made: str | None


class Story:
    """The states and turns of a record, and alternative beginnings if chance makes the beginning."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.variant = table.variant
        self.states = list(table.states())
        self.is_over = self.variant.is_over(table.state)
        self.remembers = bot(self.variant.game, levels(self.variant.game)[-1]).remembers

    @cached_property
    def turns(self) -> list[StoryTurn]:
        turns, moves, number = list[StoryTurn](), self.table.moves, 0
        while number < len(moves):
            asked = self.variant.to_act(self.states[number])
            begin, made = number, dict[int, tuple[int, str]]()
            while number < len(moves) and self._goes_on(asked, made, number):
                seat, move = moves[number]
                made[seat] = number, move
                number += 1
            if asked == [CHANCE]:
                number += 1
            else:
                turns.append(StoryTurn(begin, number, tuple(asked), made))
        return turns

    def _goes_on(self, asked: list[int], made: Mapping[int, Any], number: int) -> bool:
        """Whether the next move is another decision of the same turn."""
        seat, _ = self.table.moves[number]
        return (
            seat != CHANCE
            and seat not in made
            and set(self.variant.to_act(self.states[number])) == set(asked) - made.keys()
        )

    @cached_property
    def beginnings(self) -> list[list[PlayerView]]:
        """The seats' views at the first decision, then their views after alternative random beginnings.

        Empty if the game begins with a decision. The alternatives are drawn with a seed from what was dealt:
        the same record always gets the same ones, and another game gets others. If every game got the same
        ones, their difference from the average would be counted as luck each time.
        """
        variant, moves = self.variant, self.table.moves
        if not self.turns or variant.to_act(self.states[0]) != [CHANCE]:
            return []
        first = self.turns[0]
        rng = random.Random(" ".join(move for _, move in moves[: first.begin]))
        others = [Table(variant) for _ in range(DEALS)]
        for table in others:
            table.play_chance(lambda _, weights: rng.choices(list(weights), list(weights.values()))[0])
        return [[self.view(first, seat) for seat in first.asked]] + [
            [PlayerView.at(table, seat, self.remembers) for seat in variant.to_act(table.state)]
            for table in others
        ]

    def asks(self) -> list[StoryQuestion]:
        """Return all questions for the judge, in the order of the record, then the beginnings.

        Decisions without a choice are skipped.
        """
        return [self._ask(turn, seat) for turn in self.turns for seat in self.choosing(turn)] + [
            StoryQuestion(view, None) for views in self.beginnings for view in views
        ]

    def choosing(self, turn: StoryTurn) -> list[int]:
        """Return the seats of a turn that made a decision and had more than one legal move."""
        state = self.states[turn.begin]
        return [seat for seat in turn.asked if seat in turn.made and len(self.variant.moves(state, seat)) > 1]

    def view(self, turn: StoryTurn, seat: int) -> PlayerView:
        """Return the seat's view at the time of its decision."""
        past = tuple(self.seen(seat)[: turn.begin + 1]) if self.remembers else ()
        return PlayerView(self.variant, seat, self.seen(seat)[turn.begin], past)

    def seen(self, seat: int) -> list[Any]:
        """Return every state as the seat saw it."""
        if seat not in self._seen:
            self._seen[seat] = [self.variant.seen_by(state, seat) for state in self.states]
        return self._seen[seat]

    @cached_property
    def _seen(self) -> dict[int, list[Any]]:
        return {}

    def _ask(self, turn: StoryTurn, seat: int) -> StoryQuestion:
        return StoryQuestion(self.view(turn, seat), turn.made[seat][1])
