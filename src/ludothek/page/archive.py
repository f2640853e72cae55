"""All the Python that a device needs, as one archive, named by its content: the same modules that a server
runs.

They are compiled where that has been done (tools/build_archive.py, for `make play`, a wheel or a site): a
phone would do it at every start.
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
PYTHON = "314"  # the version of the Python in the pages, which alone can read what was compiled for it
LEFT_OUT = {"__pycache__", "board", COMPILED.name}
ADDRESS, BYTES, BESIDE = (
    b"__PYTHON__",
    b"__BYTES__",
    b'["__BESIDE__"]',
)  # what stands for it in the pages as they are built


@dataclass(frozen=True)
class PythonArchive:
    content: bytes
    address: str  # from the folder of the pages

    def stamped(self, page: bytes) -> bytes:
        """A built page, or service worker, that belongs to this archive, and to what is said of its games."""
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
    """Files as one that a page unpacks without Python (web/src/runtimes/page/fetching.ts): a line with their names
    and sizes, then all of them.
    """
    index = json.dumps({name: len(content) for name, content in contents.items()})
    return gzip.compress(b"\n".join([index.encode(), b"".join(contents.values())]), 9, mtime=0)


def compiled_file() -> Path:
    """Where the bundle is, or would be, in which these very sources are compiled.

    An older one is not found.
    """
    digest = hashlib.sha256(PYTHON.encode())
    for name, content in sources().items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return COMPILED / f"{digest.hexdigest()[:12]}.gz"


def sources() -> dict[str, bytes]:
    """All that a device needs, as it was written."""
    package = Path(str(files("ludothek")))
    found = [
        file
        for part in PARTS
        for file in ([package / part] if part.endswith(".py") else (package / part).rglob("*"))
        if file.is_file()
    ]
    wanted = sorted(file for file in found if not LEFT_OUT & set(file.relative_to(package).parts))
    return {file.relative_to(package.parent).as_posix(): file.read_bytes() for file in wanted}
