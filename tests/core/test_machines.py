"""Missing or incapable machines raise clear errors; WebAssembly modules are linked correctly."""

import struct
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludothek.compiler import MACHINES, STATE, cuda, machine
from ludothek.compiler.cuda import lower_ptx_version, ptx, signature
from ludothek.compiler.linker import link
from ludothek.compiler.ptx import build_kernels
from ludothek.compiler.wasm_hosts import BrowserHost
from ludothek.core.errors import NoMachine
from ludothek.core.flatten import flat_size, flatten_rule
from ludothek.core.registry import find
from ludothek.core.state import Struct, int8, int16, int64
from ludothek.lab.batch_programs import LOOK, SCORE


def test_a_machine_that_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    four = find("connect_four")
    with pytest.raises(
        NoMachine, match="there is no machine 'abacus'; there are: interpreted, native, cuda, wasm"
    ):
        machine("abacus", four, [])
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(NoMachine, match="pip install wasmtime"):
        machine("wasm", four, [SCORE])
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(NoMachine, match=r"pip install 'ludothek\[cuda\]'"):
        build_kernels(four, [SCORE], "sm_90")
    assert set(MACHINES) == {"interpreted", "native", "cuda", "wasm"}


def test_without_a_card_the_machine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("ludothek.compiler.cuda.ctypes.CDLL", missing)
    with pytest.raises(NoMachine, match="no NVIDIA driver on this machine"):
        cuda.Driver()


class OldDriver:
    """A fake CUDA driver that only answers the query for its version."""

    def __init__(self, _: str) -> None: ...

    def cuInit(self, _: int) -> int:  # noqa: N802
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:  # noqa: N802
        version._obj.value = 11040
        return 0


def test_a_driver_that_is_too_old_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludothek.compiler.cuda.ctypes.CDLL", OldDriver)
    with pytest.raises(NoMachine, match=r"speaks CUDA 11\.4, and kernels need 12\.0: install a newer driver"):
        cuda.Driver()


class Contexts(OldDriver):
    """A newer fake driver, which has a current context per thread."""

    def __init__(self, _: str) -> None:
        self.retained: list[int] = []
        self.current: dict[int, int] = {}

    def cuDriverGetVersion(self, version: Any) -> int:  # noqa: N802
        version._obj.value = 13000
        return 0

    def cuDeviceGet(self, device: Any, number: int) -> int:  # noqa: N802
        device._obj.value = 40 + number
        return 0

    def cuDevicePrimaryCtxRetain(self, context: Any, device: Any) -> int:  # noqa: N802
        self.retained.append(device.value)
        context._obj.value = 100 + device.value
        return 0

    def cuCtxSetCurrent(self, context: Any) -> int:  # noqa: N802
        self.current[threading.get_ident()] = context.value
        return 0


def test_every_thread_launches_on_the_card_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study makes its machine in one thread and plays in another, where no card has been chosen yet."""
    monkeypatch.setattr("ludothek.compiler.cuda.ctypes.CDLL", Contexts)
    driver = cuda.Driver()
    driver.use(1)
    other = threading.Thread(target=driver.use, args=(1,))
    other.start()
    other.join()
    contexts: Any = driver._library
    assert contexts.retained == [41]
    assert list(contexts.current.values()) == [141, 141]


def test_a_card_that_there_is_not_and_one_that_is_full_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(number: int) -> None:
        raise RuntimeError("invalid device ordinal")

    monkeypatch.setattr(cuda, "CupyMemory", absent)
    with pytest.raises(NoMachine, match="no card number 7 to play on: invalid device ordinal"):
        cuda.card.__wrapped__(7)
    with pytest.raises(NoMachine, match=r"no room for another 4\.0 GB: take fewer games"):
        cuda._fitting(4_000_000_000, ZeroDivisionError, lambda: 1 // 0)
    for name in ("native:1", "cuda:first"):
        with pytest.raises(NoMachine, match=f"no machine '{name}'"):
            machine(name, find("connect_four"), [])


def test_a_browser_that_runs_no_modules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a page Python uses the browser's WebAssembly; this fake behaves like one that forbids it."""

    class Forbidden(Exception): ...

    def forbid(_: object) -> None:
        raise Forbidden("CompileError: disallowed by the page's policy")

    module = SimpleNamespace(new=forbid)
    monkeypatch.setitem(
        sys.modules, "js", SimpleNamespace(WebAssembly=SimpleNamespace(Module=module, Instance=module))
    )
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(JsException=Forbidden, to_js=bytes))
    with pytest.raises(
        NoMachine,
        match=r"this browser does not run WebAssembly modules \(CompileError: .*\); another one, or a newer one, does",
    ):
        BrowserHost(b"\0asm\1\0\0\0")


