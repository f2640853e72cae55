"""From rules to WebAssembly: the code that Numba makes of a program, for another processor.

Numba's LLVM code of all programs becomes one module. Beside each program stands a door with a plain signature: `first`, `last`, then for
each array its address and the number of its items, for each number the number. llvmlite makes an object for wasm32 of it, and `link` a
module that imports nothing: its memory is its own, and what lies above `__heap_base` in it is free for buffers.
"""

import re
from collections.abc import Sequence

from ludothek.core.compile import cache_folder, prepare
from ludothek.core.game import Game
from ludothek.core.machines.link import linked
from ludothek.core.machines.program import NUMBER, Program, dtype_for

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"

# What Numba's runtime counts is held by whoever made the buffers, so nothing need be counted.
UNCOUNTED = """
define internal void @NRT_incref(ptr %0) alwaysinline { ret void }
define internal void @NRT_decref(ptr %0) alwaysinline { ret void }
"""


def module(game: Game, programs: Sequence[Program]) -> bytes:
    """The module of these programs; from the cache where it has been built before."""
    file = cache_folder(game) / f"{'-'.join(program.name for program in programs)}.wasm"
    if not file.is_file():
        built = file.with_suffix(f".{id(file)}.part")
        built.write_bytes(build(game, programs))
        built.replace(file)
    return file.read_bytes()


def build(game: Game, programs: Sequence[Program]) -> bytes:
    """The same, built now."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    whole = llvm.parse_assembly(f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"')
    for program in programs:
        whole.link_in(llvm.parse_assembly(retargeted(translated(game, program), str(machine.target_data))))
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    for function in whole.functions:
        if not function.is_declaration and function.name not in {program.name for program in programs}:
            function.linkage = "internal"
    builder.getModulePassManager().run(whole, builder)
    return linked(machine.emit_object(whole), [program.name for program in programs])


def translated(game: Game, program: Program) -> str:
    """A program as LLVM code, with its door."""
    plain = program.factory(game.rules)
    numba = prepare()
    types = [numba.int64, numba.int64]
    types += [numba.from_dtype(dtype_for(game, kind))[::1] for kind, _ in program.room]
    types += [numba.int64 if kind == NUMBER else numba.from_dtype(dtype_for(game, kind))[::1] for kind in program.takes]
    driver = numba.njit(tuple(types), error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(plain)
    [compiled] = driver.overloads.values()
    code: str = compiled.library.get_llvm_str()
    return code + door(game, program, compiled.fndesc.llvm_func_name)


def door(game: Game, program: Program, inner: str) -> str:
    """A function of the program's name that calls the compiled one, which takes seven values for each array."""
    outer, passed, lines = ["i32 %first", "i32 %last"], ["ptr %result", "ptr %fault", "i64 %first64", "i64 %last64"], []
    lines += ["%result = alloca ptr", "%fault = alloca ptr", "%first64 = zext i32 %first to i64", "%last64 = zext i32 %last to i64"]
    for k, kind in enumerate([*(kind for kind, _ in program.room), *program.takes]):
        if kind == NUMBER:
            outer.append(f"i64 %n{k}")
            passed.append(f"i64 %n{k}")
            continue
        size = dtype_for(game, kind).itemsize
        outer += [f"ptr %p{k}", f"i32 %c{k}"]
        lines.append(f"%n{k} = zext i32 %c{k} to i64")
        passed += ["ptr null", "ptr null", f"i64 %n{k}", f"i64 {size}", f"ptr %p{k}", f"i64 %n{k}", f"i64 {size}"]
    body = "\n  ".join([*lines, f'%status = call i32 @"{inner}"({", ".join(passed)})', "ret i32 %status"])
    return f"\ndefine i32 @{program.name}({', '.join(outer)}) {{\n  {body}\n}}\n"


def retargeted(code: str, layout: str) -> str:
    """The code without what ties it to this processor and to Python."""
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.M)
    code = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", code)
    code = re.sub(r"^(@.* =) (common|weak\S*) ", r"\1 internal ", code, flags=re.M)
    code = re.sub(r"^declare [^\n]*@NRT_(in|de)cref\([^\n]*$|^define [^\n]*@NRT_(in|de)cref\([^\n]*\{$.*?^\}$", "", code, flags=re.M | re.S)
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{layout}"\n{code}{UNCOUNTED}'
