"""What the table itself says, beside the game: its texts in both languages, and the ready-made phrases for
chat.
"""

from importlib.resources import files

from ludothek.core.texts import LANGUAGES, Texts

TEXTS = {language: Texts.read(files("ludothek.house.table") / "texts", language) for language in LANGUAGES}
PHRASES = [key.removeprefix("phrases.") for key in TEXTS["en"].templates if key.startswith("phrases.")]


def language_of(wanted: str | None, accepted: str = "") -> str:
    """One of our languages: the one wanted, else the first that a browser accepts."""
    for name in [wanted or "", *accepted.split(",")]:
        if (short := name.strip()[:2].lower()) in LANGUAGES:
            return short
    return "en"
