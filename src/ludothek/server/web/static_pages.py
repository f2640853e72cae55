"""Serve the built pages: each file is read and compressed once, then cached.

A path that is no file gets `index.html`, whose router reads the path.
"""

import asyncio
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import brotli
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ludothek.house.catalogue import board_files
from ludothek.house.catalogue import game_pages as shelf
from ludothek.page import static_answers
from ludothek.page.archive import archive
from ludothek.server.web.parameters import NO_COMPRESSION
from ludothek.server.web.path_prefix import KEY, add_prefix

INDEX = "index.html"
NAMED_BY_CONTENT = ("assets", "runtime")  # folders whose files are named by a hash of their content
STAMPED = (INDEX, "sw.js")  # files that get the address of the Python archive
OTHERS = "application/octet-stream"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSED = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
    "application/wasm",
)
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Ludothek</title>
<body style="font: 1.1rem/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>Ludothek</h1><p>The server runs, but its pages have not been built yet.
Build them once with <code>make web</code>, then load this page again.</p>
<p lang="de">Der Server läuft, aber seine Seiten sind noch nicht gebaut.
Bau sie einmal mit <code>make web</code> und lade diese Seite neu.</p>
<p><a href="/schema">The interface for programs</a></p></body></html>
"""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass
class StaticFile:
    """A file in memory, with its compressed forms and its headers for caching."""

    content: bytes
    kind: str
    mark: str  # the ETag
    caching: str
    compressed: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, caching: str) -> "StaticFile":
        content = path.read_bytes()
        if path.name in STAMPED:
            content = archive().stamped(content)
        kind, packed = mimetypes.guess_type(path.name)
        return cls.of(
            content, OTHERS if packed or kind is None else kind, caching
        )  # no content-encoding for compressed files: the page decompresses them

    @classmethod
    def of(cls, content: bytes, kind: str, caching: str) -> "StaticFile":
        return cls(content, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"', caching)

    async def encoded(self, accepted: str) -> tuple[str | None, bytes]:
        """Return the name of the best encoding that the client accepts, and the content so encoded."""
        if not self.kind.startswith(COMPRESSED) or len(self.content) < 500:
            return None, self.content
        encoding = "br" if "br" in accepted else "gzip" if "gzip" in accepted else None
        if encoding is None:
            return None, self.content
        if encoding not in self.compressed:
            shrink = brotli.compress if encoding == "br" else gzip.compress
            self.compressed[encoding] = await asyncio.to_thread(shrink, self.content)
        return encoding, self.compressed[encoding]


class StaticPages:
    """The files of a folder, and the files that tables in a page need.

    The cache is keyed by file, not by address: many addresses may name one file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[Path, tuple[float, StaticFile]] = {}  # with the time of modification
        self._page_files: dict[str, StaticFile] = {}

    async def find(self, address: str) -> StaticFile | None:
        try:
            path = (self.folder / (address.strip("/") or INDEX)).resolve()
            if not path.is_relative_to(self.folder) or not path.is_file():
                return None
        except (OSError, ValueError):  # not a valid file name: too long, or with a NUL character
            return None
        return await self.read(path, IMMUTABLE if path.parent.name in NAMED_BY_CONTENT else REVALIDATE)

    async def find_page_file(self, address: str) -> StaticFile | None:
        """Return a file for tables in a page: the Python archive, or a static answer about the games."""
        python = await asyncio.to_thread(archive)
        if address == python.address:
            return StaticFile(python.content, OTHERS, f'"{address}"', IMMUTABLE)
        folder, _, name = address.partition("/")
        if folder != static_answers.FOLDER or name not in (*static_answers.texts(), *static_answers.prints()):
            return None
        if name not in self._page_files:
            file = await asyncio.to_thread(static_answers.file, name)
            self._page_files[name] = StaticFile.of(file.content, file.kind, REVALIDATE)
        return self._page_files[name]

    async def read(self, path: Path, caching: str = REVALIDATE) -> StaticFile:
        changed = path.stat().st_mtime
        cached = self._files.get(path)
        if cached is None or cached[0] != changed:
            cached = self._files[path] = changed, await asyncio.to_thread(StaticFile.read, path, caching)
        return cached[1]


@get("/boards/{game:str}/{name:str}", include_in_schema=False, opt=NO_COMPRESSION)
async def board_file(
    request: Request[Any, Any, Any], game: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A file of the board that a game from outside brings along."""
    path = board_files.file_of(shelf.game(game), name)
    if path is None:
        raise NotFoundException
    pages: StaticPages = request.app.state.pages
    return await answer(request, await pages.read(path))


@get(["/", "/{path:path}"], include_in_schema=False, opt=NO_COMPRESSION)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    pages: StaticPages = request.app.state.pages
    if path.startswith(("/api/", "/schema/")):
        raise NotFoundException
    file = await pages.find(path) or await pages.find_page_file(path.strip("/"))
    if file is None:
        if "." in path.rpartition("/")[2]:
            raise NotFoundException
        file = await pages.find(INDEX) or StaticFile(
            NOT_BUILT.encode(), "text/html", '"not-built"', REVALIDATE
        )
    if (prefix := request.scope["state"].get(KEY)) and file.kind == "text/html":
        content = add_prefix(file.content.decode(), prefix).encode()
        file = StaticFile.of(content, file.kind, file.caching)
    return await answer(request, file)


async def answer(request: Request[Any, Any, Any], file: StaticFile) -> Response[bytes]:
    """Return a file as a response: 304 if the client has it, else in the best encoding."""
    headers = {"etag": file.mark, "cache-control": file.caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.mark:
        return Response(b"", status_code=304, headers=headers)
    encoding, content = await file.encoded(request.headers.get("accept-encoding", ""))
    if encoding:
        headers["content-encoding"] = encoding
    return Response(content, media_type=file.kind, headers=headers)
