"""Building GPU kernels: each program becomes a kernel in PTX, with one thread per game.

numba-cuda compiles it and needs no GPU for that. A kernel takes `first` and `last`, then seven values per
array (as `cuda.py` passes them) or one per number.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from ludothek.compiler import copy_record
from ludothek.compiler.copy_record import WIDEST
from ludothek.compiler.cuda import signature
from ludothek.compiler.drivers import prepare
from ludothek.compiler.program import NUMBER, Program, dtype_for
from ludothek.core import bits
from ludothek.core.errors import NoMachine
from ludothek.core.game import Game

Capability = tuple[int, int]


def build_kernels(game: Game, programs: Sequence[Program], arch: str) -> dict[str, str]:
    """Compile the programs to PTX by name, for an architecture such as sm_90."""
    match = re.fullmatch(r"sm_(\d+)(\d)", arch)
    if match is None:
        raise NoMachine(f"an architecture is named as in sm_90, not {arch!r}")
    capability = int(match[1]), int(match[2])
    with _as_if_on(capability):
        return {program.name: _kernel(game, program, capability) for program in programs}


def _kernel(game: Game, program: Program, capability: Capability) -> str:
    plain = program.factory(game.rules)
    numba, cuda = prepare(), _numba_cuda()
    buffers = [f"b{k}" for k in range(len(program.takes))]
    rooms = program.rooms(game)
    # Local arrays need constant sizes, so the source of the kernel is generated
    source = [f"def {program.name}({', '.join(['first', 'last', *buffers])}):"]
    source += ["    game = first + cuda.grid(1)", "    if game < last:"]
    source += [f"        r{k} = cuda.local.array({size}, k{k})" for k, (_, size) in enumerate(rooms)]
    source += [
        f"        drive({', '.join(['game', 'game + 1', *(f'r{k}' for k in range(len(rooms))), *buffers])})"
    ]
    namespace: dict[str, Any] = {"cuda": cuda, "drive": cuda.jit(device=True)(plain)}
    namespace |= {f"k{k}": numba.from_dtype(dtype_for(game, kind)) for k, (kind, _) in enumerate(rooms)}
    exec("\n".join(source), namespace)
    types = [
        *[numba.int64] * 2,
        *(
            numba.int64 if kind == NUMBER else numba.from_dtype(dtype_for(game, kind))[::1]
            for kind in program.takes
        ),
    ]
    ptx, _ = cuda.compile_ptx(namespace[program.name], tuple(types), cc=capability)
    entry = re.search(r"\.visible \.entry (\w+)\(", ptx)
    assert entry is not None
    return f"{signature(game)}\n{ptx.replace(entry[1], program.name)}"


def _numba_cuda() -> Any:
    prepare()
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda
        from numba.cuda import extending, types
    except ImportError:
        raise NoMachine(
            "GPU kernels are compiled by numba-cuda; install it with: pip install 'ludothek[cuda]'"
        ) from None
    bits.register(extending, types)
    copy_record.register(extending, types)
    return cuda


@contextmanager
def _as_if_on(capability: Capability) -> Iterator[None]:
    """Patch numba-cuda while a kernel is compiled.

    It queries the present GPU, and none need be present: answer with this capability instead. It supports
    neither bounds checks, with which foreign rules are compiled for CPUs, nor forced inlining: drop these
    options. And it fills a thread's local arrays with zeros, which is not needed: for a million threads with
    room for a thousand actions each, that would take longer than to play.
    """
    _numba_cuda()
    from numba.core.target_extension import jit_registry, target_registry
    from numba.cuda import cudaimpl, dispatcher

    names: Any = dispatcher
    arrays: Any = cudaimpl

    target = target_registry["cuda"]
    asked, jit, emitting = names.get_current_device, jit_registry[target], arrays.cgutils
    names.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    dict.__setitem__(
        jit_registry,
        target,
        lambda *given, boundscheck=None, forceinline=None, **options: jit(*given, **options),
    )
    arrays.cgutils = SimpleNamespace(**vars(emitting) | {"alloca_once": _alloca_uninitialized})
    try:
        yield
    finally:
        names.get_current_device = asked
        dict.__setitem__(jit_registry, target, jit)
        arrays.cgutils = emitting


def _alloca_uninitialized(builder: Any, kind: Any, name: str) -> Any:
    with builder.goto_entry_block():
        room = builder.alloca(kind, name=name)
        room.align = WIDEST
        return room
