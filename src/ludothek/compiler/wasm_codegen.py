"""Building WebAssembly: the LLVM code that Numba generates for programs, retargeted to wasm32.

All programs become one module. Each has an entry function that takes one address, where its arguments are
stored as 64-bit values: `first`, `last`, then for each array its address and length, for each number the
number. (Passing twenty arguments one by one takes wasmtime's Python longer than many searches.) llvmlite
compiles an object for wasm32, and `linker` makes a module that imports nothing; its memory above
`__heap_base` is free for buffers.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from typing import Any

from ludothek.compiler.drivers import cache_folder, prepare
from ludothek.compiler.linker import link
from ludothek.compiler.program import NUMBER, Program, dtype_for
from ludothek.core.game import Game

TRIPLE = "wasm32-unknown-unknown"
# LLVM's default of 225 makes modules larger and no faster
INLINING_THRESHOLD = 150
FEATURES = "-bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"

# The caller owns the buffers, so Numba's reference counts are not needed
NO_REFERENCE_COUNTS = """
define internal void @NRT_incref(ptr %0) alwaysinline { ret void }
define internal void @NRT_decref(ptr %0) alwaysinline { ret void }
"""

# WebAssembly's own instructions for these are slow in wasmtime, and states are copied at every move. Each
# handles eight bytes at a time, then the remaining ones.
MEMORY_FUNCTIONS = """
define ptr @memcpy(ptr %to, ptr %from, i32 %size) noinline nounwind {
  br label %wide
wide:
  %at = phi i32 [ 0, %0 ], [ %next, %wide_step ]
  %next = add i32 %at, 8
  %fits = icmp ule i32 %next, %size
  br i1 %fits, label %wide_step, label %narrow
wide_step:
  %wide_from = getelementptr i8, ptr %from, i32 %at
  %wide_to = getelementptr i8, ptr %to, i32 %at
  %eight = load i64, ptr %wide_from, align 1
  store i64 %eight, ptr %wide_to, align 1
  br label %wide
narrow:
  %place = phi i32 [ %at, %wide ], [ %further, %narrow_step ]
  %is_left = icmp ult i32 %place, %size
  br i1 %is_left, label %narrow_step, label %done
narrow_step:
  %narrow_from = getelementptr i8, ptr %from, i32 %place
  %narrow_to = getelementptr i8, ptr %to, i32 %place
  %one = load i8, ptr %narrow_from
  store i8 %one, ptr %narrow_to
  %further = add i32 %place, 1
  br label %narrow
done:
  ret ptr %to
}

define ptr @memset(ptr %to, i32 %value, i32 %size) noinline nounwind {
  %byte = trunc i32 %value to i8
  %long = zext i8 %byte to i64
  %eight = mul i64 %long, 72340172838076673
  br label %wide
wide:
  %at = phi i32 [ 0, %0 ], [ %next, %wide_step ]
  %next = add i32 %at, 8
  %fits = icmp ule i32 %next, %size
  br i1 %fits, label %wide_step, label %narrow
wide_step:
  %wide_to = getelementptr i8, ptr %to, i32 %at
  store i64 %eight, ptr %wide_to, align 1
  br label %wide
narrow:
  %place = phi i32 [ %at, %wide ], [ %further, %narrow_step ]
  %is_left = icmp ult i32 %place, %size
  br i1 %is_left, label %narrow_step, label %done
narrow_step:
  %narrow_to = getelementptr i8, ptr %to, i32 %place
  store i8 %byte, ptr %narrow_to
  %further = add i32 %place, 1
  br label %narrow
done:
  ret ptr %to
}
"""


def module(game: Game, programs: Sequence[Program]) -> bytes:
    """Return the module of these programs, from the cache if it has been built before."""
    file = cache_folder(game) / f"{'-'.join(program.name for program in programs)}.wasm"
    if not file.is_file():
        built = file.with_suffix(f".{id(file)}.part")
        built.write_bytes(build(game, programs))
        built.replace(file)
    return file.read_bytes()


def build(game: Game, programs: Sequence[Program]) -> bytes:
    """Build the module. Each function is optimized alone first, then all together."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    whole = _parsed(MEMORY_FUNCTIONS, machine)
    with _without_optimization():
        for piece in translate_programs(game, programs):
            function = _parsed(retarget(piece), machine)
            _optimise(function, machine, unrolling=True)
            whole.link_in(function)
    entries = [program.name for program in programs]
    for function in whole.functions:
        if not function.is_declaration and function.name not in {"memcpy", "memset", *entries}:
            function.linkage = "internal"
    _optimise(whole, machine, unrolling=False)  # unrolling twice: a tenth larger, no faster
    return link(machine.emit_object(whole), entries)


def _parsed(code: str, machine: Any) -> Any:
    import llvmlite.binding as llvm

    return llvm.parse_assembly(
        f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n{code}'
    )


