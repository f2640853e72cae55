"""Rulings: decisions where the rulebook is silent, in a game's texts as `rulings.<number of the rule>`.

A second ruling on the same rule has a letter after the number (`SQ-8b`), a ruling on a card its name, and one
before the first rule the number 0. `rulings.ours` lists the figures of the box that are guesses.
"""

from ludothek.core.texts import Texts, shared_texts

PREFIX = "rulings."
OURS = "rulings.ours"


def rulings(texts: Texts) -> dict[str, str]:
    """The sentences by key, without the prefix."""
    return {
        key.removeprefix(PREFIX): text
        for key, text in texts.templates.items()
        if key.startswith(PREFIX) and key != OURS
    }


def rules_page(texts: Texts) -> str:
    """A game's rules in Markdown, ending with its rulings and the figures that are guesses."""
    sentences, ours = list(rulings(texts).values()), texts.templates.get(OURS)
    parts = [texts.templates.get("rules", "")]
    shared = shared_texts(texts.language)
    if sentences or ours:
        parts.append(f"## {shared['rulings.heading']}")
    if sentences:
        parts += [shared["rulings.introduction"], "\n".join(f"- {sentence}" for sentence in sentences)]
    if ours:
        parts.append(f"**{shared['rulings.ours']}:** {ours}")
    return "\n\n".join(parts)
