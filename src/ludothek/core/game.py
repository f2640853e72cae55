"""A game, and a variant: a game with its seats, options and kit chosen.

`Game` loads a package of rules, notation, view, texts and kit. `Variant` fixes the number of seats, the
options and the kit, and is the boundary of the rules: moves are texts here, every move is checked, and `play`
never changes the state it is given.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, Protocol, cast

from ludothek.core import options as option_kinds
from ludothek.core.chance import CHANCE
from ludothek.core.declaration import PARTS, Declaration
from ludothek.core.errors import BadGame, BadKit, BadOption, IllegalMove
from ludothek.core.kits import no_kit, shown
from ludothek.core.rule import inlined
from ludothek.core.state import Nothing, Struct
from ludothek.core.texts import LANGUAGES, SPECTATOR, Event, Phrase, Texts

# The seats of every bit set that `to_act` can return
_SEATS_BY_BITS = [
    [seat for seat in range(CHANCE + 1) if bits >> seat & 1] for bits in range(1 << (CHANCE + 1))
]
# Rules functions that run at every decision, and so are inlined into compiled drivers
EACH_DECISION = ("to_act", "legal", "weights", "lots", "lot", "act")
MOST_NAMED = 24  # legal moves that an IllegalMove lists before it gives only their number


class RulesModule(Protocol):
    """What a game's `rules.py` contains, besides `Kit` if the game has figures or options.

    A game with hidden information also has

        resample(kit, s, seat, stream)    fills what `hide` blanked with a random possibility

    and one that can draw a legal action without listing all of them has

        lots(kit, s, seat)                the number of lots, or 0 if listing all actions is as cheap
        lot(kit, s, seat, n)              the legal action on lot n, or BLANK; all have equally many lots
    """

    GAME: Declaration
    State: type[Any]

    def setup(self, kit: Any, s: Any, seats: int) -> None: ...
    def to_act(self, kit: Any, s: Any) -> int: ...
    def legal(self, kit: Any, s: Any, seat: int, out: Any) -> int: ...
    def weights(self, kit: Any, s: Any, out: Any) -> None: ...
    def act(self, kit: Any, s: Any, seat: int, action: int) -> None: ...
    def scores(self, kit: Any, s: Any, out: Any) -> None: ...
    def hide(self, kit: Any, s: Any, seat: int) -> None: ...


class NotationModule(Protocol):
    """A game's `notation.py`: the unique text of an action. Reading is derived from writing."""

    def write(self, kit: Any, s: Any, seat: int, action: int) -> str: ...


class ViewModule(Protocol):
    """A game's `view.py`. All functions but `tell`, `outcome` and `why` get a state after `hide`.

    Optional:

        why(kit, s)         the reason for the outcome, as a phrase
        standing(kit, s)    the public points or stones of each seat so far, if the game counts some
    """

    def view(self, kit: Any, s: Any, seat: int) -> dict[str, Any]: ...
    def describe(self, kit: Any, s: Any, seat: int) -> list[Phrase]: ...
    def ask(self, kit: Any, s: Any, seat: int) -> Phrase: ...
    def label(self, kit: Any, s: Any, seat: int, action: int) -> Phrase: ...
    def tell(self, kit: Any, before: Any, seat: int, action: int, after: Any) -> list[Event]: ...
    def outcome(self, kit: Any, s: Any) -> dict[str, Any]: ...


class KitModule(Protocol):
    """A game's `kit.py`: `check` refuses bad figures, `fill` copies good ones into the record for rules.

    Optional:

        check_kept(figures)    for running games: also accepts what an earlier version of the rules allowed
    """

    def check(self, figures: dict[str, Any]) -> None: ...
    def fill(self, kit: Any, figures: dict[str, Any], seats: int) -> None: ...


