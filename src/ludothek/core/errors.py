"""Errors in requests. Each message is a sentence for the person who asked."""

from collections.abc import Mapping

from ludothek.core.texts import Phrase, Texts, shared_texts


class Refusal(Exception):
    """The request cannot be carried out; nothing has changed."""

    def said(self, language: str) -> str:
        """The message in this language, if it is translated; else in English."""
        return str(self)


class UnknownGame(Refusal):
    """No game of that name is installed."""


class BadGame(Refusal):
    """An error in a game's package; the message says what to mend, and where."""


class BadOption(Refusal):
    """An option, or a number of seats, that the game does not have."""


class BadKit(Refusal):
    """A kit with bad figures. The message begins with the path of the figure: `strips.cap: …`.

    The reason is a phrase of the game's texts or of the shared ones. A text alone is shown as it is:
    `BadKit("lead: …")`.
    """

    def __init__(self, figure: str, reason: Phrase | None = None) -> None:
        super().__init__(figure, reason)
        self.figure = figure
        self.reason = reason
        self.game_texts: Mapping[str, Texts] = {}  # by language; set by `Game.own_words`

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        if self.reason is None:
            return self.figure
        own = self.game_texts[language].templates if self.game_texts else {}
        try:
            reason = Texts(language, shared_texts(language).templates | own).say(self.reason)
        except KeyError:  # a game's `check` was called directly, without the game's texts
            reason = repr(self.reason)
        return f"{self.figure}: {reason}" if self.figure else reason


class IllegalMove(Refusal):
    """A move that is not legal for that seat now."""


class BadRecord(Refusal):
    """A record that is malformed or does not replay."""


class NoMachine(Refusal):
    """A machine that is not available, or cannot run this; the message says what to install or change."""


class CannotCompile(NoMachine):
    """Compiled play without Numba installed."""
