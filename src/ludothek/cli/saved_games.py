"""Saved games: one file each, written atomically."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from ludothek.core import BadRecord, Refusal
from ludothek.core.chance import SecretSeed
from ludothek.core.table import Table

HUMAN = "human"
FORM = 1  # version of the file format


@dataclass
class SavedGame:
    """A game at one keyboard: its record, its players and its seed (None: players type what they rolled)."""

    record: dict[str, Any]
    players: list[str]  # "human" or a bot's level
    names: list[str]
    seed: str | None
    form: int = FORM

    def table(self) -> Table:
        return Table.load(self.record)

    def source(self) -> SecretSeed | None:
        return None if self.seed is None else SecretSeed(bytes.fromhex(self.seed))


def saves_folder() -> Path:
    """Return the folder of saved games: LUDOTHEK_SAVES, or one in the user's data folder."""
    if chosen := os.environ.get("LUDOTHEK_SAVES"):
        return Path(chosen)
    return user_data_path("ludothek", appauthor=False) / "saves"


def path_of(name: str) -> Path:
    """Resolve a name in the saves folder; a text with a slash or ending in .json is a path."""
    return Path(name) if os.sep in name or name.endswith(".json") else saves_folder() / f"{name}.json"


def name_of(path: Path) -> str:
    """Return the shortest name of a saved game that `path_of` understands."""
    return path.stem if path.parent == saves_folder() else str(path)


def write(save: SavedGame, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        with beside.open("w", encoding="utf-8") as file:
            json.dump(asdict(save), file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise Refusal(f"the game cannot be saved to {path}: {error.strerror}") from None


def read(path: Path) -> SavedGame:
    content = read_json(path)
    if not isinstance(content, dict) or content.get("form") != FORM:
        raise BadRecord(f"{path} is not a saved game; to look at a record, use: ludothek replay {path}")
    try:
        save = SavedGame(**content)
        seats = len(save.players)
        texts = [*save.players, *save.names]
        if (
            len(save.names) != seats
            or save.record["seats"] != seats
            or not all(isinstance(text, str) for text in texts)
        ):
            raise ValueError
        save.source()
    except (TypeError, ValueError, KeyError):
        raise BadRecord(f"{path} is an incomplete saved game") from None
    return save


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadRecord(f"{path} is not JSON; is the file cut off?") from None
