"""TypeScript types of a game's view, generated from the TypedDicts in its `view.py`.

`view.py` declares what its function `view` returns as a TypedDict named `View`, below the TypedDicts that its
fields use. mypy checks the game against it; the TypeScript compiler checks the board against the generated
types.
"""

import ast
import inspect
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from ludothek.core import Game

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}


def view_types(game: Game) -> str:
    """Return the types of a game's view as TypeScript; `View` of `torris` is named `TorrisView`."""
    module = inspect.getmodule(game.words.view)
    assert module is not None
    name = "".join(part.capitalize() for part in game.id.split("_")) + "View"
    shapes = [
        value
        for key, value in vars(module).items()
        if is_typeddict(value) and value.__module__ == module.__name__
    ]
    notes = _notes(module)
    return "\n\n".join(_type(shape, name, notes.get(shape.__name__, {})) for shape in shapes) + "\n"


def _type(shape: Any, view: str, notes: dict[str, str]) -> str:
    lines = []
    for field, hint in get_type_hints(shape).items():
        if note := notes.get(field):
            lines.append(f"  /** {_sentence(note)} */")
        lines.append(f"  {field}: {_typescript(hint)};")
    return (
        f"export type {view if shape.__name__ == 'View' else shape.__name__} = {{\n"
        + "\n".join(lines)
        + "\n};"
    )


def _sentence(note: str) -> str:
    """Convert the comment of a field to a sentence of a TypeScript comment."""
    in_typescript = note.replace("None", "null")
    return f"{in_typescript[0].upper()}{in_typescript[1:]}."


def _typescript(hint: Any) -> str:
    """Return the TypeScript type of a type hint."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    arguments = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in arguments)
        case origin if origin in (UnionType, Union):
            return " | ".join(_typescript(member) for member in arguments)
        case origin if origin is list:
            item = _typescript(arguments[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case origin if origin is dict:
            key, value = map(_typescript, arguments)
            return f"Partial<Record<{key}, {value}>>" if "|" in key else f"Record<{key}, {value}>"
    raise NotImplementedError(
        f"{hint} has no TypeScript yet: a view is made of integers, texts, lists, dictionaries and TypedDicts"
    )


def _notes(module: ModuleType) -> dict[str, dict[str, str]]:
    """Return the trailing comment of each field, by TypedDict and field."""
    lines, notes = inspect.getsource(module).splitlines(), dict[str, dict[str, str]]()
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.ClassDef):
            fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
            commented = {
                ast.unparse(field.target): lines[field.lineno - 1].partition("  # ")[2] for field in fields
            }
            notes[node.name] = {name: note for name, note in commented.items() if note}
    return notes
