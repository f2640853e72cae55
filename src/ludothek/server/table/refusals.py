"""What is refused, and why: in a code for programs and in a sentence for people."""

from ludothek.core import Phrase, Refusal
from ludothek.server.table.speech import TEXTS


class Refused(Refusal):
    """A request that is refused. Nothing has changed."""

    def __init__(self, code: str, detail: str | Refusal | None = None, retry_in_ms: int | None = None, **gaps: object) -> None:
        super().__init__(str(detail or code))
        self.code = code
        self.detail = detail
        self.retry_in_ms = retry_in_ms
        self.gaps = gaps

    def said(self, language: str) -> str:
        return TEXTS[language].say(Phrase(f"refusals.{self.code}", **self.gaps))

    def detail_in(self, language: str) -> str | None:
        """The exact reason: in that language where the core says it in several, else in English."""
        return self.detail.said(language) if isinstance(self.detail, Refusal) else self.detail
