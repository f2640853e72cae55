"""A phrase to write down, by which somebody who has lost every device is found again.

    bado mile   toru kapi nesu lumo redi
    ─ handle ─  ──────── secret ────────

Its words belong to no language: two syllables each, of sounds that are said alike in German and English and
are hard to mistake for one another. The handle finds the person and is no secret; of the secret only a slow
hash is kept. The last bits check the whole, so that a slip of the pen is told from a phrase that is nobody's.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from itertools import product

from ludothek.house.table.refusals import Refused

SYLLABLES = ["".join(pair) for pair in product("bdfgklmnprst", "aeiou")]
UNSAID = {
    "puta",
    "puto",
    "pedo",
    "figa",
    "pene",
    "kulo",
    "nega",
}  # mean something elsewhere that nobody wants to write down
WORDS = [
    first + second
    for first, second in product(SYLLABLES, SYLLABLES)
    if first != second and first + second not in UNSAID
]
NUMBERS = {word: number for number, word in enumerate(WORDS)}
HANDLE, SECRET = 2, 5  # words
CHECK = 1 << 6
SECRETS = len(WORDS) ** SECRET // CHECK  # more than 2 to the power of 52


@dataclass(frozen=True)
class PhraseMark:
    handle: str
    secret: str

    def __str__(self) -> str:
        return f"{self.handle} {self.secret}"


def fresh() -> PhraseMark:
    handle = " ".join(secrets.choice(WORDS) for _ in range(HANDLE))
    drawn = secrets.randbelow(SECRETS)
    return PhraseMark(handle, _words(drawn * CHECK + _check(handle, drawn)))


def read(text: str) -> PhraseMark:
    """What somebody typed, however they set capitals, spaces and commas; refused where it cannot be a phrase."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    if len(words) == 1 and len(words[0]) == 4 * (HANDLE + SECRET):  # written without spaces
        words = [words[0][begin : begin + 4] for begin in range(0, len(words[0]), 4)]
    for word in words:
        if word not in NUMBERS:
            raise Refused("phrase_word", word=word[:20])
    if len(words) != HANDLE + SECRET:
        raise Refused("phrase_length", n=HANDLE + SECRET)
    handle, number = " ".join(words[:HANDLE]), 0
    for word in words[HANDLE:]:
        number = number * len(WORDS) + NUMBERS[word]
    drawn, check = divmod(number, CHECK)
    if check != _check(handle, drawn):
        raise Refused("phrase_slip")
    return PhraseMark(handle, " ".join(words[HANDLE:]))


def _words(number: int) -> str:
    made: list[str] = []
    for _ in range(SECRET):
        number, word = divmod(number, len(WORDS))
        made.append(WORDS[word])
    return " ".join(reversed(made))


def _check(handle: str, drawn: int) -> int:
    return hashlib.sha256(f"{handle} {drawn}".encode()).digest()[0] % CHECK
