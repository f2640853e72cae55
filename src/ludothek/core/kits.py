"""Kits: parsing a file of figures, and the checks that games share. A game's own checks are in its `kit.py`.

A check gets the path of a figure (`strips.cap`; empty for the whole kit) and its value. It raises BadKit with
a phrase, so that the message can be shown in any language.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from ludothek.core.errors import BadKit
from ludothek.core.texts import Phrase

SHOWN = 60  # characters of a bad figure in an error
LONGEST = 20_000  # characters of a kit file: ten times the longest bundled one
DEEPEST = 8  # dots in a TOML key: the parser takes minutes for a key with thousands
_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')


def read(source: str, file: str = "") -> dict[str, Any]:
    """Parse a kit file, TOML or JSON; `file` is its name in errors."""
    form = "JSON" if source.lstrip().startswith("{") else "TOML"
    if len(source) > LONGEST:
        raise BadKit(file, Phrase("kits.too_long", most=LONGEST))
    if form == "TOML":
        _check_keys(source, file)
    try:
        figures: dict[str, Any] = json.loads(source) if form == "JSON" else tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))  # both parsers name the line
        raise BadKit(
            file,
            Phrase("kits.bad_line", form=form, line=line[1]) if line else Phrase("kits.bad_file", form=form),
        ) from None
    return figures


def _check_keys(source: str, file: str) -> None:
    """Refuse deeply nested keys before the parser meets them."""
    for number, line in enumerate(_QUOTED.sub("", source).split("\n"), 1):
        if line.count(".") > DEEPEST:
            raise BadKit(file, Phrase("kits.bad_line", form="TOML", line=number))


def places(figures: Any, before: str = "") -> Iterator[str]:
    """Yield the paths of the integers of a kit: `lead`, `rows.3.reward`."""
    for key, value in figures.items() if isinstance(figures, Mapping) else enumerate(figures):
        if isinstance(value, dict | list):
            yield from places(value, f"{before}{key}.")
        elif type(value) is int:
            yield f"{before}{key}"


def value_at(figures: Any, place: str) -> Any:
    """Return the value at a path; raise LookupError if the path does not exist."""
    for key in place.split("."):
        try:
            figures = figures[int(key) if isinstance(figures, list) else key]
        except (KeyError, IndexError, TypeError, ValueError):
            raise LookupError(place) from None
    return figures


def with_value(figures: Mapping[str, Any], place: str, value: Any) -> dict[str, Any]:
    """Return a copy of the kit with another value at an existing path."""
    value_at(figures, place)
    changed = deepcopy(dict(figures))
    path, _, last = place.rpartition(".")
    inner: Any = value_at(changed, path) if path else changed
    inner[int(last) if isinstance(inner, list) else last] = value
    return changed


def no_kit(game_id: str) -> BadKit:
    return BadKit("", Phrase("kits.none", game=game_id))


def check_group(path: str, value: object, keys: Collection[str]) -> dict[str, Any]:
    """Check that a group (or the whole kit) has exactly these keys."""
    if not isinstance(value, dict):
        raise BadKit(path, Phrase("kits.group", keys=[*keys], found=shown(value)))
    for key in [*keys, *value]:
        if key not in value:
            raise BadKit(within(path, key), Phrase("kits.missing", keys=[*keys]))
        if key not in keys:
            raise BadKit(within(path, key), Phrase("kits.unknown", keys=[*keys]))
    return value


def check_whole(path: str, value: object, least: int, most: int) -> int:
    if value is None:  # an emptied input field
        raise BadKit(path, Phrase("kits.no_number", least=least, most=most))
    if type(value) is not int or not least <= value <= most:  # neither True nor 4.0 is allowed
        raise BadKit(path, Phrase("kits.whole", least=least, most=most, found=shown(value)))
    return value


def check_list(path: str, value: object, length: int | None = None) -> list[Any]:
    """Check for a list, of this length if one is given."""
    if not isinstance(value, list):
        raise BadKit(path, Phrase("kits.list", found=shown(value)))
    if length is not None and len(value) != length:
        raise BadKit(path, Phrase("kits.length", length=length, found=len(value)))
    return value


def check_one_of(path: str, value: object, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise BadKit(path, Phrase("kits.one_of", allowed=[*allowed], found=shown(value)))


def check_printed(path: str, value: object, printed: object) -> None:
    """Check that a figure equals the one that the rulebook prints."""
    if type(value) is not type(printed) or value != printed:
        raise BadKit(path, Phrase("kits.printed", printed=shown(printed), found=shown(value)))


def check_counts(path: str, value: object, names: Collection[str], total: int) -> None:
    """Check the counts per name and their total."""
    counts = check_group(path, value, names)
    for name in names:
        check_whole(within(path, name), counts[name], 0, total)
    if sum(counts.values()) != total:
        raise BadKit(path, Phrase("kits.total", total=total, found=sum(counts.values())))


def within(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def shown(value: object) -> str:
    """Format a value as in a kit file, truncated to SHOWN characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, skipkeys=True, default=str)
    except (RecursionError, ValueError):
        return "…"  # nested too deeply
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
