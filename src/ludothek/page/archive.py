"""The Python code that a page needs, as one archive named by its content.

The modules are those of the server. The archive contains bytecode if tools/build_archive.py has compiled it
(for `make play`, a wheel or a site), so that phones need not compile at every start.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ludothek.page import static_answers

PARTS = (  # files and folders of this package
    "__init__.py",
    "core",
    "compiler",
    "printing",
    "games",
    "bots",
    "review",
    "house",
    "page",
)
COMPILED = Path(__file__).parent / "compiled"
PYTHON = "314"  # the Python version of the pages, for which bytecode is compiled
LEFT_OUT = {"__pycache__", "board", COMPILED.name}
ADDRESS, BYTES, BESIDE = (
    b"__PYTHON__",
    b"__BYTES__",
    b'["__BESIDE__"]',
)  # placeholders in the built pages


@dataclass(frozen=True)
class PythonArchive:
    content: bytes
    address: str  # from the folder of the pages

    def stamped(self, page: bytes) -> bytes:
        """Insert the archive's address and size and the shelf files into a built page or service worker."""
        texts = json.dumps([f"{static_answers.FOLDER}/{name}" for name in static_answers.texts()]).encode()
        return (
            page.replace(ADDRESS, self.address.encode())
            .replace(BYTES, str(len(self.content)).encode())
            .replace(BESIDE, texts)
        )


@cache
def archive() -> PythonArchive:
    compiled = compiled_file()
    content = compiled.read_bytes() if compiled.is_file() else bundle(sources())
    return PythonArchive(content, f"runtime/ludothek-{hashlib.sha256(content).hexdigest()[:12]}.gz")


def bundle(contents: Mapping[str, bytes]) -> bytes:
    """Pack files for unpacking without Python (web/src/runtimes/page/fetching.ts).

    The format is gzip: a line of JSON with names and sizes, then all contents.
    """
    index = json.dumps({name: len(content) for name, content in contents.items()})
    return gzip.compress(b"\n".join([index.encode(), b"".join(contents.values())]), 9, mtime=0)


def compiled_file() -> Path:
    """Return the path of the bundle compiled from exactly these sources, which may not exist."""
    digest = hashlib.sha256(PYTHON.encode())
    for name, content in sources().items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return COMPILED / f"{digest.hexdigest()[:12]}.gz"


def sources() -> dict[str, bytes]:
    """Return the source files that a page needs."""
    package = Path(str(files("ludothek")))
    found = [
        file
        for part in PARTS
        for file in ([package / part] if part.endswith(".py") else (package / part).rglob("*"))
        if file.is_file()
    ]
    wanted = sorted(file for file in found if not LEFT_OUT & set(file.relative_to(package).parts))
    return {file.relative_to(package.parent).as_posix(): file.read_bytes() for file in wanted}
