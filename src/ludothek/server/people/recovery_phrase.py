"""A recovery phrase to write down, for a person who has lost every device.


    bado mile   toru kapi nesu lumo redi
    ─ handle ─  ──────── secret ────────

Its words belong to no language: two syllables each, of sounds that German and English speakers pronounce
alike and that are hard to confuse. The handle finds the person and is public; of the secret only a slow hash
is stored. The last bits are a checksum, which tells a typing error from an unknown phrase.
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
}  # words with an unwelcome meaning in other languages
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
    """Parse a typed phrase in any capitals, spaces and commas; refuse what cannot be a phrase."""
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
