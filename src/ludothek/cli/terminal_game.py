"""Play at one keyboard: people and bots share the screen, and hidden information stays hidden.

The game is saved after every move. The screen shows what the current player may see; if that is more than
the others may see, a curtain asks to hand over the keyboard first.
"""

import secrets
import time
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from ludothek.bots import Budget, Estimate, PlayerView, is_built_in, player, stand_in
from ludothek.bots.hints import Advice, advice_at, worth
from ludothek.cli import saved_games
from ludothek.cli.saved_games import HUMAN, SavedGame
from ludothek.cli.table_screen import TableScreen
from ludothek.core import CHANCE, Event, Refusal, Seat
from ludothek.core.chance import SecretSeed
from ludothek.core.help_levels import HELP_LEVELS
from ludothek.core.rulings import rules_page
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR

MOST_SHOWN = 40  # legal moves listed without being asked for
RECENT = 8  # events shown above the question
BOT_BUDGET = Budget(seconds=1.0)


class QuitGame(Exception):
    """A player wants to stop; the game is saved."""


@dataclass
class TerminalGame:
    """A table, its players and the screen they share."""

    table: Table
    players: list[str]
    names: list[str]
    seed: SecretSeed | None
    path: Path
    screen: TableScreen
    pause: float = 0.0  # seconds in which a bot's move can be followed
    shown_to: int | None = None
    dials: dict[int, str] = field(default_factory=dict)  # how much advice each seat wants; none by default
    advised: tuple[int, int, Advice] | None = None  # the last advice: after how many moves, and to whom
    warned_of: tuple[int, str] | None = None  # the last warning: after how many moves, and of what

    def run(self) -> None:
        """Play to the end."""
        self.save()
        variant = self.table.variant
        while acting := variant.to_act(self.table.state):
            if acting == [CHANCE]:
                self._chance()
            else:
                self._turn(acting)
        self._show(self._default_viewer(), question="")
        self.screen.console.print(self.screen.outcome(self.table.state))
        self._note(self.screen.shell("saved_as", path=self.path))

    def save(self, path: Path | None = None) -> None:
        seed = self.seed.seed.hex() if self.seed else None
        saved_games.write(SavedGame(self.table.record(), self.players, self.names, seed), path or self.path)

    def _chance(self) -> None:
        if self.seed:
            number = len(self.table.moves)
            self._play(CHANCE, self.seed.draw(number, self.table.variant.chances(self.table.state)))
        else:
            self._ask(CHANCE)

    def _turn(self, acting: list[int]) -> None:
        bots = [seat for seat in acting if self.players[seat] != HUMAN]
        if bots:
            self._bot(bots[0])
        else:
            self._ask(acting[0])

    def _bot(self, seat: int) -> None:
        game = self.table.variant.game
        try:
            thinker = player(game, self.players[seat])
            choice = thinker.choose(
                PlayerView.at(self.table, seat, thinker.remembers), BOT_BUDGET, secrets.randbits(32)
            )
            self._play(seat, choice.move)
        except Exception as error:
            if is_built_in(game, self.players[seat]):
                raise
            self.players[seat] = stand_in(game)  # an error in a guest player must not end the game
            self._note(
                self.screen.shell(
                    "bot_failed",
                    who=Seat(seat),
                    reason=f"{type(error).__name__}: {error}",
                    level=self.players[seat],
                )
            )
            return
        viewer = self._default_viewer()
        if viewer != SPECTATOR or not self._is_private(viewer):
            self._show(viewer, question="")
            time.sleep(self.pause)

    def _ask(self, seat: int) -> None:
        """Ask a person until a move has been made or taken back."""
        self._curtain(seat)
        variant = self.table.variant
        viewer = self._default_viewer() if seat == CHANCE else seat
        question = (
            self.screen.shell("chance")
            if seat == CHANCE
            else self.screen.say(variant.ask(self.table.state, seat))
        )
        self._show(viewer, question)
        self._list_moves(seat)
        self._advise(seat)
        while True:
            text = self._read()
            if not text and self.dials.get(seat) == "play_along":
                text = self._advice(seat).hints[0].move
            word, _, rest = text.partition(" ")
            try:
                if word and self._command(word, rest.strip(), seat):
                    return
            except Refusal as refusal:
                self._note(str(refusal))

    def _read(self) -> str:
        try:
            return " ".join(self.screen.console.input("> ").split())
        except EOFError:
            raise QuitGame from None

    def _command(self, word: str, rest: str, seat: int) -> bool:
        """Execute a typed command; return whether it answers the question."""
        text = f"{word} {rest}".strip()
        moves = self.table.variant.moves(self.table.state, seat)
        if text not in moves and (number := _number(text, list(moves))) is not None:
            text = list(moves)[number]
        if text in moves:
            if self._warns_of(seat, text):
                return False
            self._play(seat, text)
            return True
        match word:
            case "undo":
                self._undo()
                return True
            case "hint":
                self._hint(seat)
            case "dial":
                self._dial(seat, rest)
            case "save":
                path = saved_games.path_of(rest) if rest else self.path
                self.save(path)
                self._note(self.screen.shell("saved_as", path=path))
            case "moves":
                self._list_moves(seat, everything=True, containing=rest)
            case "log":
                self.screen.console.print(
                    self.screen.events(self._happened(), seat if seat != CHANCE else self._default_viewer())
                )
            case "rules":
                self.screen.console.print(Markdown(rules_page(self.screen.texts)))
            case "help":
                self._note(self.screen.shell("help"))
            case "quit":
                raise QuitGame
            case _:
                self.table.variant.action(self.table.state, seat, text)  # refuses, and says what is legal
        return False

    def _play(self, seat: int, move: str) -> None:
        self.table.play(seat, move)
        self.save()

    def _undo(self) -> None:
        """Take back moves up to the last decision of a person."""
        shorter = copy(self.table)
        shorter.moves, shorter.events = self.table.moves[:], self.table.events[:]
        while self.players[shorter.take_back()[0]] != HUMAN:
            pass
        self.table = shorter
        self.save()

    def _curtain(self, seat: int) -> None:
        """Hide the screen between two people if it shows private information."""
        last, self.shown_to = self.shown_to, self.shown_to if seat == CHANCE else seat
        if seat in (CHANCE, last) or self._people() < 2 or not self._is_private(seat):
            return
        self.screen.clear()
        self.screen.console.print(
            f"\n\n  {self.screen.shell('curtain', who=self.names[seat])}\n", style="bold"
        )
        try:
            self.screen.console.input(f"  {self.screen.shell('press_enter')} ")
        except EOFError:
            raise QuitGame from None

    def _is_private(self, viewer: int) -> bool:
        """Whether this viewer's screen is private: it shows more than a spectator sees, or choices
        are secret.
        """
        variant, state = self.table.variant, self.table.state
        return len(variant.to_act(state)) > 1 or variant.seen_by(state, viewer) != variant.seen_by(state)

    def _show(self, viewer: int, question: str) -> None:
        screen = self.screen
        screen.clear()
        screen.console.print(screen.board(self.table.state, viewer))
        screen.console.print(screen.events(self._happened()[-RECENT:], viewer))
        if question:
            screen.console.print()
            name = f"{self.names[viewer]}: " if viewer != SPECTATOR else ""
            screen.console.print(Text(name, style="bold").append(question))

    def _list_moves(self, seat: int, everything: bool = False, containing: str = "") -> None:
        variant, screen = self.table.variant, self.screen
        if seat == CHANCE:
            screen.console.print(Text("  ".join(variant.chances(self.table.state)), style="cyan"))
            return
        labels = variant.labels(self.table.state, seat)
        lines = [
            Text.assemble((f"#{number}", "dim"), " ", (move, "cyan"), " ", screen.say(label))
            for number, (move, label) in enumerate(labels.items(), 1)
            if containing in move
        ]
        shown = lines if everything else lines[:MOST_SHOWN]
        screen.console.print(
            Columns(shown, padding=(0, 3), column_first=True) if len(shown) > 5 else Text("\n").join(shown)
        )
        if len(shown) < len(lines):
            self._note(screen.shell("more_moves", n=len(lines) - len(shown)))
        self._note(screen.shell("commands"))

    def _hint(self, seat: int) -> None:
        """Print the best moves according to the strongest bot, from what this seat may see."""
        if seat == CHANCE:
            self._note(self.screen.shell("no_hint"))
            return
        labels = self.table.variant.labels(self.table.state, seat)
        for hint in self._advice(seat).hints:
            value = "" if hint.chance is None else self._worth(hint.chance)
            reason = "" if hint.reason is None else self.screen.say(hint.reason)
            line = Text.assemble(
                (hint.move, "cyan"),
                " ",
                self.screen.say(labels[hint.move]),
                (f"  {value}", "bold"),
                (f"  {reason}", "italic"),
            )
            self.screen.console.print(line)

    def _advice(self, seat: int) -> Advice:
        made = len(self.table.moves)
        if self.advised is None or self.advised[:2] != (made, seat):
            self._note(self.screen.shell("thinking"))
            self.advised = made, seat, advice_at(self.table, seat)
        return self.advised[2]

    def _warns_of(self, seat: int, move: str) -> bool:
        """Warn of a bad move instead of playing it; typed again, it is played."""
        made = len(self.table.moves), move
        if self.dials.get(seat) != "warn" or self.warned_of == made:
            return False
        advice = self._advice(seat)
        if not advice.is_sure_of(move):
            advice = advice_at(self.table, seat, about=move)
        if not advice.warns_of(move):
            return False
        self.warned_of = made
        best, labels = advice.hints[0], self.table.variant.labels(self.table.state, seat)
        assert best.chance is not None, "there is no warning without a chance"
        better = f"{best.move}, {self.screen.say(labels[best.move])}"
        self._note(
            self.screen.shell(
                "sure",
                worth=self._worth(advice.considered[move]),
                better=better,
                best=self._worth(best.chance),
            )
        )
        return True

    def _dial(self, seat: int, wanted: str) -> None:
        """Set how much advice a seat gets, or print the current setting."""
        if seat == CHANCE:
            self._note(self.screen.shell("no_hint"))
            return
        if wanted:
            if wanted not in HELP_LEVELS:
                raise Refusal(self.screen.shell("dial_positions", positions=" · ".join(HELP_LEVELS)))
            self.dials[seat] = wanted
        self._note(self.screen.shell(f"dial_{self.dials.get(seat, 'silent')}"))
        self._advise(seat)

    def _advise(self, seat: int) -> None:
        """Print the best moves if the seat has chosen to see them at every turn."""
        dial = self.dials.get(seat)
        if dial in ("advise", "play_along"):
            self._hint(seat)
        if dial == "play_along":
            self._note(self.screen.shell("as_suggested"))

    def _worth(self, chance: Estimate) -> str:
        return self.screen.words.say(worth(self.table.variant.game, chance))

    def _note(self, text: str) -> None:
        self.screen.console.print(text, style="dim", markup=False, soft_wrap=True)

    def _happened(self) -> list[Event]:
        return [event for told in self.table.events for event in told]

    def _people(self) -> int:
        return self.players.count(HUMAN)

    def _default_viewer(self) -> int:
        """Return the viewer while no question is open: the only person, or a spectator."""
        return self.players.index(HUMAN) if self._people() == 1 else SPECTATOR


def _number(text: str, moves: list[str]) -> int | None:
    """Parse a move chosen by number: `#3`, or `3` if no move is written as a number."""
    digits = text.removeprefix("#")
    bare_is_clear = text.startswith("#") or not any(move.lstrip("-").isdigit() for move in moves)
    if not (
        digits.isascii()
        and digits.isdigit()
        and bare_is_clear
        and len(digits) < 6
        and 1 <= int(digits) <= len(moves)
    ):
        return None
    return int(digits) - 1


def new_console() -> Console:
    console = Console(highlight=False)
    if not (console.is_terminal and console.file.isatty()):
        raise Refusal("play needs a terminal; for programs there is: ludothek referee")
    return console
