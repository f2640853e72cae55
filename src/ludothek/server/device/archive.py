"""All the Python that a device needs, as one archive, named by its content: the same modules that a server runs."""

import hashlib
import io
import zipfile
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

PARTS = (  # of this package; a folder with all that is in it
    "__init__.py", "core", "printing", "games", "bots", "review",
    "server/__init__.py", "server/measures.py", "server/settings.py",
    "server/table", "server/shelf", "server/players", "server/live", "server/device",
)  # fmt: skip
LEFT_OUT = {"__pycache__", "board"}
ADDRESS, BYTES = b"__PYTHON__", b"__BYTES__"  # what stands for it in the pages as they are built
LONG_AGO = (2020, 1, 1, 0, 0, 0)  # the same files make the same archive, whenever


@dataclass(frozen=True)
class Archive:
    content: bytes
    address: str  # from the folder of the pages

    def stamped(self, page: bytes) -> bytes:
        """A built page, or service worker, that belongs to this archive."""
        return page.replace(ADDRESS, self.address.encode()).replace(BYTES, str(len(self.content)).encode())


@cache
def archive() -> Archive:
    package = Path(str(files("ludothek")))
    packed, digest = io.BytesIO(), hashlib.sha256()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for file in _files(package):
            name, content = file.relative_to(package.parent).as_posix(), file.read_bytes()
            made.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
            digest.update(name.encode() + b"\0" + content + b"\0")
    return Archive(packed.getvalue(), f"runtime/ludothek-{digest.hexdigest()[:12]}.zip")


def _files(package: Path) -> list[Path]:
    found = [
        file for part in PARTS for file in ([package / part] if part.endswith(".py") else (package / part).rglob("*")) if file.is_file()
    ]
    return sorted(file for file in found if not LEFT_OUT & set(file.relative_to(package).parts))
