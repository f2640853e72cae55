"""A person: an id and a name, in a cookie that we sign, and the device that it is on. No account."""

import secrets
import unicodedata
from dataclasses import dataclass

from ludothek.house.table.refusals import Refused

COOKIE = "ludothek"
FIRST = "first"  # the device of whoever has a cookie from before devices were told apart
YEAR = 365 * 24 * 3600
NAME_LENGTH = 24
NOBODY = "x_"  # what the ids begin with that stand for people who were erased
UNTYPED = ("Cc", "Cs", "Co", "Zl", "Zp")  # control characters, half characters, private ones, line ends
JOINERS = "\u200c\u200d"  # make one sign of two, in emoji and in several scripts; alone they are not seen
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show nothing
MOST_STACKED = 2  # accents and vowel signs to a letter, on average: enough for every script
TURNING = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # would turn around what stands beside a name
)


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    device: str = FIRST


def fresh() -> Person:
    return Person("p_" + secrets.token_urlsafe(15), "", fresh_device())


def nobody() -> str:
    """An id in the place of somebody's who was erased."""
    return NOBODY + secrets.token_urlsafe(15)


def fresh_device() -> str:
    return "d_" + secrets.token_urlsafe(12)


def checked_name(name: str) -> str:
    return checked_text(name, NAME_LENGTH, "bad_name", marks="<>")


def checked_text(text: str, most: int, code: str, marks: str = "", least: int = 1) -> str:
    """The text in its normal form, without blanks around it; refused if it is too long, invisible, or holds
    what nobody types.
    """
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
    """Whether what nobody sees stands between two signs, and makes one of them; a name that ends in it would
    look like another.
    """
    return (
        text[at] in JOINERS
        and 0 < at < len(text) - 1
        and not {text[at - 1], text[at + 1]} & set(JOINERS + " ")
    )
