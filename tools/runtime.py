"""Get ready what Python in a page is made of, for the build of the pages to name and hand out: into web/runtime, from npm and PyPI.

    pyodide.asm.wasm.gz    the interpreter, packed: not every host packs what it serves
    python_stdlib.zip      the standard library, without what no table ever needs
    msgspec.whl            the one package that is not pure Python

The versions are those of web/package-lock.json and constraints.txt.
"""

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
RUNTIME = ROOT / "web" / "runtime"
TAG = ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32"]
UNUSED = re.compile(
    r"(unittest|pydoc_data|idlelib|ensurepip|wsgiref|xml|xmlrpc|http|venv|curses|sqlite3|dbm|html|multiprocessing|_pyrepl|profiling"
    r"|_ios_support|_apple_support|_android_support|_osx_support|antigravity|argparse|bdb|cProfile|cmd|code|doctest|ftplib|imaplib|lib2to3"
    r"|mailbox|modulefinder|nntplib|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pyclbr|pydoc|smtplib|sndhdr|socketserver"
    r"|encodings/(?!__init__|aliases|ascii|charmap|cp437|idna|latin_1|punycode|utf_)\w+|tabnanny|tarfile|this|timeit|trace|turtle"
    r"|turtledemo|webbrowser|zipapp|_pydatetime|_pydecimal|_pyio|_pylong|__phello__)(/|\.py$)"
)


def main() -> None:
    stamp = RUNTIME / "made-of"
    made_of = f"{(PYODIDE / 'package.json').read_text('utf-8')}\n{_pin('msgspec')}\n{Path(__file__).read_text('utf-8')}"
    if stamp.is_file() and stamp.read_text("utf-8") == made_of:
        return
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir()
    (RUNTIME / "pyodide.asm.wasm.gz").write_bytes(gzip.compress((PYODIDE / "pyodide.asm.wasm").read_bytes(), 9, mtime=0))
    _shorten(PYODIDE / "python_stdlib.zip", RUNTIME / "python_stdlib.zip")
    _fetch_wheel(_pin("msgspec"), RUNTIME / "msgspec.whl")
    stamp.write_text(made_of, "utf-8")


def _pin(package: str) -> str:
    return next(line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line.startswith(f"{package}=="))


def _shorten(library: Path, to: Path) -> None:
    with zipfile.ZipFile(library) as whole, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as short:
        for file in whole.infolist():
            if not UNUSED.match(file.filename):
                short.writestr(zipfile.ZipInfo(file.filename), whole.read(file), zipfile.ZIP_DEFLATED, 9)


def _fetch_wheel(pin: str, to: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, *TAG, "--dest", folder, pin], check=True)
        shutil.move(next(Path(folder).glob("*.whl")), to)


if __name__ == "__main__":
    main()
