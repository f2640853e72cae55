"""WebKitGTK by WebDriver over HTTP."""

import os
import shutil
import subprocess
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

import httpx

from tests.browsers.actions import Sources, pinching, pressing, tapping
from tests.ports import free_port

HOST = Path(__file__).parent / "webkit_host.py"
ROOM = "1400x1400x24"  # larger than every window that is tried
STARTS_WITHIN = 60  # seconds


class WebKit:
    """WebKit on a virtual X server; a driver has one session, so each tab has its own driver and browser."""

    name = "webkit"

    def __init__(self) -> None:
        self._screen, self._display = _screen()

    def open(
        self,
        *,
        size: tuple[int, int] = (390, 844),
        language: str = "de-DE",
        script: str = "",
        storage: Path | None = None,
    ) -> "WebKitTab":
        return WebKitTab(self._display, size, language, script, storage)

    def close(self) -> None:
        self._screen.terminate()
        self._screen.wait(10)


class WebKitTab:
    def __init__(
        self, display: str, size: tuple[int, int], language: str, script: str, storage: Path | None
    ) -> None:
        port = free_port()
        environment = os.environ | {
            "DISPLAY": display,
            "GTK_A11Y": "none",
            "NO_AT_BRIDGE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        environment.pop("WAYLAND_DISPLAY", None)
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=180)
        _wait_until_it_answers(self._http)
        arguments = [str(HOST), f"--language={language}", f"--size={size[0]}x{size[1]}"]
        if script:
            arguments.append(f"--script={script}")
        if storage:
            arguments.append(f"--storage={storage}")
        self._path = ""
        wanted = {"webkitgtk:browserOptions": {"binary": "/usr/bin/python3", "args": arguments}}
        session = self._do("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._path = f"/session/{session['sessionId']}"
        self._do("POST", "/timeouts", {"script": 120_000, "pageLoad": 120_000})
        self.resize(*size)

    def goto(self, url: str) -> None:
        self._do("POST", "/url", {"url": url})

    def evaluate(self, function: str, *given: Any) -> Any:
        script = f"return ({function}).apply(null, arguments)"
        return self._do("POST", "/execute/sync", {"script": script, "args": given})

    def tap(self, x: float, y: float, *, milliseconds: int = 0) -> None:
        self._act(tapping(x, y, milliseconds))

    def pinch(self, x: float, y: float) -> None:
        self._act(pinching(x, y))

    def press(self, key: str) -> None:
        self._act(pressing(key))

    def resize(self, width: int, height: int) -> None:
        self._do("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def screenshot(self, path: Path) -> None:
        path.write_bytes(b64decode(self._do("GET", "/screenshot")))

    def close(self) -> None:
        self._do("DELETE", "")
        self._http.close()
        self._driver.terminate()
        self._driver.wait(10)

    def _act(self, sources: Sources) -> None:
        self._do("POST", "/actions", {"actions": sources})

    def _do(self, method: str, path: str, given: dict[str, Any] | None = None) -> Any:
        answer = self._http.request(method, self._path + path, json=given)
        value = answer.json()["value"]
        if answer.is_error:
            raise RuntimeError(f"{value['error']}: {value.get('message')}")
        return value


def _screen() -> tuple[subprocess.Popen[bytes], str]:
    """An X server without a screen, on the first display that is free."""
    read, write = os.pipe()
    process = subprocess.Popen(
        [str(shutil.which("Xvfb")), "-displayfd", str(write), "-screen", "0", ROOM, "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as said:
        return process, f":{said.readline().strip()}"


def _wait_until_it_answers(http: httpx.Client) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            http.get("/status")
            return
        except httpx.TransportError:
            assert time.monotonic() < deadline, "WebKitWebDriver does not answer"
            time.sleep(0.05)
