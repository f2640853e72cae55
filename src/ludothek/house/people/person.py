"""A person: an id and a name from a signed cookie, and the device it is on; no account."""

import secrets
import unicodedata
from dataclasses import dataclass

from ludothek.house.table.refusals import Refused

COOKIE = "ludothek"
FIRST = "first"  # the device of cookies issued before devices had ids
YEAR = 365 * 24 * 3600
NAME_LENGTH = 24
NOBODY = "x_"  # prefix of ids that replace those of erased people
UNTYPED = ("Cc", "Cs", "Co", "Zl", "Zp")  # control, surrogate and private-use characters, line separators
JOINERS = "\u200c\u200d"  # join two characters in emoji and some scripts; invisible alone
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols without a visible glyph
MOST_STACKED = 2  # combining marks per letter on average: enough for every script
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # bidirectional controls


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    device: str = FIRST


def fresh() -> Person:
    return Person("p_" + secrets.token_urlsafe(15), "", fresh_device())


def nobody() -> str:
    """Return a fresh id that replaces the id of an erased person."""
    return NOBODY + secrets.token_urlsafe(15)


def fresh_device() -> str:
    return "d_" + secrets.token_urlsafe(12)


def checked_name(name: str) -> str:
    return checked_text(name, NAME_LENGTH, "bad_name", marks="<>")


def checked_text(text: str, most: int, code: str, marks: str = "", least: int = 1) -> str:
    """Return the trimmed text in NFC; refuse a text of bad length, invisible text and control characters."""
    text = unicodedata.normalize("NFC", text).strip()
    kinds = [unicodedata.category(letter) for letter in text]
    unwanted = marks + TURNING + BLANK
    if (
        not least <= len(text) <= most
        or any(letter in unwanted for letter in text)
        or any(kind in UNTYPED for kind in kinds)
    ):
        raise Refused(code)
    if any(kind == "Cf" and not _joins(text, at) for at, kind in enumerate(kinds)):
        raise Refused(code)
    seen, stacked = sum(kind[0] in "LNPS" for kind in kinds), sum(kind[0] == "M" for kind in kinds)
    if text and (not seen or stacked > MOST_STACKED * seen):
        raise Refused(code)
    return text


def _joins(text: str, at: int) -> bool:
    """Whether the invisible joiner stands between two characters; elsewhere it would fake another name."""
    return (
        text[at] in JOINERS
        and 0 < at < len(text) - 1
        and not {text[at - 1], text[at + 1]} & set(JOINERS + " ")
    )
