"""Firefox by WebDriver BiDi: JSON over a WebSocket that Firefox itself opens."""

import json
import shutil
import subprocess
import time
from base64 import b64decode
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browsers.actions import Sources, pinching, pressing, tapping
from tests.ports import free_port

STARTS_WITHIN = 120  # seconds, on a busy machine
PREFERENCES = """\
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("remote.active-protocols", 1);
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
user_pref("browser.cache.disk.smart_size.enabled", false);
"""


class Firefox:
    name = "firefox"

    def __init__(self, profile: Path | None = None) -> None:
        self._open = ExitStack()
        folder = profile or Path(
            self._open.enter_context(TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True))
        )
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "user.js").write_text(PREFERENCES, "utf-8")
        port = free_port()
        found = shutil.which("firefox-esr") or shutil.which("firefox")
        assert found, "this needs Firefox: apt-get install firefox-esr"
        self._process = subprocess.Popen(
            [found, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._number = 0
        self._socket = self._connected(port)
        self.do("session.new", capabilities={})

    def open(
        self,
        *,
        size: tuple[int, int] = (390, 844),
        language: str = "de-DE",
        script: str = "",
        storage: Path | None = None,
    ) -> "FirefoxTab":
        if storage:
            alone = Firefox(storage)
            return FirefoxTab(alone, "default", size, language, script, is_alone=True)
        person = self.do("browser.createUserContext")["userContext"]
        return FirefoxTab(self, person, size, language, script)

    def do(self, method: str, **given: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"{answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _connected(self, port: int) -> ClientConnection:
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                return self._open.enter_context(
                    connect(f"ws://127.0.0.1:{port}/session", max_size=None, compression=None)
                )
            except OSError:
                assert time.monotonic() < deadline, "Firefox does not answer"
                time.sleep(0.05)

    def close(self) -> None:
        self.do("browser.close")
        self._process.wait(30)
        self._open.close()


class FirefoxTab:
    def __init__(
        self,
        browser: Firefox,
        person: str,
        size: tuple[int, int],
        language: str,
        script: str,
        *,
        is_alone: bool = False,
    ) -> None:
        self._browser, self._person, self._is_alone = browser, person, is_alone
        self._context = browser.do("browsingContext.create", type="tab", userContext=person)["context"]
        self._do("emulation.setLocaleOverride", contexts=[self._context], locale=language)
        if script:
            self._do(
                "script.addPreloadScript",
                functionDeclaration=f"() => {{ {script} }}",
                contexts=[self._context],
            )
        self.resize(*size)

    def goto(self, url: str) -> None:
        self._do("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, *given: Any) -> Any:
        answer = self._do(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)))",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            awaitPromise=True,
            userActivation=False,
            target={"context": self._context},
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def tap(self, x: float, y: float, *, milliseconds: int = 0) -> None:
        self._act(tapping(x, y, milliseconds))

    def pinch(self, x: float, y: float) -> None:
        self._act(pinching(x, y))

    def press(self, key: str) -> None:
        self._act(pressing(key))

    def resize(self, width: int, height: int) -> None:
        self._do(
            "browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height}
        )

    def screenshot(self, path: Path) -> None:
        path.write_bytes(
            b64decode(self._do("browsingContext.captureScreenshot", context=self._context)["data"])
        )

    def close(self) -> None:
        if self._is_alone:
            self._browser.close()
        else:
            self._do("browser.removeUserContext", userContext=self._person)

    def _act(self, sources: Sources) -> None:
        self._do("input.performActions", context=self._context, actions=sources)

    def _do(self, method: str, **given: Any) -> dict[str, Any]:
        return self._browser.do(method, **given)
