"""Create the folder of a new game from a template, for `ludothek new`.

The template in `template/` is a complete game of matches called `my_game`, with texts, board and tests; it
can be installed, played and checked as it is.
"""

import keyword
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from ludothek.core import BadOption, Refusal
from ludothek.core.registry import packages

OWN_NAME, OWN_TITLE = "my_game", "My Game"  # what the template is called


def begin(name: str, where: Path) -> Path:
    """Create the folder `where`/NAME and return its path."""
    if not name.isidentifier() or not name.isascii() or name != name.lower() or keyword.iskeyword(name):
        raise BadOption(
            f"{name!r} cannot be the name of a game: it is also that of a Python package, such as night_train"
        )
    if name in packages():
        raise BadOption(f"there is a game {name!r} already; choose another name")
    folder = where / name
    if folder.exists():
        raise Refusal(f"{folder} is there already; nothing was written")
    if (
        module := find_spec(name)
    ) is not None and module.origin is not None:  # without an origin it is only a folder of that name
        raise BadOption(
            f"there is a Python module {name!r} already, and one would hide the other; choose another name"
        )
    title = name.replace("_", " ").title()
    try:
        _copy(files("ludothek") / "workshop" / "template", folder, {OWN_NAME: name, OWN_TITLE: title})
    except OSError as error:
        raise Refusal(f"{folder} cannot be written: {error.strerror}") from None
    return folder


def _copy(source: Traversable, target: Path, names: dict[str, str]) -> None:
    if source.is_dir():
        if source.name == "__pycache__":
            return
        target.mkdir(parents=True)
        for item in source.iterdir():
            _copy(item, target / _renamed(item.name, names), names)
    else:
        target.write_text(_renamed(source.read_text("utf-8"), names), "utf-8")


def _renamed(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text
