"""Read, check and write kit files: TOML as printed by `ludothek kit`, or the same figures as JSON."""

import json
import re
from typing import Any

from ludothek.core import BadKit, Game
from ludothek.core.kits import no_kit, read
from ludothek.house.api.catalogue_types import KitFile, KitRequest
from ludothek.house.table.refusals import Refused


def checked(game: Game, wish: KitRequest) -> KitFile:
    """Return the kit if the game accepts it."""
    try:
        figures = wish.kit if wish.source is None else read(wish.source)
        kit = game.variant(game.fewest, kit=figures).figures
        if kit is None:
            raise no_kit(game.id)
    except BadKit as refusal:
        raise Refused("bad_kit", refusal) from None
    return KitFile(kit, written(kit))


def written(figures: dict[str, Any]) -> str:
    """Return the figures as TOML, plain values before groups."""
    groups = {name: value for name, value in figures.items() if isinstance(value, dict)}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in figures.items() if name not in groups]
    for name, group in groups.items():
        lines += ["", f"[{_key(name)}]", *(f"{_key(key)} = {_value(value)}" for key, value in group.items())]
    return "\n".join(lines).lstrip() + "\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
