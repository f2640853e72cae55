"""Render a table in a terminal: the board, events and the outcome."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ludothek.compiler.drivers import watched
from ludothek.core import Event, Game, People, Phrase
from ludothek.core.game import Variant
from ludothek.core.texts import SPECTATOR, shared_texts


class TableScreen:
    """One variant, shown in one language with the names of its people."""

    def __init__(self, console: Console, variant: Variant, language: str, names: Sequence[str]) -> None:
        self.console = console
        self.variant = variant
        self.names = names
        self.words = shared_texts(language)
        self.texts = variant.game.texts[language]
        self._draw = _drawing_of(variant.game)

    def say(self, phrase: Phrase) -> str:
        return self.texts.say(phrase, self.names)

    def shell(self, key: str, **gaps: object) -> str:
        return self.words.say(Phrase(f"terminal.{key}", **gaps), self.names)

    @contextmanager
    def getting_ready(self) -> Iterator[None]:
        """Show a status line with the number of compiled functions whenever a bot's code is
        being compiled.
        """
        status = self.console.status("")

        def compiling(functions: int | None) -> None:
            if functions is None:
                status.stop()
            else:
                status.update(f"{self.shell('getting_ready')} {functions}")
                status.start()

        with watched(compiling):
            yield

    def clear(self) -> None:
        """Clear the screen and its scrollback, since another player may be looking now."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def board(self, state: Any, viewer: int = SPECTATOR) -> RenderableType:
        if self._draw:
            drawn: RenderableType = self._draw(self.variant.view(state, viewer), self.say)
        else:
            drawn = Text("\n".join(self.say(line) for line in self.variant.describe(state, viewer)))
        return Panel(drawn, title=self.texts["title"], title_align="left", border_style="dim", padding=(1, 2))

    def events(self, events: Sequence[Event], viewer: int = SPECTATOR) -> RenderableType:
        return Group(
            *[Text("  " + self.say(event), style="italic") for event in events if event.is_for(viewer)]
        )

    def outcome(self, state: Any) -> RenderableType:
        scores = self.variant.scores(state)
        if narrow := self.variant.narrow_win(state):
            line = self.say(narrow)
        elif len(set(scores)) == 1:  # all equal: a team, a puzzle or a draw
            key = "shared" if 0 < scores[0] < 1 else "won_together" if scores[0] else "lost_together"
            line = self.shell(key)
        else:
            winners = People(self.names[seat] for seat, score in enumerate(scores) if score == max(scores))
            line = self.shell("won", who=winners, n=len(winners))
        why = self.variant.why(state)
        return Group(Text(f"★ {line}", style="bold"), *([Text("  " + self.say(why))] if why else []))


def _drawing_of(game: Game) -> Any:
    """Return the game's own `draw` function, or None for a game that is shown in words."""
    return getattr(game.module("terminal"), "draw", None)
