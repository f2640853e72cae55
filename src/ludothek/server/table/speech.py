"""What the table itself says, beside the game: its texts in both languages, and the ready-made phrases for chat."""

from collections.abc import Iterable
from importlib.resources import files
from typing import TypeAlias

from ludothek.core import Phrase
from ludothek.core.texts import LANGUAGES, Texts

Said: TypeAlias = tuple[Phrase, str]
TEXTS = {language: Texts.read(files("ludothek.server.table") / "texts", language) for language in LANGUAGES}
PHRASES = [key.removeprefix("phrases.") for key in TEXTS["en"].templates if key.startswith("phrases.")]


def language_of(wanted: str | None, accepted: str = "") -> str:
    """One of our languages: the one wanted, else the first that a browser accepts."""
    for name in [wanted or "", *accepted.split(",")]:
        if (short := name.strip()[:2].lower()) in LANGUAGES:
            return short
    return "en"


class Spoken:
    """A game's texts in one language, which remember what they said last: from move to move, and for each viewer, most stays the same."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self._names: tuple[str, ...] = ()
        self._said: dict[str | int, Said] = {}
        self._moves: dict[int, dict[str, Said]] = {}  # by seat

    def say(self, slot: str | int, phrase: Phrase, names: tuple[str, ...]) -> str:
        """The phrase in words. The slot is where it stands: a line's number."""
        if names != self._names:
            self._forget(names)
        said = self._said[slot] = self._anew(self._said.get(slot), phrase)
        return said[1]

    def say_moves(self, seat: int, moves: Iterable[tuple[str, Phrase]], names: tuple[str, ...]) -> list[tuple[str, str]]:
        """The moves that a seat may choose from, in words. Those of its last question are remembered, and no others: in a long game there
        are thousands."""
        if names != self._names:
            self._forget(names)
        before = self._moves.get(seat, {})
        said = self._moves[seat] = {move: self._anew(before.get(move), phrase) for move, phrase in moves}
        return [(move, words) for move, (_, words) in said.items()]

    def _anew(self, before: Said | None, phrase: Phrase) -> Said:
        if before is not None and before[0].gaps == phrase.gaps and before[0].key == phrase.key:
            return before
        return phrase, self.texts.say(phrase, self._names)

    def _forget(self, names: tuple[str, ...]) -> None:
        self._names, self._said, self._moves = names, {}, {}
