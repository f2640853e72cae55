"""The house's own texts at a table in both languages, and the canned phrases for chat."""

from importlib.resources import files

from ludothek.core.texts import LANGUAGES, Texts

TEXTS = {language: Texts.read(files("ludothek.house.table") / "texts", language) for language in LANGUAGES}
PHRASES = [key.removeprefix("phrases.") for key in TEXTS["en"].templates if key.startswith("phrases.")]


def choose_language(wanted: str | None, accepted: str = "") -> str:
    """Return the wanted language if supported, else the first supported one of an Accept-Language header."""
    for name in [wanted or "", *accepted.split(",")]:
        if (short := name.strip()[:2].lower()) in LANGUAGES:
            return short
    return "en"
