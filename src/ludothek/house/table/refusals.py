"""Refused requests: a code for programs and a sentence for people."""

from ludothek.core import Phrase, Refusal
from ludothek.house.api.answer_types import Trouble
from ludothek.house.table.table_texts import TEXTS

# HTTP status by refusal code; 409 for all others: the state of the table does not allow the request
STATUS = {
    "no_table": 404, "no_game": 404, "no_page": 404, "no_seat": 404, "no_print": 404, "no_puzzles": 404,
    "no_trial": 404, "no_person": 401, "day_ahead": 404, "day_before": 404, "bad_date": 400, "counted": 403,
    "counted_by_another": 403, "bad_request": 400, "bad_name": 400, "bad_title": 400, "bad_option": 400,
    "bad_kit": 400, "bad_moves": 400, "bad_chat": 400, "bad_parcel": 400, "not_yours": 403, "not_host": 403,
    "not_seated": 403, "only_phrases": 403, "no_hints": 403, "saw_another_hand": 403, "pass_unknown": 404,
    "phrase_word": 400, "phrase_length": 400, "phrase_slip": 400, "phrase_wrong": 403, "no_device": 404,
    "no_passkey": 404, "bad_passkey": 400, "no_clocks": 400, "no_way": 404, "bad_mail": 400,
    "bad_hook": 400, "closed_hook": 403, "bad_subscription": 400, "bad_hours": 400, "bad_zone": 400,
    "bad_stop": 403, "not_alone": 403, "taken_along": 403, "seed_leaked": 403, "origin": 403,
    "no_address": 404, "not_here": 403, "too_many": 429, "too_large": 413, "internal": 500,
}  # fmt: skip


class Refused(Refusal):
    """A refused request, which changed nothing."""

    def __init__(
        self, code: str, detail: str | Refusal | None = None, retry_in_ms: int | None = None, **gaps: object
    ) -> None:
        super().__init__(str(detail or code))
        self.code = code
        self.detail = detail
        self.retry_in_ms = retry_in_ms
        self.gaps = gaps

    def said(self, language: str) -> str:
        return TEXTS[language].say(Phrase(f"refusals.{self.code}", **self.gaps))

    def detail_in(self, language: str) -> str | None:
        """Return the exact reason: translated if the core provides translations, else in English."""
        return self.detail.said(language) if isinstance(self.detail, Refusal) else self.detail


def trouble(refusal: Refused, language: str, client: str | None = None) -> Trouble:
    """Return the response for a refusal."""
    return Trouble(
        False, refusal.code, refusal.said(language), client, refusal.detail_in(language), refusal.retry_in_ms
    )