def _optimise(code: Any, machine: Any, unrolling: bool) -> None:
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False  # a third larger, no faster
    options.loop_unrolling = unrolling
    options.inlining_threshold = INLINING_THRESHOLD
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(code, builder)


def translate_programs(game: Game, programs: Sequence[Program]) -> Iterator[str]:
    """Yield the LLVM code of the programs with their entry functions, each function once."""
    seen = set[Any]()
    for program in programs:
        plain = program.factory(game.rules)
        numba = prepare()  # after the factory, which may mark functions of its own
        types = [numba.int64, numba.int64]
        types += [numba.from_dtype(dtype_for(game, kind))[::1] for kind, _ in program.room]
        types += [
            numba.int64 if kind == NUMBER else numba.from_dtype(dtype_for(game, kind))[::1]
            for kind in program.takes
        ]
        driver = numba.njit(
            tuple(types), error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
        )(plain)
        [compiled] = driver.overloads.values()
        yield from compiled.library.pieces(seen)
        yield entry(game, program, compiled.fndesc.llvm_func_name)


@contextmanager
def _without_optimization() -> Iterator[None]:
    """Keep Numba from optimizing the code that it generates in this block.

    Code optimized for this CPU assumes 64-bit addresses, also within records; in WebAssembly, with 32-bit
    ones, it would corrupt memory. So everything is compiled again, even if it has been compiled before.
    """
    codegen, cpu, registry, typing, lock = (
        import_module(f"numba.core.{name}")
        for name in ("codegen", "cpu", "registry", "typing", "compiler_lock")
    )

    class Untouched(codegen.AOTCodeLibrary):  # type: ignore[name-defined,misc]
        def _optimize_functions(self, code: Any) -> None:
            code.data_layout = self._codegen._data_layout

        def finalize(self) -> None:
            self._finalized = True

        def pieces(self, seen: set[Any]) -> Iterator[str]:
            """Yield this library and all that it calls, except those seen before.

            (Numba itself would copy called functions into every caller.)
            """
            waiting = [self]
            while waiting:
                library = waiting.pop()
                if library not in seen:
                    seen.add(library)
                    waiting += library._linking_libraries
                    yield str(library._final_module)

    class Codegen(codegen.AOTCPUCodegen):  # type: ignore[name-defined,misc]
        _library_class = Untouched

    class Elsewhere(cpu.CPUContext):  # type: ignore[name-defined,misc]
        def init(self) -> None:
            super().init()
            self._internal_codegen = Codegen("ludothek")

        def get_executable(self, library: Any, *_: Any) -> Any:
            library._ensure_finalized()
            # Numba only needs a unique object to identify the function by; it is never called here
            return [].append

    held = vars(registry.cpu_target)
    with lock.global_compiler_lock:
        kept = held.copy()
        held["_toplevel_typing_context"] = types = typing.Context()
        held["_toplevel_target_context"] = Elsewhere(types, "cpu")
        try:
            yield
        finally:
            held.clear()
            held.update(kept)


def entry(game: Game, program: Program, inner: str) -> str:
    """Generate the entry function of a program, which loads the arguments and calls the compiled driver.

    The driver takes seven values for each array.
    """
    lines, places = ["%result = alloca ptr", "%fault = alloca ptr"], count()

    def value() -> str:
        """The next one, in a register."""
        k = next(places)
        lines.extend(
            (f"%at{k} = getelementptr i64, ptr %values, i32 {k}", f"%value{k} = load i64, ptr %at{k}")
        )
        return f"%value{k}"

    passed = ["ptr %result", "ptr %fault", f"i64 {value()}", f"i64 {value()}"]
    for kind in (*(kind for kind, _ in program.room), *program.takes):
        given = value()
        if kind == NUMBER:
            passed.append(f"i64 {given}")
            continue
        lines.append(f"{given}p = inttoptr i64 {given} to ptr")
        items, size = value(), dtype_for(game, kind).itemsize
        passed += [
            "ptr null",
            "ptr null",
            f"i64 {items}",
            f"i64 {size}",
            f"ptr {given}p",
            f"i64 {items}",
            f"i64 {size}",
        ]
    body = "\n  ".join([*lines, f'%status = call i32 @"{inner}"({", ".join(passed)})', "ret i32 %status"])
    taken = ", ".join(given.split()[0] for given in passed)
    return f'declare i32 @"{inner}"({taken})\ndefine i32 @{program.name}(ptr %values) {{\n  {body}\n}}\n'


def retarget(code: str) -> str:
    """Remove from LLVM code what ties it to this CPU and to Python."""
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.M)
    code = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", code)
    code = re.sub(r"^(@.* =) (common|weak\S*) ", r"\1 internal ", code, flags=re.M)
    code = re.sub(
        r"^declare [^\n]*@NRT_(in|de)cref\([^\n]*$|^define [^\n]*@NRT_(in|de)cref\([^\n]*\{$.*?^\}$",
        "",
        code,
        flags=re.M | re.S,
    )
    return code + NO_REFERENCE_COUNTS
