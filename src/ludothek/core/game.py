"""A game, and a game with its seats, options and kit chosen.

`Game` is what a folder in `games/` becomes: its rules, notation, view, texts and kit. `Variant` fixes the
number of seats, the options and the kit, and is where the world outside meets the rules: moves are texts
here, every move is checked, and `play` never changes the state it is given.
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

_SEATS = [
    [seat for seat in range(CHANCE + 1) if bits >> seat & 1] for bits in range(1 << (CHANCE + 1))
]  # by bit set
EACH_DECISION = (
    "to_act",
    "legal",
    "weights",
    "lots",
    "lot",
    "act",
)  # what is asked of the rules again and again, where there is such
MOST_NAMED = 24  # how many legal moves a refusal lists before it only counts them


class RulesModule(Protocol):
    """What a game's `rules.py` contains; and `Kit`, where there are figures or options. A game that hides
    something also has

    resample(kit, s, seat, stream)    fills what `hide` has blanked with anything that the seat must think
    possible

    and one that can draw a legal action without writing all of them

    lots(kit, s, seat)                how many lots there are, or 0 where all may as well be written, lot(kit,
    s, seat, n)              and what stands on lot n: a legal action, each on equally many lots, or BLANK
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
    """A game's `notation.py`: the one text of an action. Reading is derived from writing."""

    def write(self, kit: Any, s: Any, seat: int, action: int) -> str: ...


class ViewModule(Protocol):
    """A game's `view.py`. All but `tell`, `outcome` and `why` are given a state from which `hide` has taken
    what the seat may not know.

    These may be left out:

    why(kit, s)                       the reason for the outcome, as a phrase standing(kit, s)
    the points or stones of each seat so far, open to all, where people count such and the most win
    """

    def view(self, kit: Any, s: Any, seat: int) -> dict[str, Any]: ...
    def describe(self, kit: Any, s: Any, seat: int) -> list[Phrase]: ...
    def ask(self, kit: Any, s: Any, seat: int) -> Phrase: ...
    def label(self, kit: Any, s: Any, seat: int, action: int) -> Phrase: ...
    def tell(self, kit: Any, before: Any, seat: int, action: int, after: Any) -> list[Event]: ...
    def outcome(self, kit: Any, s: Any) -> dict[str, Any]: ...


class KitModule(Protocol):
    """A game's `kit.py`, where it has a kit: `check` refuses bad figures, `fill` copies good ones into the
    record that rules read.

    check_kept(figures)    where an earlier version of the rules allowed more: refuses what no version
    allowed, for games already begun
    """

    def check(self, figures: dict[str, Any]) -> None: ...
    def fill(self, kit: Any, figures: dict[str, Any], seats: int) -> None: ...


