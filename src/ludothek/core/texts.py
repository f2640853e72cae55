"""Texts: rules and views return keys, which are put into words in one language here.

A game's `texts/de.toml` and `texts/en.toml` hold templates under dotted keys. Views never contain sentences:
they return phrases, which are rendered in the language of the reader.
"""

import string
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("de", "en")

AND = {"de": " und ", "en": " and "}

LONG = ("rules",)  # whole documents without gaps, never rendered as phrases

EVENTS = "events."  # the prefix of the keys of events

SPECTATOR = 9  # the viewer without a seat; 0 to 7 are seats, 8 is chance
EVERYBODY = (1 << (SPECTATOR + 1)) - 1


def viewer_of(seat: int | None) -> int:
    """Convert a seat of JSON, null for a spectator, to the number of a viewer."""
    return SPECTATOR if seat is None else seat


def seat_or_none(viewer: int) -> int | None:
    """Convert a viewer back to a seat of JSON."""
    return None if viewer == SPECTATOR else viewer


def only(*seats: int) -> int:
    """The audience of exactly these seats."""
    return sum(1 << seat for seat in seats)


class Seat(int):
    """A seat, said as the name of who sits there."""

    __slots__ = ()


class People(list[Any]):
    """A list of people, as seats or names, joined as in a sentence: Anna, Bruno and Cleo."""

    __slots__ = ()


class Phrase:
    """A key and the values of its gaps: numbers, texts, seats, phrases, or lists of these."""

    __slots__ = ("gaps", "key")

    def __init__(self, key: str, **gaps: object) -> None:
        self.key = key
        self.gaps = gaps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.key == other.key and self.gaps == other.gaps

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Phrase({self.key!r}, {self.gaps!r})"


class Event(Phrase):
    """Something that happened, with its audience (a bit set of viewers)."""

    __slots__ = ("audience",)

    def __init__(self, key: str, audience: int = EVERYBODY, **gaps: object) -> None:
        super().__init__(sys.intern(EVENTS + key), **gaps)  # interned: logs hold thousands of equal keys
        self.audience = audience

    def __reduce__(self) -> tuple[Any, ...]:
        return _event, (self.key.removeprefix(EVENTS), self.audience, self.gaps)

    def is_for(self, viewer: int) -> bool:
        return bool(self.audience >> viewer & 1)


def _event(key: str, audience: int, gaps: dict[str, object]) -> Event:
    return Event(key, audience, **gaps)


def as_data(phrase: Phrase) -> dict[str, Any]:
    """A phrase as plain data for boards and programs: its key, and the values of its gaps."""
    return {"key": phrase.key.removeprefix(EVENTS), "values": values_of(phrase)}


def values_of(phrase: Phrase) -> dict[str, Any]:
    """The values of the gaps as plain data."""
    return {name: gap if type(gap) in _PLAIN else _plain(gap) for name, gap in phrase.gaps.items()}


def _plain(gap: object) -> object:
    if isinstance(gap, Seat):
        return int(gap)
    if isinstance(gap, _LISTS):
        return [item if type(item) in _PLAIN else _plain(item) for item in gap]
    return as_data(gap) if isinstance(gap, Phrase) else gap


_PLAIN = (int, str)  # most values; rendered without conversion
_LISTS = (list, tuple)
Say = Callable[[Phrase], str]  # renders a phrase in one language, with the names of the table


class Texts:
    """The templates of one language, by dotted key."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        self.language = language
        self.templates = dict(templates)

    @classmethod
    def read(cls, folder: Traversable, language: str) -> "Texts":
        with folder.joinpath(f"{language}.toml").open("rb") as file:
            return cls(language, _flat(tomllib.load(file)))

    def __getitem__(self, key: str) -> str:
        return self.templates[key]

    def say(self, phrase: Phrase, names: Sequence[str] = ()) -> str:
        """Render a phrase; `names` are those of the seats."""
        gaps = phrase.gaps
        pattern = self._patterns.get(phrase.key)
        if pattern is None:  # singular and plural: `key.one` and `key.other`, chosen by the gap `n`
            pattern = self._patterns[f"{phrase.key}.{'one' if gaps['n'] == 1 else 'other'}"]
        text, names_of_gaps = pattern
        if not names_of_gaps:
            return text
        return text % tuple(
            [gap if type(gap := gaps[name]) in _PLAIN else self._render(gap, names) for name in names_of_gaps]
        )

    def _render(self, gap: object, names: Sequence[str]) -> object:
        if isinstance(gap, Phrase):
            return self.say(gap, names)
        if isinstance(gap, Seat):
            return names[gap] if gap < len(names) else str(gap + 1)
        if isinstance(gap, _LISTS):
            parts = [thing if type(thing) is str else str(self._render(thing, names)) for thing in gap]
            if isinstance(gap, People):
                parts[-2:] = [AND[self.language].join(parts[-2:])]
            return ", ".join(parts)
        return gap

    @cached_property
    def _patterns(self) -> dict[str, tuple[str, list[str]]]:
        """Each template as a `%` pattern and the names of its gaps in order.

        Cached because views render hundreds of phrases per move.
        """
        return {key: _pattern(template) for key, template in self.templates.items() if key not in LONG}


@cache
def shared_texts(language: str) -> Texts:
    """The texts that belong to no game."""
    return Texts.read(files("ludothek") / "texts", language)


def _pattern(template: str) -> tuple[str, list[str]]:
    parts = [(text, name) for text, name, _, _ in string.Formatter().parse(template)]
    gaps = [name for _, name in parts if name is not None]
    if not gaps:
        return "".join(text for text, _ in parts), []
    return "".join(text.replace("%", "%%") + ("" if name is None else "%s") for text, name in parts), gaps


def gaps_of(template: str) -> set[str]:
    """The names of the gaps of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    return dict(_leaves(tree, prefix))


def _leaves(tree: Mapping[str, object], prefix: str) -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value).strip()
