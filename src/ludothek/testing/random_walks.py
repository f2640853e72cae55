"""Random games that check every result of a rule: its type, its size and its range.

`Variant` trusts the rules, to be fast; these walks do not.
"""

import random
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludothek.core import CHANCE, Refusal, Struct, Variant
from ludothek.core.chance import CHANCE_BIT
from ludothek.core.game import seat_name
from ludothek.testing.flaws import Flaw, after

ENDLESS = 20_000  # moves after which a random game is taken to have no end
SLACK = 256  # room beyond what is declared, to see how much a rule writes there
NOT_WRITTEN = -(1 << 40)


class RandomWalk:
    """A random game, move by move, from its start or another position."""

    def __init__(self, variant: Variant, rng: random.Random, state: Any = None) -> None:
        self.variant = variant
        self.rng = rng
        self.moves: list[tuple[int, str]] = []
        self.chance_acted = False
        if state is None:
            state = variant.game.rules.State()
            self._call("setup", state, variant.seats)
        self.state = state
        check_values("setup", state, self.where())

    def to_act(self) -> list[int]:
        """Return the seats that are to act; none when the game is over."""
        acting = self._call("to_act", self.state)
        variant = self.variant
        if type(acting) is not int or not (acting == CHANCE_BIT or 0 <= acting < 1 << variant.seats):
            raise Flaw(
                f"to_act returned {acting!r} {self.where()}: it is the bit set of seats that owe a decision"
                " (1 << seat for each of the"
                f" {variant.seats} seats), 1 << CHANCE where a die or a card is due, or 0 when the"
                " game is over"
            )
        if acting == CHANCE_BIT and not variant.game.declared.chance:
            raise Flaw(f"chance is to act {self.where()}, but the game declares chance=False")
        self.chance_acted |= acting == CHANCE_BIT
        return variant.to_act(self.state)

    def choices(self, seat: int) -> dict[str, int]:
        """Return the legal moves of a seat that is to act."""
        declared, room = self.variant.game.declared, self._room()
        count = self._call("legal", self.state, seat, room)
        written = max((place + 1 for place, action in enumerate(room) if action != NOT_WRITTEN), default=0)
        if type(count) is not int or count < 0:
            raise Flaw(f"legal returns {count!r} {self.where()}: it returns how many actions it has written")
        if max(count, written) > declared.legal:
            raise Flaw(
                f"legal writes {max(count, written)} actions for {seat_name(seat)} {self.where()}, but the"
                " declaration says"
                f" legal={declared.legal}: raise it to the most that can ever be legal at one time"
            )
        if count == 0:
            raise Flaw(
                f"{seat_name(seat)} is to act {self.where()}, but has no legal action: to_act must pass it"
                " over, or end the game"
            )
        actions = room[:count]
        if NOT_WRITTEN in actions:
            raise Flaw(
                f"legal returns {count} {self.where()}, but has not written out[{actions.index(NOT_WRITTEN)}]"
            )
        for action in actions:
            if type(action) is not int or (seat != CHANCE and not 0 <= action < declared.actions):
                raise Flaw(
                    f"legal offers the action {action!r} to {seat_name(seat)} {self.where()}, but the"
                    " declaration says"
                    f" actions={declared.actions}: an action of a seat is a whole number from 0 to"
                    f" {declared.actions - 1}"
                )
        if len(set(actions)) < count:
            twice = next(action for action in actions if actions.count(action) > 1)
            raise Flaw(f"legal offers the action {twice} twice to {seat_name(seat)} {self.where()}")
        return self._texts(seat, actions)

    def _texts(self, seat: int, actions: list[int]) -> dict[str, int]:
        texts: dict[str, int] = {}
        for action in actions:
            text = self.guarded(
                self.variant.game.notation.write, "write", self.variant.kit, self.state, seat, action
            )
            if not isinstance(text, str) or not text or not text.isascii() or text != text.strip():
                raise Flaw(
                    f"write says the action {action} as {text!r} {self.where()}: a move is a short text in"
                    " ASCII without blanks around it"
                )
            if text in texts:
                raise Flaw(
                    f"the actions {texts[text]} and {action} of {seat_name(seat)} have the same text"
                    f" {text!r} {self.where()}:"
                    " write must tell all legal actions apart"
                )
            texts[text] = action
        return texts

    def odds(self, count: int) -> list[int]:
        """Return the weights of the `count` actions of chance."""
        room = self._room()
        self._call("weights", self.state, room)
        weights = room[:count]
        for place, weight in enumerate(weights):
            if type(weight) is not int or weight <= 0:
                problem = "has not written" if weight == NOT_WRITTEN else f"wrote {weight!r} into"
                raise Flaw(
                    f"weights {problem} out[{place}] {self.where()}: each action of chance has a whole weight"
                    " above 0; what cannot happen"
                    " is left out by legal"
                )
        if any(weight != NOT_WRITTEN for weight in room[self.variant.game.declared.legal :]):
            raise Flaw(
                f"weights writes more than legal={self.variant.game.declared.legal} weights {self.where()}"
            )
        return weights

    def act(self, seat: int, move: str, action: int) -> None:
        self.moves.append((seat, move))
        self.state = self.state.copy()
        self._call("act", self.state, seat, action)
        check_values("act", self.state, self.where())

    def scores(self) -> list[float]:
        """Return the final scores, checking that each is set and between 0 and 1, and none
        beyond the seats.
        """
        seats = self.variant.seats
        room: list[Any] = [None] * (seats + SLACK)
        self._call("scores", self.state, room)
        for seat in range(seats):
            if room[seat] is None:
                raise Flaw(
                    f"scores writes nothing for seat {seat} {self.where()}: out[seat] must be set for each"
                    f" of the {seats} seats"
                )
            if not isinstance(room[seat], int | float) or not 0 <= room[seat] <= 1:
                raise Flaw(
                    f"scores gives seat {seat} {room[seat]!r} {self.where()}: a score is from 0 (lost)"
                    " to 1 (won)"
                )
        if any(score is not None for score in room[seats:]):
            raise Flaw(
                f"scores writes more than the {seats} scores of this table {self.where()}: out[seat] is for"
                f" the seats 0 to {seats - 1}"
            )
        if self.variant.game.declared.together and len(set(room[:seats])) > 1:
            raise Flaw(f"the seats score differently {self.where()}, but the game declares together=True")
        return room[:seats]

    def step(self) -> bool:
        """Make a random move; return False if the game is over."""
        acting = self.to_act()
        if not acting:
            self.scores()
            return False
        seat = self.rng.choice(acting)
        moves = self.choices(seat)
        move = (
            self.rng.choices(list(moves), self.odds(len(moves)))[0]
            if seat == CHANCE
            else self.rng.choice(list(moves))
        )
        self.act(seat, move, moves[move])
        return True

    def walk(self, most: int = ENDLESS) -> Iterator["RandomWalk"]:
        """Yield the walk at every position; raise a `Flaw` if the game is not over after `most` moves."""
        for _ in range(most):
            yield self
            if not self.step():
                return
        raise Flaw(
            f"a game played at random has not ended after {most} moves: to_act must return 0 at some time,"
            f" {self.where()}"
        )

    def where(self) -> str:
        return after(self.moves)

    def guarded(self, function: Any, name: str, *given: Any) -> Any:
        """Call a function of the game and turn its exceptions into a `Flaw` with the line."""
        try:
            return function(*given)
        except Exception as error:
            raise Flaw(f"{name} fails {self.where()}: {error_text(error)}") from error

    def _call(self, rule: str, *given: Any) -> Any:
        return self.guarded(getattr(self.variant.game.rules, rule), rule, self.variant.kit, *given)

    def _room(self) -> list[int]:
        return [NOT_WRITTEN] * (self.variant.game.declared.legal + SLACK)


