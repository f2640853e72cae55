"""Tables: one playing of a game, with its record.

A record is JSON and enough to replay the game:

    {"game": "torris", "seats": 2, "options": {}, "moves": [["chance", "3"], [0, "c2-c3"]]}

It has a "kit" if that is not the shipped one, and a "version" if the rules have a later version than 1. The
record of an unfinished game is valid.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from ludothek.core.chance import CHANCE
from ludothek.core.errors import BadRecord, IllegalMove, Refusal
from ludothek.core.game import Variant
from ludothek.core.registry import find
from ludothek.core.texts import SPECTATOR, Event
from ludothek.core.upgrades import Earlier, earlier

REQUIRED = {"game", "seats", "moves"}
KEYS = REQUIRED | {"options", "kit", "version"}

# Draws a chance move, given its number in the record and the weights by text
Source = Callable[[int, Mapping[str, int]], str]


class Playthrough:
    """A variant, the moves made so far, and the state that they led to."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.moves: list[tuple[int, str]] = []
        self.state = variant.start()
        self.silent: list[int] = []  # positions of the moves made by an earlier version of the rules

    def record(self) -> dict[str, Any]:
        variant = self.variant
        record: dict[str, Any] = {"game": variant.game.id, "seats": variant.seats, "options": variant.options}
        if variant.game.declared.version > 1:
            record["version"] = variant.game.declared.version
        if variant.figures != variant.game.kit:
            record["kit"] = variant.figures
        record["moves"] = [[seat_label(seat), move] for seat, move in self.moves]
        return record

    def follow(self, seat: int, move: str, state: Any) -> None:
        """Append a move whose resulting state is known."""
        self.moves.append((seat, move))
        self.state = state

    def follow_silently(self, before: Earlier | None) -> None:
        """Make the moves that an earlier version of the rules made automatically.

        They do not count in the numbers of draws.
        """
        for seat, move in before.silent_choices(self.variant, self.state) if before else ():
            self.silent.append(len(self.moves))
            self.play(seat, move)

    def play(self, seat: int, move: str) -> Any:
        """Make a move; an illegal one raises IllegalMove and changes nothing."""
        self.follow(seat, move, self.variant.play(self.state, seat, move))

    def number(self, position: int | None = None) -> int:
        """The number of the draw at this position in the moves (default: the next), without silent moves."""
        position = len(self.moves) if position is None else position
        return position - bisect_left(self.silent, position)

    def go_back_to(self, before: Any) -> tuple[int, str]:
        """Remove the last move and restore `before`, the state before it; the caller has checked both."""
        self.state = before
        while self.silent and self.silent[-1] == len(self.moves) - 1:
            self.silent.pop()
            self.moves.pop()
        return self.moves.pop()

    def states(self) -> Iterator[Any]:
        """Yield the state before each move, then the present one."""
        state = self.variant.start()
        yield state
        for seat, move in self.moves:
            state = self.variant.play(state, seat, move)
            yield state


