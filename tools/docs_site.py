"""Hooks of MkDocs: convert notebooks to pages, list decisions, unlink sources, and add the demo site."""

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
DEMO = "demo"
TRY = f'<a class="md-button md-button--primary" href="{DEMO}/index.html">Play it here, in this browser</a>'
OUTSIDE = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)]+)\)")


def on_config(config: Any) -> Any:
    """Add the decisions, and pages that the navigation does not name, to the navigation."""
    pages = sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))
    decisions = [page for page in pages if page.startswith("decisions/")]
    named = str(config["nav"])
    config["nav"][-1]["Why"] += [
        {"Decisions": decisions},
        *(page for page in pages if page not in decisions and f"'{page}'" not in named),
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=as_page(notebook)))
    return files


def on_post_build(config: Any) -> None:
    from ludothek.page.site_builder import build

    build(Path(config["site_dir"]) / DEMO)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace links to files outside docs/ by their names; add a link to the demo to the first page."""
    here = (DOCS / page.file.src_uri).parent
    if page.file.src_uri == "index.md":
        markdown = markdown.replace("\n\n", f"\n\n{TRY}\n\n", 1)

    def named(link: re.Match[str]) -> str:
        target = (here / link[2].partition("#")[0]).resolve()
        if target.is_relative_to(DOCS):
            return link[0]
        return f"{link[1]} (`{target.relative_to(DOCS.parent)}`)" if "`" not in link[1] else link[1]

    return OUTSIDE.sub(named, markdown)


def as_page(notebook: Path) -> str:
    """Convert a notebook to Markdown, with a link to the file."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    parts = [
        "".join(cell["source"])
        if cell["cell_type"] == "markdown"
        else f"```python\n{''.join(cell['source'])}\n```"
        for cell in cells
    ]
    return "\n\n".join([*parts, f"[The notebook itself]({notebook.name})"]) + "\n"
