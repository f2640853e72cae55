"""Wrap the paragraphs and lists of Markdown files at 100 columns: `python -m tools.wrap_docs [FILE …]`.

Without arguments all documents are wrapped. Headings, tables, code and the generated pages stay as they are.
"""

import re
import sys
from pathlib import Path
from textwrap import TextWrapper

ROOT = Path(__file__).parents[1]
WIDTH = 100
GENERATED = {ROOT / "docs" / "duels.md", ROOT / "docs" / "screenshots" / "README.md"}
ITEM = re.compile(r"\s*([-*]|\d+\.)\s+")
VERBATIM = ("|", "#", ":::", "<", "---")
SHORT = 60  # code of at most so many characters is kept in one line


def pages() -> list[Path]:
    """The Markdown files of the project that people write."""
    return sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - GENERATED)


def is_verbatim(line: str, *, inside: bool) -> bool:
    """Whether a line is kept; indented lines are code unless they continue a list item."""
    return line.startswith(VERBATIM) or not line.strip() or (line.startswith("    ") and not inside)


def wrapped(text: str) -> str:
    lines: list[str] = []
    paragraph: list[str] = []
    is_code = False

    def end_paragraph() -> None:
        if paragraph:
            lines.extend(_wrap(paragraph))
            paragraph.clear()

    for line in text.split("\n"):
        is_fence = line.lstrip().startswith("```")
        if is_fence or is_code or is_verbatim(line, inside=bool(paragraph)):
            end_paragraph()
            lines.append(line)
            is_code ^= is_fence
            continue
        if ITEM.match(line):
            end_paragraph()
        paragraph.append(line)
    end_paragraph()
    return "\n".join(lines)


def _wrap(paragraph: list[str]) -> list[str]:
    found = ITEM.match(paragraph[0]) or re.match(r"\s*", paragraph[0])
    start = found[0] if found else ""
    words = " ".join([paragraph[0][len(start) :], *(line.strip() for line in paragraph[1:])])
    joined = re.sub(
        r"`[^`]*`", lambda code: code[0].replace(" ", "\0") if len(code[0]) <= SHORT else code[0], words
    )
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in wrapper.wrap(joined)]


if __name__ == "__main__":
    for page in [Path(name) for name in sys.argv[1:]] or pages():
        page.write_text(wrapped(page.read_text("utf-8")), "utf-8")