class Table(Playthrough):
    """A playthrough that also collects the events of each move."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.events: list[list[Event]] = []  # by move

    @classmethod
    def open(cls, game_id: str, seats: int, options: object = None, kit: object = None) -> "Table":
        return cls(find(game_id).variant(seats, options, kit))

    @classmethod
    def load(cls, record: object) -> "Table":
        """Replay a record; BadRecord says at which place it is wrong."""
        if not isinstance(record, Mapping):
            raise BadRecord(
                f"a record is an object with the keys {', '.join(sorted(REQUIRED))}, not {_short(record)}"
            )
        if missing := REQUIRED - record.keys():
            raise BadRecord(f"the record lacks {', '.join(sorted(missing))}")
        if unknown := record.keys() - KEYS:
            raise BadRecord(f"the record has unknown keys: {', '.join(sorted(map(str, unknown)))}")
        if not isinstance(record["game"], str):
            raise BadRecord(f"the record's game must be a text, not {_short(record['game'])}")
        if not isinstance(record["moves"], list):
            raise BadRecord("the record's moves must be a list of [seat, move]")
        if "version" in record:
            return cls._replayed(record, record["version"])
        try:
            return cls._replayed(record, find(record["game"]).declared.version)
        except Refusal as refusal:
            if find(record["game"]).declared.version == 1:
                raise
            present = refusal
        try:  # records of version 1 do not name their version
            return cls._replayed(record, 1)
        except Refusal as refusal:
            raise max(refusal, present, key=_how_far) from None

    @classmethod
    def _replayed(cls, record: Mapping[str, Any], version: object) -> "Table":
        game, options = find(record["game"]), record.get("options")
        before = earlier(game, version, options)
        table = cls(
            game.variant(
                record["seats"], before.options if before else options, record.get("kit"), begun=True
            )
        )
        table.follow_silently(before)
        for number, move in enumerate(record["moves"]):
            try:
                if not isinstance(move, list) or len(move) != 2:
                    raise BadRecord(f"a move must be [seat, move], not {_short(move)}")
                table.play(seat_of(move[0]), move[1])
            except Refusal as refusal:
                raise _BadMove(number, refusal) from None
            table.follow_silently(before)
        table.silent.clear()  # from here on they are moves like any other
        return table

    def play(self, seat: int, move: object) -> list[Event]:
        """Make a move and return its events; an illegal one raises IllegalMove and changes nothing."""
        if not isinstance(move, str):
            raise IllegalMove(f"a move is a text, not {_short(move)}")
        return self.carry_out(seat, move, self.variant.action(self.state, seat, move))

    def carry_out(self, seat: int, move: str, action: int) -> list[Event]:
        """Make a move whose action is known to be legal."""
        after = self.variant.after(self.state, seat, action)
        self.events.append(self.variant.tell(self.state, seat, action, after))
        self.follow(seat, move, after)
        return self.events[-1]

    def play_chance(self, source: Source) -> list[Event]:
        """Make all chance moves that are due."""
        events = []
        while self.variant.to_act(self.state) == [CHANCE]:
            events += self.play(CHANCE, source(len(self.moves), self.variant.chances(self.state)))
        return events

    def can_take_back(self) -> bool:
        """Whether the last move can be taken back: a seat chose it, and it revealed nothing hidden."""
        return bool(self.moves) and self._can_go_back_to(self._state_before())

    def take_back(self) -> tuple[int, str]:
        """Take the last move back and return it."""
        if not self.moves or not self._can_go_back_to(before := self._state_before()):
            raise IllegalMove(
                "the last move cannot be taken back: there is none, or it revealed something hidden or random"
            )
        return self.go_back_to(before)

    def go_back_to(self, before: Any) -> tuple[int, str]:
        self.events.pop()
        return super().go_back_to(before)

    def _can_go_back_to(self, before: Any) -> bool:
        seat, move = self.moves[-1]
        return self.variant.can_take_back(before, seat, self.variant.action(before, seat, move), self.state)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.variant.is_over(self.state)

    def to_act(self) -> list[int]:
        """The seats that must move now, `[CHANCE]`, or an empty list after the end."""
        return self.variant.to_act(self.state)

    def legal_moves(self, seat: int) -> list[str]:
        """The legal moves of a seat; an empty list while the seat is not to act."""
        return list(self.variant.moves(self.state, seat)) if seat in self.to_act() else []

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What a seat or a spectator may see of the position, as plain data."""
        return self.variant.view(self.state, viewer)

    def outcome(self) -> dict[str, Any] | None:
        """The scores, the reason and what else the game reports; None before the end."""
        return self.variant.outcome(self.state)

    def status(self) -> dict[str, Any]:
        """The position in the form of the referee's protocol."""
        variant, state = self.variant, self.state
        acting = variant.to_act(state)
        legal: dict[str, Any] = {
            str(seat_label(seat)): variant.chances(state)
            if seat == CHANCE
            else list(variant.moves(state, seat))
            for seat in acting
        }
        status = {"over": not acting, "to_act": [seat_label(seat) for seat in acting], "legal": legal}
        return status if acting else status | {"outcome": variant.outcome(state)}

    def _state_before(self) -> Any:
        return next(islice(self.states(), len(self.moves) - 1, None))


class _BadMove(BadRecord):
    """An error at one move of a record, with its number."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"move {number} of the record: {refusal}")
        self.number = number


def _how_far(refusal: Refusal) -> int:
    """The number of moves of a record that could be replayed; -1 if none was tried."""
    return refusal.number if isinstance(refusal, _BadMove) else -1


def seat_of(label: object) -> int:
    """The seat that a record or request names: a number, or "chance"."""
    if label == "chance":
        return CHANCE
    if type(label) is int and 0 <= label < CHANCE:
        return label
    raise IllegalMove(f'a seat is a number from 0, or "chance", not {_short(label)}')


def seat_label(seat: int) -> int | str:
    """The name of a seat in records and requests."""
    return "chance" if seat == CHANCE else seat


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