class Game:
    """One game: the modules of its package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.id = package.rpartition(".")[2]
        self.rules = cast(RulesModule, import_module(f"{package}.rules"))
        self.notation = cast(NotationModule, import_module(f"{package}.notation"))
        self.words = cast(ViewModule, import_module(f"{package}.view"))
        self.declared = declaration_of(self.rules)
        self.fewest, self.most = self.declared.seats
        self.usual = max(self.fewest, min(2, self.most))  # the default number of seats
        self.options = self.declared.options
        self.is_open = not self.declared.hidden
        self.kit_type: type[Struct] = getattr(self.rules, "Kit", Nothing)
        for name in EACH_DECISION:
            if function := getattr(self.rules, name, None):
                inlined(function)
        check_parts(self)

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def module(self, name: str) -> ModuleType | None:
        """Import an optional part of the game, such as `pace` or `terminal`; None if it is not declared."""
        return import_module(f"{self.package}.{name}") if name in self.declared.parts else None

    @cached_property
    def standing(self) -> Callable[[Any, Any], list[int]] | None:
        """The view's function that counts points or stones per seat, or None."""
        return getattr(self.words, "standing", None)

    @cached_property
    def why(self) -> Callable[[Any, Any], Phrase] | None:
        """The view's function that gives the reason for an outcome, or None."""
        return getattr(self.words, "why", None)

    @cached_property
    def folder(self) -> Traversable:
        return files(self.package)

    @cached_property
    def texts(self) -> dict[str, Texts]:
        return {language: Texts.read(self.folder / "texts", language) for language in LANGUAGES}

    @cached_property
    def kit_source(self) -> str | None:
        """The shipped kit file with its comments; None for a game without a kit."""
        return (self.folder / PARTS["kit"]).read_text("utf-8") if "kit" in self.declared.parts else None

    @property
    def kit(self) -> dict[str, Any] | None:
        """The shipped figures."""
        return None if self.kit_source is None else tomllib.loads(self.kit_source)

    def variant(
        self, seats: int, options: object = None, kit: object = None, *, begun: bool = False
    ) -> "Variant":
        """Choose seats, options and kit; the shipped kit by default.

        With `begun` the kit may be one that only an earlier version of the rules allowed.
        """
        if type(seats) is not int or not self.fewest <= seats <= self.most:
            allowed = str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"
            raise BadOption(f"{self.id} is a game for {allowed} seats, not {seats!r}")
        return Variant(
            self,
            seats,
            option_kinds.complete_options(self.options, {} if options is None else options, seats),
            self._figures(kit, begun),
        )

    def _figures(self, kit: object, begun: bool) -> dict[str, Any] | None:
        if kit is None:
            return self.kit
        if self.kit_source is None:
            raise no_kit(self.id)
        if not isinstance(kit, dict):
            raise BadKit("", Phrase("kits.group", keys=[*tomllib.loads(self.kit_source)], found=shown(kit)))
        with self.own_words():
            (
                getattr(self.kit_reader, "check_kept", self.kit_reader.check)
                if begun
                else self.kit_reader.check
            )(kit)
        return kit

    @contextmanager
    def own_words(self) -> Iterator[None]:
        """Add the game's texts to a `BadKit` raised in the block, so that it can be translated."""
        try:
            yield
        except BadKit as refusal:
            refusal.game_texts = self.texts
            raise

    @cached_property
    def kit_reader(self) -> KitModule:
        return cast(KitModule, import_module(f"{self.package}.kit"))

    def kit_record(self, seats: int, options: Mapping[str, Any], figures: dict[str, Any] | None) -> Struct:
        """Build the record that the rules read: the figures, and each option under its name."""
        kit = self.kit_type()
        if figures is not None:
            self.kit_reader.fill(kit, figures, seats)
        for option in self.options:
            setattr(kit, option.name, option.number(options[option.name]))
        return kit


