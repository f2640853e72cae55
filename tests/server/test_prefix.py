"""The server under a path prefix: kept or stripped by the proxy, configured or sent by each request."""

from pathlib import Path

import httpx
import pytest

from ludothek.server.web.path_prefix import add_prefix
from tests.server.serving import Server

PAGE = '<html lang="en"><script src="/early.js"></script><a href="/icon.svg"></a><a href="//elsewhere"></a></html>'


def test_a_page_names_its_files_from_where_it_stands() -> None:
    there = add_prefix(PAGE, "/games")
    assert 'data-root="/games/"' in there
    assert 'src="/games/early.js"' in there
    assert 'href="/games/icon.svg"' in there
    assert 'href="//elsewhere"' in there


def test_a_path_that_the_operator_sets(db: Path, tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text(PAGE)
    with (
        Server(db, prefix="/games", static=str(tmp_path / "static")) as server,
        httpx.Client(base_url=server.address) as http,
    ):
        for path in ("/games", "/games/", "/games/t/abc", "/t/abc", "/"):
            assert 'data-root="/games/"' in http.get(path).text
        answer = http.get("/games/api/me")
        assert "Path=/games/" in answer.headers["set-cookie"]
        assert http.get("/games/api/nothing").status_code == 404
        assert (
            http.get("/gamesandmore/api/me").headers["content-type"].startswith("text/html")
        )  # no address of ours
        etags = [
            http.get("/games/").headers["etag"],
            http.get("/games/", headers={"x-ingress-path": "/other"}).headers["etag"],
        ]
        assert etags[0] == etags[1]  # clients cannot change the operator's setting


@pytest.mark.parametrize("told", ["/api/hassio_ingress/Ab-1_x", "/api/hassio_ingress/Ab-1_x/"])
def test_a_path_that_a_proxy_tells(db: Path, told: str) -> None:
    with Server(db, proxies=["127.0.0.1"], frames=["'self'"]) as server:  # type: ignore[arg-type]
        answer = httpx.get(f"{server.address}/api/me", headers={"x-ingress-path": told})
        assert "Path=/api/hassio_ingress/Ab-1_x/" in answer.headers["set-cookie"]
        for bad in ('/"><script>', "//evil.example", "/a b", "x"):
            page = httpx.get(server.address, headers={"x-ingress-path": bad})
            assert page.status_code == 200
            assert "data-root" not in page.text


def test_nobody_else_tells_a_path(server: Server) -> None:
    assert (
        "Path=/;"
        in httpx.get(f"{server.address}/api/me", headers={"x-ingress-path": "/games"}).headers["set-cookie"]
    )
