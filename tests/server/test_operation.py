"""Settings, pages, logs, health, texts: what an operator relies on."""

import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from string import Formatter
from typing import get_type_hints

import brotli
import httpx
import pytest

from ludothek.house.live.rate_limits import RateLimit
from ludothek.house.settings import BadSetting, Settings, read
from ludothek.house.table.refusals import STATUS, Refused
from ludothek.house.table.table_texts import PHRASES, TEXTS
from ludothek.server.database.schema import NEWEST, normal
from tests.server.serving import Server, free_port

ROOT = Path(__file__).parents[2]


def test_settings_by_file_environment_and_argument(tmp_path: Path) -> None:
    file = tmp_path / "ludothek.toml"
    file.write_text('port = 1000\nhost = "0.0.0.0"\nbot_delay = 0.5\norigins = ["https://a.example"]')
    environment = {
        "LUDOTHEK_CONFIG": str(file),
        "LUDOTHEK_PORT": "2000",
        "LUDOTHEK_SECURE": "true",
        "HOME": "/",
    }
    found = read({"db": "x.db", "host": None}, environment)
    assert (found.host, found.port, found.db, found.secure, found.bot_delay) == (
        "0.0.0.0",
        2000,
        "x.db",
        True,
        0.5,
    )
    assert found.origins == ["https://a.example"]
    assert read({"port": 3000}, environment).port == 3000


@pytest.mark.parametrize(
    "environment", [{"LUDOTHEK_PRT": "1"}, {"LUDOTHEK_PORT": "many"}, {"LUDOTHEK_CONFIG": "/nowhere.toml"}]
)
def test_bad_settings_are_named(environment: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=r"LUDOTHEK_PRT|port|nowhere"):
        read({}, environment)


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs/operate.md").read_text("utf-8")
    assert [name for name in get_type_hints(Settings) if f"`LUDOTHEK_{name.upper()}`" not in page] == []


def test_addresses_of_databases() -> None:
    assert str(normal("tables.db")) == "sqlite+aiosqlite:///tables.db"
    assert normal("postgresql://u@h/d").drivername == "postgresql+asyncpg"


def test_the_newest_migration_is_known() -> None:
    steps = sorted((ROOT / "src/ludothek/server/database/migrations/versions").glob("v*.py"))
    assert steps[-1].name.startswith(f"v{NEWEST}_")


def test_both_languages_say_the_same() -> None:
    german, english = TEXTS["de"].templates, TEXTS["en"].templates
    assert german.keys() == english.keys()
    for key in german:
        gaps = [
            {name for _, name, _, _ in Formatter().parse(texts[key]) if name} for texts in (german, english)
        ]
        assert gaps[0] == gaps[1], key
    assert set(STATUS) <= {key.removeprefix("refusals.") for key in german}
    assert len(PHRASES) >= 10


def test_a_limit_fills_up_again() -> None:
    at = [0.0]
    limit = RateLimit(2, 10, lambda: at[0])
    limit.use("a")
    limit.use("a")
    with pytest.raises(Refused):
        limit.use("a")
    limit.use("b")
    at[0] = 5.1
    limit.use("a")


def test_a_limit_forgets_those_who_may_do_everything_again_and_nobody_else() -> None:
    at = [0.0]
    limit = RateLimit(2, 10, lambda: at[0])
    limit.use("Anna")
    at[0] = 4.0
    for _ in range(2):
        limit.use("Ben")
    at[0] = 5.0
    limit.tidy()
    assert list(limit._buckets) == ["Ben"]
    with pytest.raises(Refused):
        limit.use("Ben")
    for _ in range(2):
        limit.use("Anna")


def test_pages_are_compressed_and_cached(db: Path, tmp_path: Path) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>" + "<p>Ludothek</p>" * 100)
    (built / "assets/app-1a2b.js").write_text("console.log('Ludothek');" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    with Server(db, static=str(built)) as server, httpx.Client(base_url=server.address) as http:
        script = http.get("/assets/app-1a2b.js", headers={"accept-encoding": "br"})
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-encoding"] == "br"
        assert "console" in script.text
        with http.stream("GET", "/", headers={"accept-encoding": "gzip"}) as page:
            assert b"Ludothek" in gzip.decompress(b"".join(page.iter_raw()))
        assert brotli.decompress(brotli.compress(b"x")) == b"x"
        for address in ("/t/abc", "/games/squid", "/tables"):
            assert "Ludothek" in http.get(address).text
        again = http.get("/", headers={"if-none-match": http.get("/").headers["etag"]})
        assert again.status_code == 304
        assert http.get("/assets/missing.js").status_code == 404
        for address in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/../../secret.txt",
        ):
            assert "secret" not in http.get(address).text
        assert http.get("/api/nothing").status_code == 404


@pytest.mark.parametrize(
    "path", ["/t/%00", "/t/" + "a" * 3000, "/t/%F0%9F%8E%B2", "/t/..%2F..%2Fetc%2Fpasswd", "/x/y/z"]
)
def test_an_address_that_nothing_has_gets_the_page_that_says_so(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), (
        answer.text
    )
    assert "root:" not in answer.text


def test_without_built_pages_a_page_says_how_to_build_them(db: Path, tmp_path: Path) -> None:
    with Server(db, static=str(tmp_path / "nothing")) as server:
        assert "make web" in httpx.get(server.address).text


def test_the_module_serves_logs_and_stops(db: Path) -> None:
    """As an operator starts it: a fresh interpreter, settings in the environment, JSON logs, SIGTERM."""
    port = free_port()
    environment = os.environ | {
        "LUDOTHEK_PORT": str(port),
        "LUDOTHEK_DB": str(db),
        "LUDOTHEK_LOG_LEVEL": "debug",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "ludothek.server.run"], env=environment, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        try:
            assert httpx.get(f"http://127.0.0.1:{port}/health").json()["ok"]
            break
        except httpx.TransportError:
            time.sleep(0.1)
    visited = Server(db, port)  # the one that runs already
    anna = visited.person("Anna")
    with anna.watches(anna.opens("torris", "mm")) as line:
        table = line.table
        line.does(do="chat", text="only for us")
    anna.http.close()
    process.send_signal(signal.SIGTERM)
    _, logged = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "/api/tables/{table:str}/live" not in logged
    assert "GET /api/me" in logged
    secrets = (table, anna.id, anna.cookie, anna.cookie.rpartition(".")[2], "only for us")
    assert not [secret for secret in secrets if secret in logged]
    lines = [json.loads(line) for line in logged.splitlines()]
    assert lines
    assert all({"time", "level", "from", "message"} <= set(line) for line in lines)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [
            sys.executable,
            "-m",
            "ludothek",
            "serve",
            "--port",
            port,
            "--db",
            str(tmp_path / "tables.db"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert f"if port {port} is taken, choose another with --port" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_page_about_security_names_tests_that_there_are() -> None:
    named = set(re.findall(r"`(test_\w+\.py)`", (ROOT / "docs/security.md").read_text("utf-8")))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / "tests/server" / name).is_file()} == set()