def check_values(rule: str, state: Any, where: str) -> None:
    """Check that every value fits into its field and that no attribute was added to the state."""
    fields = state.declared_fields()
    for name in vars(state).keys() - fields.keys():
        raise Flaw(
            f"{rule} sets {name!r}, which is no field of {type(state).__name__}: declare it there, or"
            " correct the name"
        )
    for name, field in fields.items():
        low, high = field.range
        if (shape := _shape(getattr(state, name))) != field.shape:
            raise Flaw(
                f"{rule} makes {name} of the shape {shape} {where}, but it is declared as {field.shape}"
            )
        for value in _leaves(getattr(state, name)):
            if not isinstance(value, int) or not low <= value <= high:
                kind = f"int{8 * int(field.kind[1:])}"
                raise Flaw(
                    f"{rule} puts {value!r} into {name} {where}, but {kind} holds whole numbers from {low}"
                    f" to {high} only:"
                    " declare it wider, or keep to that"
                )


def error_text(error: BaseException) -> str:
    """Format an error of the game's code with its line."""
    if isinstance(error, Refusal | AssertionError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}, line {frame.lineno})"


def differing(one: Struct, other: Struct) -> list[str]:
    """Return the fields in which two states differ."""
    return [name for name in one.declared_fields() if getattr(one, name) != getattr(other, name)]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _shape(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    inner = {_shape(item) for item in value}
    return (len(value), *(inner.pop() if len(inner) == 1 else ()))