class Game:
    """One game: the modules of its folder."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.id = package.rpartition(".")[2]
        self.rules = cast(RulesModule, import_module(f"{package}.rules"))
        self.notation = cast(NotationModule, import_module(f"{package}.notation"))
        self.words = cast(ViewModule, import_module(f"{package}.view"))
        self.declared = declaration_of(self.rules)
        self.fewest, self.most = self.declared.seats
        self.usual = max(self.fewest, min(2, self.most))  # seats, where nobody says how many
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
        """A part of the game that is a module, such as `pace` or `terminal`; None where the game has not
        declared it.
        """
        return import_module(f"{self.package}.{name}") if name in self.declared.parts else None

    @cached_property
    def standing(self) -> Callable[[Any, Any], list[int]] | None:
        """How its view counts points or stones; None where it counts none."""
        return getattr(self.words, "standing", None)

    @cached_property
    def why(self) -> Callable[[Any, Any], Phrase] | None:
        """How its view gives the reason for an outcome; None where it gives none."""
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
        """The game for this number of seats, with these options and this kit; the shipped kit where none is
        given. A game that was begun earlier may have a kit that only an earlier version of the rules allowed.
        """
        if type(seats) is not int or not self.fewest <= seats <= self.most:
            wanted = str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"
            raise BadOption(f"{self.id} is a game for {wanted} seats, not {seats!r}")
        return Variant(
            self,
            seats,
            option_kinds.completed(self.options, {} if options is None else options, seats),
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
        """A kit that the game's modules refuse meanwhile is refused in the game's words."""
        try:
            yield
        except BadKit as refusal:
            refusal.game_texts = self.texts
            raise

    @cached_property
    def kit_reader(self) -> KitModule:
        return cast(KitModule, import_module(f"{self.package}.kit"))

    def kit_record(self, seats: int, options: Mapping[str, Any], figures: dict[str, Any] | None) -> Struct:
        """What the rules read: the figures, and each option under its name."""
        kit = self.kit_type()
        if figures is not None:
            self.kit_reader.fill(kit, figures, seats)
        for option in self.options:
            setattr(kit, option.name, option.number(options[option.name]))
        return kit


class Variant:
    """A game whose seats, options and kit are chosen.

    States go in and come out; none is kept or changed here.
    """

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], figures: dict[str, Any] | None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.figures = figures
        self.kit = game.kit_record(seats, options, figures)
        self._rooms: list[list[int]] = []

    def start(self) -> Any:
        """A state ready for the first decision."""
        state = self.game.rules.State()
        self.game.rules.setup(self.kit, state, self.seats)
        return state

    def to_act(self, state: Any) -> list[int]:
        """The seats that owe a decision, or CHANCE alone; nobody when the game is over."""
        return _SEATS[self.game.rules.to_act(self.kit, state)][:]

    def is_over(self, state: Any) -> bool:
        return self.game.rules.to_act(self.kit, state) == 0

    def actions(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat that is to act."""
        room = self._room()
        actions = room[: self.game.rules.legal(self.kit, state, seat, room)]
        self._rooms.append(room)
        return actions

    def moves(self, state: Any, seat: int) -> dict[str, int]:
        """The legal moves of a seat that is to act: text and action."""
        write = self.game.notation.write
        return {write(self.kit, state, seat, action): action for action in self.actions(state, seat)}

    def chances(self, state: Any) -> dict[str, int]:
        """When chance is to act: what can happen, and its weight."""
        return self.weighed(state, self.moves(state, CHANCE))

    def weighed(self, state: Any, moves: Mapping[str, int]) -> dict[str, int]:
        """The weight of each of chance's moves, where these are known."""
        room = self._room()
        self.game.rules.weights(self.kit, state, room)
        weighed = dict(zip(moves, room, strict=False))
        self._rooms.append(room)
        return weighed

    def action(self, state: Any, seat: int, move: str) -> int:
        """The action that a text stands for, or a refusal that says what would be legal."""
        acting = self.to_act(state)
        if seat not in acting:
            due = f"to act: {', '.join(seat_name(s) for s in acting)}" if acting else "the game is over"
            raise IllegalMove(f"{seat_name(seat)} is not to act and cannot play {move!r}; {due}")
        moves = self.moves(state, seat)
        if move not in moves:
            raise IllegalMove(f"{move!r} is not legal for {seat_name(seat)}; legal: {_listed(moves)}")
        return moves[move]

    def _room(self) -> list[int]:
        """Room for the actions of a seat, which whoever takes it lays back: as many as there are threads that
        share the variant.
        """
        try:
            return self._rooms.pop()
        except IndexError:
            return [0] * self.game.declared.legal

    def play(self, state: Any, seat: int, move: str) -> Any:
        """The state after a move; the one given stays as it is."""
        return self.after(state, seat, self.action(state, seat, move))

    def after(self, state: Any, seat: int, action: int) -> Any:
        """The state after an action known to be legal."""
        new = state.copy()
        self.game.rules.act(self.kit, new, seat, action)
        return new

    def scores(self, state: Any) -> list[float]:
        out = [0.0] * self.seats
        self.game.rules.scores(self.kit, state, out)
        return out

    def outcome(self, state: Any) -> dict[str, Any] | None:
        """Scores, a reason for people and what the game adds; None while it is not over."""
        if not self.is_over(state):
            return None
        scores = [int(score) if score.is_integer() else score for score in self.scores(state)]
        return {"scores": scores} | self.game.words.outcome(self.kit, state)

    def why(self, state: Any) -> Phrase | None:
        """The reason for the outcome, to be said in a language; None where the game gives none."""
        return self.game.why(self.kit, state) if self.game.why else None

    def standing(self, state: Any) -> list[int] | None:
        """The points or stones of each seat so far; None in a game that counts none."""
        return self.game.standing(self.kit, self.seen_by(state)) if self.game.standing else None

    def seen_by(self, state: Any, viewer: int = SPECTATOR) -> Any:
        """The state without what that viewer may not know: a seat, or whoever only watches."""
        if self.game.is_open:
            return state
        hidden = state.copy()
        self.game.rules.hide(self.kit, hidden, viewer)
        return hidden

    def view(self, state: Any, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What a viewer may see, as plain data."""
        return self.game.words.view(self.kit, self.seen_by(state, viewer), viewer)

    def describe(self, state: Any, viewer: int = SPECTATOR) -> list[Phrase]:
        """The position in words, a line each."""
        return self.game.words.describe(self.kit, self.seen_by(state, viewer), viewer)

    def ask(self, state: Any, seat: int) -> Phrase:
        """What a seat that is to act is asked."""
        return self.game.words.ask(self.kit, self.seen_by(state, seat), seat)

    def labels(self, state: Any, seat: int) -> dict[str, Phrase]:
        """The legal moves of a seat, each in words."""
        kit, known, label = self.kit, self.seen_by(state, seat), self.game.words.label
        return {move: label(kit, known, seat, action) for move, action in self.moves(state, seat).items()}

    def tell(self, before: Any, seat: int, action: int, after: Any) -> list[Event]:
        """What happened with that action."""
        return self.game.words.tell(self.kit, before, seat, action, after)

    def can_take_back(self, before: Any, seat: int, action: int, after: Any) -> bool:
        """Whether the action may be taken back: it was somebody's own and showed nobody what they could not
        know before.

        Played on what a viewer knew, an action that reveals nothing leads to what the viewer knows now.
        """
        if seat == CHANCE or not self.game.declared.take_back:
            return False
        if self.game.is_open:
            return True
        return all(
            self._foresaw(viewer, before, seat, action, after) for viewer in (*range(self.seats), SPECTATOR)
        )

    def _foresaw(self, viewer: int, before: Any, seat: int, action: int, after: Any) -> bool:
        rules, expected = self.game.rules, self.seen_by(before, viewer)
        rules.act(self.kit, expected, seat, action)
        rules.hide(self.kit, expected, viewer)
        return bool(expected == self.seen_by(after, viewer))


def declaration_of(rules: RulesModule) -> Declaration:
    """What the rules declare, having looked whether they keep to it as far as can be seen at once."""
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
            raise BadGame(
                f"{where} has no function {name}({FUNCTIONS[name]}); what it does stands in docs/new-game.md"
            )
    if declared.hidden and not callable(getattr(rules, "resample", None)):
        raise BadGame(
            f"{where} declares hidden=True, and so needs a rule resample(kit, s, seat, stream): given a state from which hide has taken"
            " what the seat may not know, it fills these fields with one of the possibilities, drawn by draw_below or draw_weighted from"
            " stream. Players that look ahead imagine with it what others may hold; see docs/new-game.md"
        )
    if hasattr(rules, "lots") != hasattr(rules, "lot"):
        raise BadGame(
            f"{where} has one of lots(kit, s, seat) and lot(kit, s, seat, n) without the other: write both, or neither"
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
    """What is declared to lie in the folder does, and nothing else that would be taken for a part."""
    for part, file in PARTS.items():
        is_there = any(
            (game.folder / name).is_file() for name in (file, f"{file}c")
        )  # a page has its modules compiled
        if is_there and part not in game.declared.parts:
            raise BadGame(
                f"{game.id} has a {file} that its declaration does not name: add {part!r} to parts, or remove the file"
            )
        if part in game.declared.parts and not is_there:
            raise BadGame(
                f"{game.id} declares the part {part!r} but has no {file}: write it, or take {part!r} out of parts"
            )


def seat_name(seat: int) -> str:
    """How a refusal names a seat."""
    return "chance" if seat == CHANCE else f"seat {seat}"


def _listed(moves: Mapping[str, int]) -> str:
    named = ", ".join(list(moves)[:MOST_NAMED])
    return named if len(moves) <= MOST_NAMED else f"{named} … ({len(moves)} in all)"