def test_an_architecture_that_there_is_not_is_refused() -> None:
    with pytest.raises(NoMachine, match="named as in sm_90, not 'hopper'"):
        build_kernels(find("connect_four"), [SCORE], "hopper")


def test_kernels_of_other_rules_or_for_newer_cards_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    four = find("connect_four")
    monkeypatch.setenv("LUDOTHEK_KERNELS", str(tmp_path))
    with pytest.raises(
        NoMachine,
        match="for no card at all, and this card is sm_90: ludothek lab kernel connect_four --arch sm_90",
    ):
        ptx(four, SCORE, (9, 0))
    file = tmp_path / "connect_four.score.sm_90.ptx"
    file.write_text(f"{signature(four)}\n.version 9.0\n")
    with pytest.raises(NoMachine, match="only for sm_90, and this card is sm_80"):
        ptx(four, SCORE, (8, 0))
    assert ptx(four, SCORE, (10, 0)).endswith(".version 9.0\n"), "an older kernel serves a newer card"
    file.write_text("// Ludothek connect_four 1234\n.version 9.0\n")
    with pytest.raises(NoMachine, match="built from other rules"):
        ptx(four, SCORE, (9, 0))


@pytest.mark.parametrize(
    ("driver", "written", "read"),
    [((13, 0), "9.4", "9.0"), ((12, 8), "9.4", "8.7"), ((13, 4), "8.0", "8.0"), ((99, 0), "9.4", "9.4")],
)
def test_a_driver_is_given_what_it_reads(driver: tuple[int, int], written: str, read: str) -> None:
    assert (
        lower_ptx_version(f"//\n.version {written}\n.target sm_90\n", driver)
        == f"//\n.version {read}\n.target sm_90\n"
    )


class Small(Struct):
    few = int8(2)
    grid = int16(2, 3)
    board = int64()


def test_a_state_becomes_a_row_of_numbers() -> None:
    s = Small()
    s.few, s.grid, s.board = [-1, 2], [[1, 2, 3], [4, 5, 600]], -(1 << 63) | 5
    out = [9.0] * (flat_size(Small) + 1)
    flatten_rule(Small)(s, out, 0)
    assert out == [-1, 2, 1, 2, 3, 4, 5, 600, 1, 0, 1, *[0] * 60, 1, 9.0]


def test_a_module_touches_no_memory_but_its_own() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    here = machine("wasm", find("connect_four"), [LOOK])
    states = here.zeros(STATE, 2)
    shown = here.array(states)
    shown["laid"] = 7
    here.zeros(STATE, 100_000)
    assert here.array(states)["laid"].tolist() == [7, 7], "what was there stays while the memory grows"
    shown["laid"][0] = 3
    assert here.array(states)["laid"].tolist() == [3, 7], "and where it was"
    with pytest.raises(NoMachine, match="do not fit into the 4 GiB"):
        here.zeros(STATE, 1 << 28)
    assert wasmtime.Module


TWO_TABLES = """
target triple = "wasm32-unknown-unknown"
@before = constant [{size} x i8] zeroinitializer, align 8
@table = constant [4 x i64] [i64 2, i64 3, i64 5, i64 7], align 8
define i64 @nth(i32 %k) {{
  %size = load volatile i8, ptr @before
  %place = getelementptr i64, ptr @table, i32 %k
  %value = load i64, ptr %place
  ret i64 %value
}}
"""


@pytest.mark.parametrize("size", [1408, 1400, 8])
def test_data_is_found_wherever_the_object_has_it(size: int) -> None:
    """The object has the second table at address 1408 = 11 * 128, whose encoding contains a byte 11.

    Elsewhere that byte ends an address.
    """
    import llvmlite.binding as llvm  # type: ignore[import-untyped]
    import wasmtime

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine()
    engine = wasmtime.Engine()
    code = link(target.emit_object(llvm.parse_assembly(TWO_TABLES.format(size=size))), ["nth"])
    store = wasmtime.Store(engine)
    nth: Any = wasmtime.Instance(store, wasmtime.Module(engine, code), []).exports(store)["nth"]
    assert [nth(store, k) for k in range(4)] == [2, 3, 5, 7]


def test_what_a_module_would_have_to_import_is_named() -> None:
    """An object with one function from outside: as LLVM writes it for `math.log`."""
    name = b"\x03env\x03log\x00\x00"
    imports = b"\x02" + bytes([len(name) + 1]) + b"\x01" + name
    with pytest.raises(NoMachine, match="the rules use log, which WebAssembly does not have"):
        link(b"\0asm" + struct.pack("<I", 1) + imports, ["play"])
