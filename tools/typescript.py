"""Write the front end's types from the server's and the games': `python tools/typescript.py`.

Run it after a change of `house/api/*_types.py`, `house/table/actions.py` or a game's `view.py`.

A test fails when the written file is out of date.
"""

import inspect
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import inspect as look

from ludothek.boards.typescript import view_types
from ludothek.core import Game
from ludothek.core.registry import find, game_ids
from ludothek.house import api
from ludothek.house.table import actions

WEB = Path(__file__).parents[1] / "web" / "src"
WRITTEN = WEB / "api" / "wire.ts"
HEAD = """/**
 * What goes over the wire. Written by tools/typescript.py from the server's own types: change those, not this.
 * The front end's names for these, and the narrower types in them, are in types.ts.
 */

"""

VIEW_HEAD = "/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */\n\n"


def written() -> dict[Path, str]:
    """Return the content of every generated file."""
    drawn = [game for game in map(find, game_ids()) if _view_file(game).parent.is_dir()]
    return {WRITTEN: typescript()} | {_view_file(game): VIEW_HEAD + view_types(game) for game in drawn}


def _view_file(game: Game) -> Path:
    return WEB / "games" / game.id / "shape.ts"


def typescript() -> str:
    shown = [_interface(struct) for module in (*_shapes(), actions) for struct in _structs(module)]
    union = (
        "export type AnyAction =\n"
        + "\n".join(f"  | {_name(action)}" for action in actions.AnyAction.__args__)
        + ";\n"
    )
    body = "\n\n".join(shown) + "\n\n" + union
    named = set(re.findall(r"[:<|[ ]([A-Z]\w+)", re.sub(r"/\*\*.*?\*/", "", body))) - {"Record"}
    narrower = sorted(named - set(re.findall(r"(?:interface|type) (\w+)", body)))
    return f'{HEAD}import type {{ {", ".join(narrower)} }} from "./types";\n\n{body}'


def _shapes() -> list[ModuleType]:
    found = pkgutil.iter_modules(api.__path__, f"{api.__name__}.")
    return [import_module(module.name) for module in found if module.name.endswith("_types")]


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct)
    ]
    return [
        struct
        for struct in found
        if struct.__module__ == module.__name__ and struct not in (actions.Action, actions.LiveCommand)
    ]


def _interface(struct: type[msgspec.Struct]) -> str:
    info = look.type_info(struct)
    assert isinstance(info, look.StructType)
    base = (
        struct.__base__
        if struct.__base__ not in (msgspec.Struct, actions.Action, actions.LiveCommand)
        else None
    )
    inherited = base.__struct_fields__ if base and issubclass(base, msgspec.Struct) else ()
    lines = [f'  {info.tag_field}: "{info.tag}";'] if info.tag_field else []
    lines += [_field(struct, field) for field in info.fields if field.name not in inherited]
    comment = f"/** {struct.__doc__} */\n" if struct.__doc__ and "\n" not in struct.__doc__ else ""
    return (
        f"{comment}export interface {_name(struct)}{f' extends {_name(base)}' if base else ''} {{\n"
        + "\n".join(lines)
        + "\n}"
    )


def _field(struct: type[msgspec.Struct], field: look.Field) -> str:
    config, kind = struct.__struct_config__, _type(field.type)
    may_be_omitted = config.omit_defaults or config.forbid_unknown_fields or field.default is msgspec.UNSET
    if field.required or not may_be_omitted:
        return f"  {field.encode_name}: {kind};"
    # In answers the server omits a default, so it never sends null; in requests the client may omit it.
    return f"  {field.encode_name}?: {kind.removesuffix(' | null') if config.omit_defaults else kind};"


def _name(struct: type) -> str:
    return struct.__name__


def _type(kind: look.Type) -> str:
    match kind:
        case look.Metadata(extra={"typescript": name}):
            return str(name)
        case look.Metadata():
            return _type(kind.type)
        case look.StrType():
            return "string"
        case look.IntType() | look.FloatType():
            return "number"
        case look.BoolType():
            return "boolean"
        case look.NoneType():
            return "null"
        case look.AnyType():
            return "unknown"
        case look.StructType():
            return _name(kind.cls)
        case look.ListType():
            item = _type(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case look.TupleType():
            return f"[{', '.join(_type(item) for item in kind.item_types)}]"
        case look.DictType():
            return f"Record<{_type(kind.key_type).replace('number', 'string')}, {_type(kind.value_type)}>"
        case look.UnionType():
            return " | ".join(_type(member) for member in kind.types)
    raise NotImplementedError(f"{kind} has no TypeScript yet")


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, "utf-8")
        sys.stdout.write(f"{file.relative_to(WEB)} is up to date\n")
