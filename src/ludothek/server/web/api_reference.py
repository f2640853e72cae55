"""The API reference: the OpenAPI document as JSON, as YAML, and as HTML without scripts.

All are rendered and compressed once, in a thread, at the first request: that takes up to 0.2 s.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

import brotli
import msgspec
from litestar import Litestar, Request, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from ludothek import __version__
from ludothek.server.web.parameters import NO_COMPRESSION
from ludothek.server.web.static_pages import REVALIDATE, StaticFile, answer

Schema = Mapping[str, Any]
STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#2a221d, #f6eee2); --soft: light-dark(#65574c, #c4b5a4);
  --paper: light-dark(#fbf6ec, #1e1a18);
  --line: light-dark(#e2d5c0, #443a33); --link: light-dark(#0d6660, #7fd1c7);
  --sunk: light-dark(#f4ecde, #171412); }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.5rem; }
h3 { font-size: 1.05rem; border-top: 1px solid var(--line); padding-top: 1.25rem; scroll-margin-top: 0.5rem; }
a { color: var(--link); }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 3.2rem; padding: 0 0.4rem; border-radius: 0.3rem;
  background: var(--sunk); text-align: center; }
.soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 1.25rem 0.15rem 0; }
th { font-weight: 600; }
"""


class Reference:
    """The OpenAPI document of some handlers, rendered to files once."""

    def __init__(self, routes: Sequence[ControllerRouterHandler]) -> None:
        self._routes = routes
        self._files: dict[str, StaticFile] = {}
        self._lock = asyncio.Lock()

    def document(self) -> dict[str, Any]:
        config = OpenAPIConfig(
            title="Ludothek",
            version=__version__,
            description="Tables for tabletop games. The live socket is described in docs/interface.md.",
        )
        return Litestar(self._routes, openapi_config=config).openapi_schema.to_schema()

    async def file(self, address: str) -> StaticFile:
        async with self._lock:
            if not self._files:
                self._files = await asyncio.to_thread(self._render)
        return self._files[address]

    def _render(self) -> dict[str, StaticFile]:
        document = self.document()
        files = {address: _compressed(write(document), kind) for address, (kind, write) in FORMATS.items()}
        return files | {"/schema/openapi.yml": files["/schema/openapi.yaml"]}


def _compressed(content: bytes, kind: str) -> StaticFile:
    file = StaticFile.of(content, kind, REVALIDATE)
    file.compressed |= {"br": brotli.compress(content, quality=5), "gzip": gzip.compress(content)}
    return file


FORMATS: dict[str, tuple[str, Callable[[Schema], bytes]]] = {
    "/schema": ("text/html", lambda document: page(document).encode()),
    "/schema/openapi.json": ("application/json", msgspec.json.encode),
    "/schema/openapi.yaml": ("text/yaml", msgspec.yaml.encode),
}


@get([*FORMATS, "/schema/openapi.yml"], include_in_schema=False, opt=NO_COMPRESSION)
async def schema(request: Request[Any, Any, Any]) -> Response[bytes]:
    reference: Reference = request.app.state.reference
    return await answer(request, await reference.file(request.scope["path"].rstrip("/")))


def page(document: Schema) -> str:
    about = document["info"]
    operations = [
        (method, path, asked)
        for path, methods in document["paths"].items()
        for method, asked in methods.items()
    ]
    shapes = document["components"]["schemas"]
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(about["title"])}: the interface</title><link rel="icon" href="data:,">
<style>{STYLE}</style></head>
<body><main><h1>{escape(about["title"])} {escape(about["version"])}: the interface for programs</h1>
<p>{escape(about["description"])} The same as a document: <a href="/schema/openapi.json">openapi.json</a>.
<a href="/">To the tables</a>.</p>
<h2 id="operations">What can be asked</h2>
{"".join(_operation(*operation) for operation in operations)}
<h2 id="shapes">What is sent</h2>
{"".join(_shape(name, shapes[name]) for name in sorted(shapes))}
</main></body></html>
"""


def _operation(method: str, path: str, asked: Schema) -> str:
    rows = [
        (
            f"<code>{escape(given['name'])}</code>",
            _type(given["schema"]),
            escape(given.get("description", "")),
        )
        for given in asked.get("parameters", [])
    ]
    if body := asked.get("requestBody"):
        rows.append(("body", _content(body), ""))
    good = [(status, answer) for status, answer in asked["responses"].items() if status < "300"]
    refused = [status for status in asked["responses"] if status >= "400"]
    rows += [(f"answer {status}", _content(answer), "") for status, answer in good]
    if refused:
        rows.append(("refused", _link("Trouble"), f"with status {', '.join(refused)}"))
    heading = f'<span class="method">{method.upper()}</span> <code>{escape(path)}</code>'
    summary = escape(asked.get("summary", ""))
    return f'<h3 id="{escape(asked["operationId"])}">{heading}</h3><p>{summary}.</p>{_table(rows)}'


def _shape(name: str, schema: Schema) -> str:
    needed = schema.get("required", [])
    rows = [
        (
            f"<code>{escape(field)}</code>",
            _type(kind),
            " ".join([*([] if field in needed else ["may be left out."]), _explained(kind)]),
        )
        for field, kind in schema.get("properties", {}).items()
    ]
    about = f"<p>{escape(schema['description'])}</p>" if "description" in schema else ""
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>{about}{_table(rows)}'


def _table(rows: Iterable[tuple[str, str, str]]) -> str:
    lines = "".join(
        f'<tr><th scope="row">{name}</th><td>{kind}</td><td class="soft">{note}</td></tr>'
        for name, kind, note in rows
    )
    return f'<div class="wide"><table>{lines}</table></div>'


def _content(sent: Schema) -> str:
    return ", ".join(_type(kind["schema"]) for kind in sent.get("content", {}).values()) or "nothing"


def _type(schema: Schema) -> str:
    """Return a type as words, with links to the schemas in it."""
    if reference := schema.get("$ref"):
        return _link(reference.rpartition("/")[2])
    if "const" in schema:
        return f"<code>{escape(repr(schema['const']))}</code>"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if inner := schema.get("additionalProperties"):
        return f"object of {_type(inner)}"
    return escape(str(schema.get("type", "anything")))


def _explained(schema: Schema) -> str:
    limits = [
        f"{word} {schema[key]:g}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema
    ]
    limits += [
        f"{word} {schema[key]} characters"
        for key, word in (("minLength", "at least"), ("maxLength", "at most"))
        if key in schema
    ]
    return escape(". ".join([part for part in (schema.get("description"), ", ".join(limits)) if part]))


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'
