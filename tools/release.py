"""Write the files of a release to dist/: wheel, sdist, SBOM, checksums and release notes.

`make release` builds the pages first. The version is that of pyproject.toml; the notes are the changelog's,
about it or what is unreleased.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


def built(into: Path, *targets: str) -> list[Path]:
    """Build the packages; the pages must have been built."""
    if not (ROOT / "src/ludothek/server/static/index.html").exists():
        sys.exit("the pages are not built: run make web first")
    options = [f"-t{target}" for target in targets or ("wheel", "sdist")]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(into), *options],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return sorted(into.glob("ludothek-*"))


def needed(requirement: str, found: dict[str, str] | None = None) -> dict[str, str]:
    """Return a package and its runtime dependencies with the versions that are installed here."""
    found = {} if found is None else found
    wanted = Requirement(requirement)
    try:
        package = distribution(wanted.name)
    except PackageNotFoundError:  # needed on another platform only
        return found
    is_new = package.name.lower() not in found
    found[package.name.lower()] = package.version
    for text in package.requires or []:
        marker = Requirement(text).marker
        is_for_extra = any(marker and marker.evaluate({"extra": extra}) for extra in wanted.extras)
        is_for_all = marker is None or marker.evaluate({"extra": ""})
        if is_for_extra or (is_new and is_for_all):
            needed(text, found)
    return found


def built_in() -> set[str]:
    """Return the npm packages that are bundled into the pages: those that their sources import.

    The others are build tools.
    """
    files = [file for file in (ROOT / "web/src").rglob("*") if file.suffix in (".ts", ".svelte", ".js")]
    imports = re.compile(r'(?:from|import\() ?"(@?[a-z][^"]*)"')
    named = {name for file in files for name in imports.findall(file.read_text("utf-8"))}
    return {"svelte", *("/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in named)}


def bill_of_materials(version: str) -> dict[str, Any]:
    """Return a CycloneDX bill of materials: Python dependencies, and npm packages that the pages contain."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python: dict[str, str] = {}
    for wanted in project["dependencies"]:
        needed(wanted, python)
    locked = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    npm = {
        name: locked[f"node_modules/{name}"]["version"]
        for name in built_in()
        if f"node_modules/{name}" in locked
    }
    found = [("pypi", python), ("npm", npm)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "ludothek",
                "version": version,
                "purl": f"pkg:pypi/ludothek@{version}",
            }
        },
        "components": [
            {
                "type": "library",
                "name": name,
                "version": at,
                "purl": f"pkg:{kind}/{name.replace('@', '%40')}@{at}",
            }
            for kind, packages in found
            for name, at in sorted(packages.items())
        ],
    }


def notes(version: str) -> str:
    """Return the changelog's section for this version, or the unreleased one."""
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.M)[1:]
    about = {part.split("\n", 1)[0].split(" ")[0]: part.split("\n", 1)[1].strip() for part in parts}
    return about.get(version) or about["Unreleased"]


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    files = built(DIST)
    (DIST / "sbom.json").write_text(json.dumps(bill_of_materials(version), indent=1) + "\n", "utf-8")
    (DIST / "CHANGES.md").write_text(f"# Ludothek {version}\n\n{notes(version)}\n", "utf-8")
    files += [DIST / "sbom.json", DIST / "CHANGES.md"]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(sums), "utf-8")
    sys.stdout.writelines(sums)


if __name__ == "__main__":
    main()
