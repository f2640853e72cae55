"""Installation: the built wheel in an environment without Node or sources; and the deployment files."""

import json
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, get_type_hints

import httpx
import pytest
import yaml

from ludothek.house.settings import PREFIX, Settings
from tests.server.serving import Server, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
release = runpy.run_path(str(ROOT / "tools" / "release.py"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = release["built"](tmp_path_factory.mktemp("dist"), "wheel")[0]
    return found


def required_parts() -> set[str]:
    """Return the files and folders in site-packages that `pip install ludothek` adds, without extras."""
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names: dict[str, str] = {}
    for wanted in dependencies:
        release["needed"](wanted, names)
    files = [file for name in names for file in distribution(name).files or []]
    return {file.parts[0] for file in files} - {"..", "__pycache__"}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with only the wheel.

    Its dependencies are linked beside it: downloading them again takes minutes.
    """
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder)
    python = folder / "bin" / "python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.check_output(asked, text=True).strip())
    for part in required_parts():
        (packages / part).symlink_to(Path(sysconfig.get_path("purelib")) / part)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def served(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """Run `ludothek serve` as a user with only the wheel does, with the image's settings."""
    data, port = tmp_path_factory.mktemp("data"), free_port()
    chosen = {"HOST": "127.0.0.1", "PORT": str(port), "CACHE": str(data / "cache"), "BOT_DELAY": "0"}
    environment = {
        name: value for name, value in settings_of_the_image().items() if not name.startswith(PREFIX)
    }
    environment |= {f"{PREFIX}{name}": value for name, value in chosen.items()}
    environment |= {"PATH": str(installed / "bin"), "HOME": str(data), "XDG_DATA_HOME": str(data)}
    with (data / "log").open("w") as log:
        process = subprocess.Popen(
            [installed / "bin" / "ludothek", "serve"], env=environment, cwd=data, stderr=log
        )
        server, give_up = Server(data / "tables.db", port), time.monotonic() + 120
        while True:
            try:
                httpx.get(f"{server.address}/health").raise_for_status()
                break
            except httpx.HTTPError:
                assert process.poll() is None, (data / "log").read_text()
                assert time.monotonic() < give_up
                time.sleep(0.1)
        yield server, data
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def test_the_wheel_has_the_pages_and_needs_no_node(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert "ludothek/server/static/index.html" in names
    assert any(re.fullmatch(r"ludothek/server/static/assets/TablePage-.*\.js", name) for name in names)
    assert not [name for name in names if "node_modules" in name or name.endswith((".db", ".pyc"))]


def test_it_serves_a_table_and_says_where_its_data_lies(installed: Path, served: tuple[Server, Path]) -> None:
    server, data = served
    asked = (
        "from ludothek.page import archive; print(archive.__file__); print(archive.compiled_file().is_file())"
    )
    ours, is_compiled = subprocess.check_output(
        [installed / "bin" / "python", "-c", asked], text=True, cwd=data
    ).splitlines()
    assert ours.startswith(str(installed))
    assert is_compiled == "True", (
        "what its pages run was not compiled, or not from these sources: run `make archive`"
    )
    page = httpx.get(server.address).text
    for file in re.findall(r'src="([^"]+)"', page):
        assert httpx.get(server.address + file).status_code == 200
    anna = server.person("Anna")
    assert len(anna.get("/api/games")["games"]) >= 8
    with anna.watches(anna.opens("number_poker", "mb")) as line:
        line.plays("1")
        line.until(lambda: len(line.log) > 5)  # and a bot answers
    anna.http.close()
    said = [json.loads(line)["message"] for line in (data / "log").read_text().splitlines()]
    place = next(message for message in said if message.startswith("the database is "))
    assert Path(place.partition("///")[2]).is_relative_to(data)
    assert Path(place.partition("///")[2]).is_file()


def test_playing_needs_neither_numba_nor_numpy(installed: Path, served: tuple[Server, Path]) -> None:
    server, data = served
    python = installed / "bin" / "python"
    asked = """
from importlib.util import find_spec
print([name for name in ("numba", "numpy", "llvmlite", "asyncpg") if find_spec(name)])
from ludothek.bots.player_modules import file_of
from ludothek.bots.machine_pool import programs_of
from ludothek.core.registry import installed_games
print([game.id for game in installed_games() if programs_of(game) and not file_of(game).is_file()])
"""
    there, missing = subprocess.check_output([python, "-c", asked], text=True, cwd=data).splitlines()
    assert there == "[]"
    assert missing == "[]", "the wheel has no players of these games as modules: run `make players`"
    anna = server.person("Anna")
    with anna.watches(anna.opens("five_in_a_row", "mb")) as line:
        while line.now["phase"] != "over":
            line.plays(line.now["moves"][0]["move"])
            line.until(lambda: line.now["phase"] == "over" or bool(line.now["moves"]))
    anna.http.close()
    told = (data / "log").read_text()
    assert "a bot has failed" not in told, told


def test_commands_of_the_lab_name_the_extra_that_they_need(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "bin" / "ludothek"), "lab", "simulate", "torris", "--games", "10"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'ludothek[lab]'" in done.stderr


def recipe() -> dict[str, list[str]]:
    """The instructions of the image's last stage, and the sources of all its copies."""
    lines = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text("utf-8")).splitlines()
    steps = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    last = max(at for at, (word, _) in enumerate(steps) if word == "FROM")
    found: dict[str, list[str]] = {"ALL COPIES": [rest for word, rest in steps if word == "COPY"]}
    for word, rest in steps[last:]:
        found.setdefault(word, []).append(rest)
    return found


def settings_of_the_image() -> dict[str, str]:
    return dict(setting.split("=", 1) for setting in shlex.split(recipe()["ENV"][0]))


def test_the_image_runs_as_nobody_in_particular_and_its_check_tells(served: tuple[Server, Path]) -> None:
    steps = recipe()
    assert steps["USER"] == ["10001"]
    assert json.loads(steps["ENTRYPOINT"][0]) + json.loads(steps["CMD"][0]) == ["ludothek", "serve"]
    known = {PREFIX + name.upper() for name in get_type_hints(Settings)} | {f"{PREFIX}CACHE"}
    named = settings_of_the_image()
    assert {name for name in named if name.startswith(PREFIX)} <= known
    written = [value for value in named.values() if value.startswith("/")]
    assert written
    assert all(value.startswith(f"{steps['VOLUME'][0]}/") for value in written), (
        "all that is written goes into the volume"
    )
    command = json.loads(steps["HEALTHCHECK"][0].partition("CMD ")[2])
    for port, status in ((served[0].port, 0), (free_port(), 1)):
        asked = [sys.executable, *(part.replace("8000", str(port)) for part in command[1:])]
        assert subprocess.run(asked, capture_output=True, check=False).returncode == status
    for copied in steps["ALL COPIES"]:
        *sources, _ = [part for part in copied.split() if not part.startswith("--")]
        if "--from=" not in copied:
            assert all((ROOT / source).exists() for source in sources)


def test_what_is_composed_knows_our_settings() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    tables = services["tables"]
    assert tables["read_only"]
    assert tables["cap_drop"] == ["ALL"]
    assert {name.removeprefix(PREFIX).lower() for name in tables["environment"]} <= set(
        get_type_hints(Settings)
    )
    assert "ports" not in tables, "only the proxy is reached from outside"
    assert f"tables:{httpx.URL('http://tables:8000').port}" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert (DEPLOY / tables["build"]["context"] / tables["build"]["dockerfile"]).is_file()
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    usage, composed = text.partition("services:")[0], yaml.safe_load(text)
    assert all(f"{name}=" in usage for name in re.findall(r"\$\{(\w+)", text)), (
        "what is to be named is named in the command above"
    )
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    assert {volume for volume in mounted if not volume.startswith("./")} == set(composed["volumes"])
    assert all((DEPLOY / volume).is_file() for volume in mounted if volume.startswith("./"))


def test_all_parts_of_a_deployment_name_the_same_port() -> None:
    steps = recipe()
    (port,) = steps["EXPOSE"]
    assert f"LUDOTHEK_PORT={port} " in steps["ENV"][0]
    assert f"127.0.0.1:{port}/health" in steps["HEALTHCHECK"][0]
    assert f"reverse_proxy tables:{port}" in (DEPLOY / "Caddyfile").read_text("utf-8")


def test_an_image_is_built_from_sources_and_from_nothing_that_was_built_here() -> None:
    left_out = [
        line
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]

    def is_left_out(path: Path) -> bool:
        anywhere = [pattern.removeprefix("**/") for pattern in left_out if pattern.startswith("**/")]
        begins = ["/".join(path.parts[:count]) for count in range(1, len(path.parts) + 1)]
        named = any(fnmatch(part, pattern) for part in path.parts for pattern in anywhere)
        return named or any(fnmatch(begin, pattern) for begin in begins for pattern in left_out)

    built = (
        "src/ludothek/server/static/index.html",
        "src/ludothek/bots/modules/torris.x.wasm",
        "src/ludothek/page/compiled/x.zip",
        "web/node_modules/a/b.js",
        ".venv/bin/python",
    )
    assert all(is_left_out(Path(path)) for path in built)
    needed = [
        *(ROOT / "web/src").rglob("*"),
        *(ROOT / "tools").glob("*.py"),
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "src").rglob("*.toml"),
    ]
    needed += [
        ROOT / name
        for name in ("README.md", "LICENSE", "constraints.txt", "pyproject.toml", "web/package-lock.json")
    ]
    assert [
        path for path in needed if is_left_out(path.relative_to(ROOT)) and "__pycache__" not in path.parts
    ] == []


def test_the_unit_names_our_settings_and_its_own_folders(tmp_path: Path) -> None:
    unit = (DEPLOY / "ludothek.service").read_text("utf-8")
    environment = re.search(r"Environment=(.*)", unit)
    assert environment
    named = dict(setting.split("=", 1) for setting in environment[1].split())
    ours = {name: value for name, value in named.items() if name.startswith(PREFIX)}
    assert ours == {"LUDOTHEK_DB": "/var/lib/ludothek/tables.db", "LUDOTHEK_CACHE": "/var/cache/ludothek"}
    assert "StateDirectory=ludothek\n" in unit
    assert "CacheDirectory=ludothek\n" in unit
    assert "DynamicUser=yes" in unit
    if program := shutil.which("systemd-analyze"):
        (tmp_path / "ludothek.service").write_text(
            unit.replace("/opt/ludothek/bin/ludothek serve", "/bin/true")
        )
        said = subprocess.run(
            [program, "verify", tmp_path / "ludothek.service"], capture_output=True, text=True, check=False
        )
        assert (said.returncode, said.stderr) == (0, "")


def test_a_release_says_all_that_is_in_it() -> None:
    bill = release["bill_of_materials"]("1.0")
    found = {part["purl"].partition("@")[0] for part in bill["components"]}
    assert {"pkg:pypi/litestar", "pkg:pypi/wasmtime", "pkg:pypi/sqlalchemy"} <= found
    assert "pkg:pypi/numba" not in found
    assert "pkg:npm/svelte" in found
    assert "pkg:npm/vite" not in found
    assert "pkg:pypi/pytest" not in found
    assert all(part["version"] for part in bill["components"])
    assert release["notes"]("0.0.0") == release["notes"]("9.9.9")
