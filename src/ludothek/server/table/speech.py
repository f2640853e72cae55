"""What the table itself says, beside the game: its texts in both languages, and the ready-made phrases for chat."""

from importlib.resources import files

from ludothek.core import Phrase
from ludothek.core.texts import LANGUAGES, Texts

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
        self._said: dict[str | int, tuple[Phrase, str]] = {}

    def say(self, slot: str | int, phrase: Phrase, names: tuple[str, ...]) -> str:
        """The phrase in words. The slot is where it stands: a line's number, a move."""
        if names != self._names:
            self._names, self._said = names, {}
        said = self._said.get(slot)
        if said is None or said[0].gaps != phrase.gaps or said[0].key != phrase.key:
            said = phrase, self.texts.say(phrase, names)
            self._said[slot] = said
        return said[1]