class Variant:
    """A game whose seats, options and kit are chosen. It holds no state and changes none."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], figures: dict[str, Any] | None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.figures = figures
        self.kit: Any = game.kit_record(seats, options, figures)  # an instance of the game's own Kit class
        self._buffers: list[list[int]] = []

    def start(self) -> Any:
        """Return the initial state."""
        state = self.game.rules.State()
        self.game.rules.setup(self.kit, state, self.seats)
        return state

    def to_act(self, state: Any) -> list[int]:
        """The seats that must decide, or `[CHANCE]`; an empty list when the game is over."""
        return _SEATS_BY_BITS[self.game.rules.to_act(self.kit, state)][:]

    def is_over(self, state: Any) -> bool:
        return self.game.rules.to_act(self.kit, state) == 0

    def actions(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat that is to act."""
        buffer = self._take_buffer()
        actions = buffer[: self.game.rules.legal(self.kit, state, seat, buffer)]
        self._buffers.append(buffer)
        return actions

    def moves(self, state: Any, seat: int) -> dict[str, int]:
        """The legal moves of a seat that is to act: text and action."""
        write = self.game.notation.write
        return {write(self.kit, state, seat, action): action for action in self.actions(state, seat)}

    def chances(self, state: Any) -> dict[str, int]:
        """The possible results while chance is to act, with their weights."""
        return self.weights(state, self.moves(state, CHANCE))

    def weights(self, state: Any, moves: Mapping[str, int]) -> dict[str, int]:
        """The weights of chance's moves."""
        buffer = self._take_buffer()
        self.game.rules.weights(self.kit, state, buffer)
        weights = dict(zip(moves, buffer, strict=False))
        self._buffers.append(buffer)
        return weights

    def action(self, state: Any, seat: int, move: str) -> int:
        """Return the action of a move text; raise IllegalMove, naming the legal moves."""
        acting = self.to_act(state)
        if seat not in acting:
            due = f"to act: {', '.join(seat_name(s) for s in acting)}" if acting else "the game is over"
            raise IllegalMove(f"{seat_name(seat)} is not to act and cannot play {move!r}; {due}")
        moves = self.moves(state, seat)
        if move not in moves:
            raise IllegalMove(f"{move!r} is not legal for {seat_name(seat)}; legal: {_listed(moves)}")
        return moves[move]

    def _take_buffer(self) -> list[int]:
        """Take a buffer for legal actions from the pool; the caller puts it back.

        The pool grows to one buffer per concurrent thread.
        """
        try:
            return self._buffers.pop()
        except IndexError:
            return [0] * self.game.declared.legal

    def play(self, state: Any, seat: int, move: str) -> Any:
        """Return the state after a move; the given state stays unchanged."""
        return self.after(state, seat, self.action(state, seat, move))

    def after(self, state: Any, seat: int, action: int) -> Any:
        """Return the state after an action that is known to be legal."""
        new = state.copy()
        self.game.rules.act(self.kit, new, seat, action)
        return new

    def scores(self, state: Any) -> list[float]:
        out = [0.0] * self.seats
        self.game.rules.scores(self.kit, state, out)
        return out

    def outcome(self, state: Any) -> dict[str, Any] | None:
        """The scores, a reason for people and what the game adds; None before the end."""
        if not self.is_over(state):
            return None
        scores = [int(score) if score.is_integer() else score for score in self.scores(state)]
        return {"scores": scores} | self.game.words.outcome(self.kit, state)

    def why(self, state: Any) -> Phrase | None:
        """The reason for the outcome as a phrase; None if the game gives none."""
        return self.game.why(self.kit, state) if self.game.why else None

    def narrow_win(self, state: Any) -> Phrase | None:
        """The headline of a narrow win: the text `narrow.REASON` of the game; None at any other outcome."""
        outcome = self.outcome(state)
        key = f"narrow.{outcome['reason']}" if outcome else ""
        return Phrase(key) if key in self.game.texts["en"].templates else None

    def standing(self, state: Any) -> list[int] | None:
        """The points or stones of each seat so far; None if the game counts none."""
        return self.game.standing(self.kit, self.seen_by(state)) if self.game.standing else None

    def seen_by(self, state: Any, viewer: int = SPECTATOR) -> Any:
        """Return the state without what this viewer, a seat or a spectator, may not know."""
        if self.game.is_open:
            return state
        hidden = state.copy()
        self.game.rules.hide(self.kit, hidden, viewer)
        return hidden

    def view(self, state: Any, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What a viewer may see, as plain data."""
        return self.game.words.view(self.kit, self.seen_by(state, viewer), viewer)

    def describe(self, state: Any, viewer: int = SPECTATOR) -> list[Phrase]:
        """The position in words, one phrase per line."""
        return self.game.words.describe(self.kit, self.seen_by(state, viewer), viewer)

    def ask(self, state: Any, seat: int) -> Phrase:
        """The question to a seat that is to act."""
        return self.game.words.ask(self.kit, self.seen_by(state, seat), seat)

    def labels(self, state: Any, seat: int) -> dict[str, Phrase]:
        """The legal moves of a seat with their labels."""
        kit, known, label = self.kit, self.seen_by(state, seat), self.game.words.label
        return {move: label(kit, known, seat, action) for move, action in self.moves(state, seat).items()}

    def tell(self, before: Any, seat: int, action: int, after: Any) -> list[Event]:
        """The events of an action."""
        return self.game.words.tell(self.kit, before, seat, action, after)

    def can_take_back(self, before: Any, seat: int, action: int, after: Any) -> bool:
        """Whether an action may be taken back: a seat chose it, and no viewer learnt anything from it.

        An action reveals nothing if playing it on each viewer's view of the state before gives the view
        after.
        """
        if seat == CHANCE or not self.game.declared.take_back:
            return False
        if self.game.is_open:
            return True
        return all(
            self._could_predict(viewer, before, seat, action, after)
            for viewer in (*range(self.seats), SPECTATOR)
        )

    def _could_predict(self, viewer: int, before: Any, seat: int, action: int, after: Any) -> bool:
        rules, expected = self.game.rules, self.seen_by(before, viewer)
        rules.act(self.kit, expected, seat, action)
        rules.hide(self.kit, expected, viewer)
        return bool(expected == self.seen_by(after, viewer))


def declaration_of(rules: RulesModule) -> Declaration:
    """Return the rules' declaration after checking what can be checked without playing."""
    where = f"{rules.__name__.replace('.', '/')}.py"  # type: ignore[attr-defined]
    declared = getattr(rules, "GAME", None)
    if not isinstance(declared, Declaration):
        raise BadGame(
            f"{where} must declare the game: GAME = Declaration(seats=(2, 4), …); see docs/new-game.md"
        )
    state = getattr(rules, "State", None)
    if not (isinstance(state, type) and issubclass(state, Struct)):
        raise BadGame(f"{where} must declare the state: class State(Struct)")
    kit = getattr(rules, "Kit", Nothing)
    for name in (option.name for option in declared.options):
        if name not in kit.declared_fields():
            raise BadGame(
                f"{where} declares the option {name!r}, and its Kit needs a field for it: {name} = int8()"
            )
    for name in FUNCTIONS:
        if not callable(getattr(rules, name, None)):
            raise BadGame(f"{where} has no function {name}({FUNCTIONS[name]}); see docs/new-game.md")
    if declared.hidden and not callable(getattr(rules, "resample", None)):
        raise BadGame(
            f"{where} declares hidden=True, and so needs a rule resample(kit, s, seat, stream): it fills the"
            " fields that hide blanked with one of the possibilities, drawn by draw_below or draw_weighted"
            " from stream. Bots that search sample possible worlds with it; see docs/new-game.md"
        )
    if hasattr(rules, "lots") != hasattr(rules, "lot"):
        raise BadGame(
            f"{where} has one of lots(kit, s, seat) and lot(kit, s, seat, n) without the other: write both,"
            " or neither"
        )
    return declared


FUNCTIONS = {
    "setup": "kit, s, seats",
    "to_act": "kit, s",
    "legal": "kit, s, seat, out",
    "weights": "kit, s, out",
    "act": "kit, s, seat, action",
    "scores": "kit, s, out",
    "hide": "kit, s, seat",
}


def check_parts(game: Game) -> None:
    """Check that the declared parts exist and that no undeclared part does."""
    for part, file in PARTS.items():
        # In a page, modules are compiled
        exists = any((game.folder / name).is_file() for name in (file, f"{file}c"))
        if exists and part not in game.declared.parts:
            raise BadGame(
                f"{game.id} has a {file} that its declaration does not name: add {part!r} to parts,"
                " or remove the file"
            )
        if part in game.declared.parts and not exists:
            raise BadGame(
                f"{game.id} declares the part {part!r} but has no {file}: write it, or take {part!r} out of"
                " parts"
            )


def seat_name(seat: int) -> str:
    """The name of a seat in error messages."""
    return "chance" if seat == CHANCE else f"seat {seat}"


def _listed(moves: Mapping[str, int]) -> str:
    named = ", ".join(list(moves)[:MOST_NAMED])
    return named if len(moves) <= MOST_NAMED else f"{named} … ({len(moves)} in all)"
