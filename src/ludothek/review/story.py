"""Split a record into turns for a review, each with the decisions of one or several seats at once."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludothek.bots.contract import PlayerView
from ludothek.bots.levels import bot, levels
from ludothek.core.chance import CHANCE
from ludothek.core.table import Table

DEALS = 12  # other beginnings, to find out what a game is worth before the first die or card


@dataclass(frozen=True)
class StoryTurn:
    """Simultaneous decisions of seats, and what they chose without seeing the others' choices."""

    begin: int  # moves made before
    end: int  # and when all have chosen
    asked: tuple[int, ...]
    made: Mapping[int, tuple[int, str]]  # by seat: the number of its move in the record, and the move


@dataclass(frozen=True)
class StoryQuestion:
    """What a judge is asked: how a seat stands by what it sees, and what the move is worth that it made,
    where it made one.
    """

    view: PlayerView
    made: str | None


class Story:
    """The states and turns of a record; and other beginnings, where chance makes them."""

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
        """Whether the next move still answers the question that was put to all of them."""
        seat, _ = self.table.moves[number]
        return (
            seat != CHANCE
            and seat not in made
            and set(self.variant.to_act(self.states[number])) == set(asked) - made.keys()
        )

    @cached_property
    def beginnings(self) -> list[list[PlayerView]]:
        """What the seats saw at the first decision; then what they would have seen, had chance made something
        else of the beginning. Nothing where the game begins with a decision.

        They are drawn by what was dealt: the same record has the same ones, and another game others. Were
        they the same in every game, what they are better or worse than usual would count as somebody's luck
        each time.
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
        """All that has to be asked, in the order of the record; then the beginnings.

        Where there is no choice nothing is asked.
        """
        return [self._ask(turn, seat) for turn in self.turns for seat in self.choosing(turn)] + [
            StoryQuestion(view, None) for views in self.beginnings for view in views
        ]

    def choosing(self, turn: StoryTurn) -> list[int]:
        """The seats that made a choice in a turn, and had one."""
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
