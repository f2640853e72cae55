"""Parse command-line arguments that several commands share."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ludothek.core import BadOption, Refusal
from ludothek.core.kits import read

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game; 'ludothek games' lists them.")]


def parsed_options(given: list[str]) -> dict[str, Any]:
    """Parse NAME=VALUE pairs; a value that is not JSON is text: encore=true, characters=2, layout=groups."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text!r} must be NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def read_kit(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        return read(path.read_text("utf-8", errors="replace"), str(path))
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from None
