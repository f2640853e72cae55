"""Static checks of a game's rules: unknown fields of states, and functions without `@rule`.

Interpreted play tolerates missing marks, and compiled play fails at both with pages of Numba's errors. These
checks name the line.
"""

import ast
import inspect
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType

from ludothek.core.errors import BadGame
from ludothek.core.game import FUNCTIONS, Game
from ludothek.core.rule import is_rule
from ludothek.core.state import Nothing, Struct


def check_rules(game: Game) -> None:
    """Check the rules, and the functions that they call in the game's other modules."""
    rules = inspect.getmodule(game.rules.setup)
    assert rules is not None
    for name in [*FUNCTIONS, *(name for name in ("resample", "lots", "lot") if hasattr(rules, name))]:
        _check_is_rule(rules, name, getattr(rules, name), "")
    structs = {"s": game.rules.State, "State": game.rules.State}
    structs |= dict.fromkeys(("kit", "Kit", "Nothing"), getattr(rules, "Kit", Nothing))
    seen: set[str] = set()
    waiting = [rules]
    while waiting:
        module = waiting.pop()
        if module.__name__ in seen:
            continue
        seen.add(module.__name__)
        for function in _rules_in(module):
            _check_fields(module, function, structs)
            waiting += _check_calls(module, function, game)


def _rules_in(module: ModuleType) -> list[ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and is_rule(getattr(module, node.name, None))
    ]


def _check_fields(module: ModuleType, function: ast.FunctionDef, structs: dict[str, type[Struct]]) -> None:
    """Check that every `s.field` and `kit.field` is declared.

    The type of a parameter follows from its annotation, or else from its name.
    """
    kinds = {}
    for argument in function.args.args:
        kind = argument.annotation.id if isinstance(argument.annotation, ast.Name) else argument.arg
        if argument.annotation is None or isinstance(argument.annotation, ast.Name):
            kinds[argument.arg] = structs.get(kind)
    for node in ast.walk(function):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        struct = kinds.get(node.value.id)
        if struct is not None and node.attr not in (fields := struct.declared_fields()):
            similar = get_close_matches(node.attr, fields, 1)
            hint = f"did you mean {similar[0]!r}?" if similar else f"it has: {', '.join(fields)}"
            raise BadGame(f"{_line(module, node)}: {struct.__name__} has no field {node.attr!r}; {hint}")


def _check_calls(module: ModuleType, function: ast.FunctionDef, game: Game) -> list[ModuleType]:
    """Check that every function of the game that a rule calls is a rule; return the modules of those."""
    modules = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = getattr(module, node.func.id, None)
            if isinstance(called, FunctionType) and called.__module__.startswith(game.package):
                _check_is_rule(
                    module,
                    node.func.id,
                    called,
                    f", because {function.name} calls it ({_line(module, node)})",
                )
                if (home := inspect.getmodule(called)) is not None:
                    modules.append(home)
    return modules


def _check_is_rule(module: ModuleType, name: str, function: object, why: str) -> None:
    if isinstance(function, FunctionType) and not is_rule(function):
        home = Path(function.__code__.co_filename).name
        raise BadGame(f"{home}, line {function.__code__.co_firstlineno}: mark {name} with @rule{why}")


def _line(module: ModuleType, node: ast.expr) -> str:
    return f"{Path(module.__file__ or '').name}, line {node.lineno}"
