"""What MkDocs is told beside its settings: notebooks become pages, decisions a list, links to sources names;
and Ludothek itself is there to be tried, as a folder of files beside the pages.
"""

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
DEMO = "demo"
TRY = f'<a class="md-button md-button--primary" href="{DEMO}/index.html">Play it here, in this browser</a>'
OUTSIDE = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)]+)\)")


def on_config(config: Any) -> Any:
    """The decisions stand in the navigation by themselves, and a page that nobody has put anywhere is not
    lost.
    """
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
    """A link that leaves the folder of documents becomes what it names.

    The first page leads to the demo, which is no document.
    """
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
    """Its texts as they are, its code as code, and where the file itself is to be had."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    parts = [
        "".join(cell["source"])
        if cell["cell_type"] == "markdown"
        else f"```python\n{''.join(cell['source'])}\n```"
        for cell in cells
    ]
    return "\n\n".join([*parts, f"[The notebook itself]({notebook.name})"]) + "\n"
