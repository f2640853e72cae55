"""What the server itself says, in both languages."""

from importlib.resources import files

from ludothek.core import Phrase, Refusal
from ludothek.core.texts import LANGUAGES, Texts

TEXTS = {language: Texts.read(files("ludothek.server.table") / "texts", language) for language in LANGUAGES}
PHRASES = [key.removeprefix("phrases.") for key in TEXTS["en"].templates if key.startswith("phrases.")]  # for chat

STATUS = {  # the HTTP status of a refusal by its code; 409, the table is not in a state for it, where nothing is said
    "no_table": 404, "no_game": 404, "no_page": 404, "no_seat": 404, "no_print": 404, "no_puzzles": 404, "no_person": 401,
    "bad_request": 400, "bad_name": 400, "bad_title": 400, "bad_option": 400, "bad_kit": 400, "bad_moves": 400, "bad_chat": 400,
    "not_yours": 403, "not_host": 403, "not_seated": 403, "only_phrases": 403, "no_hints": 403, "saw_another_hand": 403, "origin": 403,
    "too_many": 429, "too_large": 413, "internal": 500,
}  # fmt: skip


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
        if said is None or said[0] != phrase:
            said = phrase, self.texts.say(phrase, names)
            self._said[slot] = said
        return said[1]


class Refused(Refusal):
    """A request that is refused, with a code for programs and a sentence for people. Nothing has changed."""

    def __init__(self, code: str, detail: str | Refusal | None = None, retry_in_ms: int | None = None, **gaps: object) -> None:
        super().__init__(str(detail or code))
        self.code = code
        self.detail = detail
        self.retry_in_ms = retry_in_ms
        self.gaps = gaps

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 409)

    def said(self, language: str) -> str:
        return TEXTS[language].say(Phrase(f"refusals.{self.code}", **self.gaps))

    def detail_in(self, language: str) -> str | None:
        """The exact reason: in that language where the core says it in several, else in English."""
        return self.detail.said(language) if isinstance(self.detail, Refusal) else self.detail


def language_of(wanted: str | None, accepted: str = "") -> str:
    """One of our languages: the one wanted, else the first that a browser accepts."""
    for name in [wanted or "", *accepted.split(",")]:
        if (short := name.strip()[:2].lower()) in LANGUAGES:
            return short
    return "en"
