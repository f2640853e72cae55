"""Build what Python in a page needs, from npm and PyPI, into web/runtime.

    pyodide.asm.wasm.gz    the interpreter as Pyodide ships it, compressed
    python_stdlib.zip.gz   the standard library, compiled, without modules that no table needs
    msgspec.gz             the one package that is not pure Python, compiled
    paper.gz               what prints need (ReportLab), compiled

The versions are those of web/package-lock.json and constraints.txt.
"""

import gzip
import importlib.util
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ludothek.boards.node import npm
from ludothek.page.archive import PYTHON, bundle

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
RUNTIME = WEB / "runtime"
MAKERS = [Path(__file__), WEB / "compile.mjs"]
TAG = [
    "--python-version",
    PYTHON,
    "--implementation",
    "cp",
    "--abi",
    f"cp{PYTHON}",
    "--platform",
    "pyemscripten_2026_0_wasm32",
]
UNUSED = re.compile(
    r"(unittest|pydoc_data|idlelib|ensurepip|wsgiref|xml|xmlrpc|http|venv|curses|sqlite3|dbm|html|multiprocessing|_pyrepl|profiling|zoneinfo"
    r"|_ios_support|_apple_support|_android_support|_osx_support|antigravity|argparse|bdb|cProfile|cmd|code|colorsys|compileall|configparser"
    r"|doctest|filecmp|fileinput|ftplib|getopt|getpass|gettext|graphlib|imaplib|lib2to3|mailbox|mimetypes|modulefinder|netrc|nntplib|nturl2path"
    r"|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|runpy|sched|shelve|shlex|smtplib"
    r"|sndhdr|socketserver|sre_\w+|statistics|symtable|tabnanny|tarfile|this|timeit|trace|tracemalloc|tty|turtle|turtledemo|wave|webbrowser"
    r"|zipapp|_markupbase|_pydatetime|_pydecimal|_pyio|_pylong|__hello__|__phello__|_sysconfigdata_[\w-]+|\w+/__main__"
    r"|asyncio/(proactor_events|tools|windows_\w+)|concurrent/(interpreters|futures/(interpreter|process))|ctypes/(_aix|macholib|util|wintypes)"
    r"|email/(?!__init__)\w+|encodings/(?!__init__|aliases|ascii|charmap|cp437|idna|latin_1|punycode|utf_)\w+|json/tool|logging/(config|handlers)"
    r"|pyodide/(console|http|_nodesock_transport)|urllib/(request|response|robotparser))(/|\.py$)"
)

PAPER = re.compile(
    r"reportlab/(__init__|rl_config|rl_settings|(lib|pdfbase|pdfgen)/(?!testutils|corp|randomtext|codecharts)\w+)\.py$"
)
NO_PICTURES = "Image = None  # imported by ReportLab, which would read pictures with it; we draw none\n"


def main() -> None:
    stamp = RUNTIME / "made-of"
    made_of = "\n".join(
        [
            _pin("msgspec"),
            _pin("reportlab"),
            *(file.read_text("utf-8") for file in (PYODIDE / "package.json", *MAKERS)),
        ]
    )
    if stamp.is_file() and stamp.read_text("utf-8") == made_of:
        return
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir()
    interpreter = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    (RUNTIME / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(interpreter, 9, mtime=0))
    library = {
        name: content
        for name, content in _files(PYODIDE / "python_stdlib.zip").items()
        if not UNUSED.match(name)
    }
    (RUNTIME / "python_stdlib.zip.gz").write_bytes(gzip.compress(_zip(compiled(library)), 9, mtime=0))
    (RUNTIME / "msgspec.gz").write_bytes(bundle(compiled(_msgspec())))
    (RUNTIME / "paper.gz").write_bytes(bundle(compiled(_paper())))
    stamp.write_text(made_of, "utf-8")


def compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile each module with the Python that runs in our pages, so that phones need not at every start.

    Other files stay as they are.
    """
    with tempfile.TemporaryDirectory() as folder:
        written, made = Path(folder) / "written.zip", Path(folder) / "made.zip"
        written.write_bytes(_zip(sources))
        npm(WEB, "run", "compile", LIBRARY=str(written), COMPILED=str(made))
        return _files(made)


def _pin(package: str) -> str:
    return next(
        line
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if line.startswith(f"{package}==")
    )


def _files(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _zip(contents: Mapping[str, bytes]) -> bytes:
    """Write an uncompressed archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def _msgspec() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--only-binary",
            ":all:",
        ]
        subprocess.run([*command, *TAG, "--dest", folder, _pin("msgspec")], check=True)
        found = _files(next(Path(folder).glob("*.whl")))
    return {name: content for name, content in found.items() if name.endswith((".py", ".so"))}


def _paper() -> dict[str, bytes]:
    found = importlib.util.find_spec("reportlab")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    names = {file.relative_to(package.parent).as_posix(): file for file in sorted(package.rglob("*.py"))}
    return {name: file.read_bytes() for name, file in names.items() if PAPER.match(name)} | {
        "PIL/__init__.py": NO_PICTURES.encode()
    }


if __name__ == "__main__":
    main()
