"""What is refused, and why: every message is a sentence for the person who asked."""

from collections.abc import Mapping

from ludothek.core.texts import Phrase, Texts, shared_texts


class Refusal(Exception):
    """The request cannot be carried out as it stands; nothing has changed."""

    def said(self, language: str) -> str:
        """The message in that language, where it exists in others than English."""
        return str(self)


class UnknownGame(Refusal):
    """No game of that name is installed."""


class BadGame(Refusal):
    """A game that its author has to mend; the message says what, and where."""


class BadOption(Refusal):
    """An option, or a number of seats, that the game does not have."""


class BadKit(Refusal):
    """A kit whose figures are not those of the box; the message begins with the figure, as in `strips.cap:
    …`.

    The reason is a phrase, of the game's texts or of those that all games share. A text alone is said as it
    stands: `BadKit("lead: …")`.
    """

    def __init__(self, figure: str, reason: Phrase | None = None) -> None:
        super().__init__(figure, reason)
        self.figure = figure
        self.reason = reason
        self.game_texts: Mapping[
            str, Texts
        ] = {}  # by language; the game adds them to what its own modules refuse

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        if self.reason is None:
            return self.figure
        own = self.game_texts[language].templates if self.game_texts else {}
        try:
            reason = Texts(language, shared_texts(language).templates | own).say(self.reason)
        except KeyError:  # a game's check called by itself: its words are not known here
            reason = repr(self.reason)
        return f"{self.figure}: {reason}" if self.figure else reason


class IllegalMove(Refusal):
    """A move that is not legal for that seat now."""


class BadRecord(Refusal):
    """A record that is not one, or does not replay."""


class NoMachine(Refusal):
    """A machine that is not there, or cannot run this; the message says what to install or to change."""


class CannotCompile(NoMachine):
    """Compiled play was asked for where Numba is not installed."""
