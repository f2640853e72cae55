"""Compiled play: a driver, written in plain Python over a game's rules, compiled by Numba.

A factory takes the rules and returns a driver that closes over them:

    def factory(rules):
        to_act, legal, act = rules.to_act, rules.legal, rules.act
        def drive(kit, s, ...): ...
        return drive

`interpreted(game, factory)` returns that function as it is; `compiled(game, factory)` compiles it. A compiled
driver takes states and kits as arrays of packed records.

Numba's cache on disk checks only the file of the driver, not the rules that it calls. So the name of the
cache folder contains a digest of all sources that may be involved, and of the versions of the compilers.
"""

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib.metadata import version
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from ludothek.compiler import copy_record
from ludothek.core import bits, constant_table, scratch
from ludothek.core.errors import BadGame, CannotCompile
from ludothek.core.game import Game, RulesModule
from ludothek.core.rule import is_inlined, take_marked
from ludothek.core.static_checks import check_rules

Factory = Callable[[RulesModule], Callable[..., Any]]

OLDEST_CACHE = 30 * 24 * 3600  # seconds after which an unused cache folder is deleted


def interpreted(game: Game, factory: Factory) -> Callable[..., Any]:
    """Return the driver as plain Python, for plain states."""
    return factory(game.rules)


@cache
def compiled(game: Game, factory: Factory) -> Callable[..., Any]:
    """Return the driver compiled for packed states, from the cache on disk if possible."""
    if not is_own_code(game.package):
        check_rules(game)  # Numba's own error for a misspelt field names no line
    plain = factory(game.rules)
    numba = prepare()  # after the factory, which may mark functions of its own
    # The locator of a function's cache is chosen when it is decorated, and reads this setting then.
    numba.config.CACHE_DIR = str(cache_folder(game))
    # Numba cannot cache functions typed at a prompt
    has_file = Path(plain.__code__.co_filename).is_file()
    driver: Callable[..., Any] = numba.njit(cache=has_file, nogil=True, error_model="numpy")(plain)
    return driver if is_own_code(game.package) else _guarded(game, driver)


def is_own_code(module: str) -> bool:
    """Whether code belongs to this package.

    Its tests run it on lists, which check bounds; other code is compiled with bounds checks.
    """
    return module.partition(".")[0] == __name__.partition(".")[0]


def _guarded(game: Game, driver: Callable[..., Any]) -> Callable[..., Any]:
    from numba.core.errors import NumbaError

    @wraps(driver)
    def guarded(*arguments: Any) -> Any:
        try:
            return driver(*arguments)
        except NumbaError as error:
            raise BadGame(f"{_place(error, game)}; `ludothek check {game.id}` may say more") from error
        except IndexError:
            raise BadGame(
                f"the rules of {game.id} reach past the end of an array: there are more legal actions than it"
                " declares, or an index into a field of its state is too large;"
                f" `ludothek check {game.id}` looks for the place"
            ) from None

    return guarded


def _place(error: Exception, game: Game) -> str:
    """Extract the line that Numba cannot compile, and the reason, from its long message."""
    text = re.sub(r"\x1b\[[\d;]*m", "", str(error))  # colours, if colorama is installed
    lines = re.findall(rf'File "([^"]*\b{game.id}/[^"]*)", line (\d+)', text)
    complaint = re.compile(r"\s*(Unknown attribute|Untyped global|Cannot|Invalid use|Use of|No conv)")
    reasons = [line.strip() for line in text.splitlines() if complaint.match(line)]
    where = f"{Path(lines[-1][0]).name}, line {lines[-1][1]}" if lines else f"the rules of {game.id}"
    return f"{where}: this cannot be compiled: {reasons[-1] if reasons else text.splitlines()[0]}"


def prepare() -> ModuleType:
    """Import Numba and register every function marked `@rule` so far."""
    try:
        import numba
        import numba.extending
    except ImportError:
        raise CannotCompile(
            "compiled play needs Numba and NumPy; install them with: pip install 'ludothek[lab]'"
        ) from None
    # Vectorization does not speed up rules, which are mostly branches. WebAssembly is built without vector
    # instructions and has to split them again, which makes modules a third larger and may once have
    # produced wrong code (docs/decisions/015).
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    _randomize_function_numbers()
    bits.register(numba.extending, numba.types)
    copy_record.register(numba.extending, numba.types)
    for function in take_marked():
        options = {"boundscheck": not is_own_code(function.__module__), "forceinline": is_inlined(function)}
        numba.extending.register_jitable(**options)(function)
    _register_helpers()
    _subscribe_watchers()
    return numba


@cache
def _randomize_function_numbers() -> None:
    """Start Numba's function numbers at a random value in every process.

    Numba names compiled functions and record types by such numbers, and starts with 1. So code compiled by
    two processes for two games can have the same names; in a third process that loads both from the cache,
    one game ran the code of the other.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = count(int.from_bytes(os.urandom(6), "big"))


@cache
def _register_helpers() -> None:
    scratch.register()
    constant_table.register()


# Called with the number of functions compiled so far, and with None when the driver is ready
Watcher = Callable[[int | None], None]
_watchers: list[Watcher] = []


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Report compilation inside the block to a watcher; code from the cache is not reported."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


@cache
def _subscribe_watchers() -> None:
    """Subscribe to Numba's compile events: one per driver, and one per function that it calls."""
    from numba.core import event

    class Compiling(event.Listener):
        begun = done = 0

        def on_start(self, _: object) -> None:
            self.begun += 1
            self.report()

        def on_end(self, _: object) -> None:
            self.done += 1
            self.report()

        def report(self) -> None:
            if is_over := self.begun == self.done:
                self.begun = self.done = 0
            for watcher in _watchers:
                watcher(None if is_over else self.done)

    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]


def sources(game: Game) -> str:
    """A digest of all sources that can be compiled for a game: its package and this one."""
    digest = hashlib.sha256()
    for root in sorted({Path(__file__).parents[1], Path(str(game.folder))}):
        for source in sorted(root.rglob("*.py")):
            digest.update(source.relative_to(root).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


@cache
def cache_folder(game: Game) -> Path:
    """The folder for compiled code of this game, in LUDOTHEK_CACHE or the user's cache folder."""
    compiler = version("numba") if find_spec("numba") else "none"
    digest = hashlib.sha256(f"{sources(game)} {compiler} {sys.version}".encode())
    for home in _homes():
        folder = home / f"{game.id}-{digest.hexdigest()[:20]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        _discard_old(home)
        return folder
    raise CannotCompile(
        "no folder can be written for compiled code; name one in the environment variable LUDOTHEK_CACHE"
    )


def _homes() -> list[Path]:
    if chosen := os.environ.get("LUDOTHEK_CACHE"):
        return [Path(chosen)]
    from platformdirs import user_cache_path  # not needed to play interpreted

    whose = os.getuid() if hasattr(os, "getuid") else "cache"
    return [user_cache_path("ludothek", appauthor=False), Path(tempfile.gettempdir()) / f"ludothek-{whose}"]


def _discard_old(home: Path) -> None:
    for folder in home.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > OLDEST_CACHE:
            shutil.rmtree(folder, ignore_errors=True)
