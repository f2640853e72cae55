"""Run docs/tutorial.md step by step and write each command's output into it: `python -m tools.tutorial`.

Blocks with a title are files, `console` blocks are commands. The project is not installed by pip: its
metadata are written beside it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PAGE = Path(__file__).parents[1] / "docs" / "tutorial.md"
BLOCK = re.compile(r'```(python|toml|console)(?: title="([^"]+)")?\n(.*?)```', re.DOTALL)
METADATA = {
    "METADATA": "Metadata-Version: 2.1\nName: pig\nVersion: 0.1.0\n",
    "entry_points.txt": "[ludothek.games]\npig = pig\n",
}
DURATION = re.compile(r" in \d+\.\d+s")


def run(page: str, folder: Path) -> str:
    """Return the page with the outputs that its commands have in an empty folder."""
    for name, content in METADATA.items():
        _write(folder / "src" / "pig-0.1.0.dist-info" / name, content)

    def step(block: re.Match[str]) -> str:
        language, title, content = block.groups()
        if language != "console":
            if title:
                _write(folder / title, content)
            return block[0]
        command = content.splitlines()[0].removeprefix("$ ")
        return f"```console\n$ {command}\n{_output(command, folder)}```"

    return BLOCK.sub(step, page)


def _output(command: str, folder: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = kept | {"PATH": path, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return DURATION.sub(" in 0.05s", done.stdout + done.stderr)


def _write(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, "utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        PAGE.write_text(run(PAGE.read_text("utf-8"), Path(folder)), "utf-8")
