"""Compiled play: a driver, written in plain Python over a game's rules, compiled by Numba.

A driver is made by a factory that is given the rules and returns a function that closes over them:

    def factory(rules):
        to_act, legal, act = rules.to_act, rules.legal, rules.act
        def drive(kit, s, ...): ...
        return drive

`interpreted(game, factory)` is that function as it is; `compiled(game, factory)` is the same, compiled.
States and kits are handed to a compiled driver as arrays of packed records.

Numba's cache on disk looks at the file of the driver only, not at the rules it calls. So the name of the
cache folder contains a digest of all sources that could have been called, and of the versions that compiled
them: another source, another folder.
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
from ludothek.core.static_checks import read_rules

Factory = Callable[[RulesModule], Callable[..., Any]]

OLDEST_CACHE = 30 * 24 * 3600  # seconds after which an unused cache folder is thrown away


def interpreted(game: Game, factory: Factory) -> Callable[..., Any]:
    """The driver as plain Python, for plain states."""
    return factory(game.rules)


@cache
def compiled(game: Game, factory: Factory) -> Callable[..., Any]:
    """The driver compiled for packed states; from the cache on disk where it has been compiled before."""
    if not is_ours(game.package):
        read_rules(game)  # what Numba would say of a misspelt field fills pages, and names no line
    plain = factory(game.rules)
    numba = prepare()  # after the factory, which may mark functions of its own
    # The locator of a function's cache is chosen when it is decorated, and reads this setting then.
    numba.config.CACHE_DIR = str(cache_folder(game))
    has_file = Path(
        plain.__code__.co_filename
    ).is_file()  # what was typed at a prompt has none, and Numba keeps nothing of it
    driver: Callable[..., Any] = numba.njit(cache=has_file, nogil=True, error_model="numpy")(plain)
    return driver if is_ours(game.package) else _guarded(game, driver)


def is_ours(module: str) -> bool:
    """Whether code is of this package, whose tests play it in lists, which know their bounds.

    Other code is compiled to look at them.
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
                f"the rules of {game.id} reach past the end of an array: there are more legal actions than it declares, or an index into a"
                f" field of its state is too large; `ludothek check {game.id}` looks for the place"
            ) from None

    return guarded


def _place(error: Exception, game: Game) -> str:
    """The line of the game that Numba cannot compile, and its complaint, out of the pages that it writes."""
    text = re.sub(r"\x1b\[[\d;]*m", "", str(error))  # it writes in colours where colorama is installed
    lines = re.findall(rf'File "([^"]*\b{game.id}/[^"]*)", line (\d+)', text)
    complaint = re.compile(r"\s*(Unknown attribute|Untyped global|Cannot|Invalid use|Use of|No conv)")
    said = [line.strip() for line in text.splitlines() if complaint.match(line)]
    where = f"{Path(lines[-1][0]).name}, line {lines[-1][1]}" if lines else f"the rules of {game.id}"
    return f"{where}: this cannot be compiled: {said[-1] if said else text.splitlines()[0]}"


def prepare() -> ModuleType:
    """Numba, with every function marked `@rule` so far made known to it."""
    try:
        import numba
        import numba.extending
    except ImportError:
        raise CannotCompile(
            "compiled play needs Numba, which is not installed; install it with: pip install numba"
        ) from None
    # Rules are branches more than loops: by vectors they are no faster, and WebAssembly, which is built
    # without, has to take these apart again. That makes modules a third larger, and is suspected of having
    # gone wrong once (docs/decisions/015).
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    _number_apart()
    bits.register(numba.extending, numba.types)
    copy_record.register(numba.extending, numba.types)
    for function in take_marked():
        options = {"boundscheck": not is_ours(function.__module__), "forceinline": is_inlined(function)}
        numba.extending.register_jitable(**options)(function)
    _know_our_own()
    _tell_watchers()
    return numba


@cache
def _number_apart() -> None:
    """Let Numba number its functions from somewhere else in every process.

    It tells compiled functions apart by names made of such numbers, those of records too, and begins with 1
    each time. What two processes have compiled for two games can thus bear the same names; and in a third
    one, which takes both from the cache, one game was played by code of the other.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = count(int.from_bytes(os.urandom(6), "big"))


@cache
def _know_our_own() -> None:
    scratch.register()
    constant_table.register()


# Told how many functions have been compiled so far while a driver is being compiled, and None when it is
# ready.
Watcher = Callable[[int | None], None]
_watchers: list[Watcher] = []


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell somebody of what is compiled meanwhile, which takes seconds.

    What comes from the cache is not told of.
    """
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


@cache
def _tell_watchers() -> None:
    """Listen to Numba from now on: it compiles a driver, and while it does so each function that the driver
    calls.
    """
    from numba.core import event

    class Compiling(event.Listener):
        begun = done = 0

        def on_start(self, _: object) -> None:
            self.begun += 1
            self.tell()

        def on_end(self, _: object) -> None:
            self.done += 1
            self.tell()

        def tell(self) -> None:
            if is_over := self.begun == self.done:
                self.begun = self.done = 0
            for watcher in _watchers:
                watcher(None if is_over else self.done)

    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]


def sources(game: Game) -> str:
    """A digest of everything that can have been compiled for a game: its own sources, and ours."""
    digest = hashlib.sha256()
    for root in sorted({Path(__file__).parents[1], Path(str(game.folder))}):
        for source in sorted(root.rglob("*.py")):
            digest.update(source.relative_to(root).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


@cache
def cache_folder(game: Game) -> Path:
    """Where compiled code of this game is kept: LUDOTHEK_CACHE, or the user's cache folder."""
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
