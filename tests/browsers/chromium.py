"""Chromium by Playwright."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from tests.e2e.scenes import ARGUMENTS, executable, launched

PATIENCE = 120_000  # milliseconds


class Chromium:
    name = "chromium"

    def __init__(self) -> None:
        self._open = ExitStack()
        self._playwright = self._open.enter_context(sync_playwright())
        self._browser = self._open.enter_context(launched(self._playwright))

    def open(
        self,
        *,
        size: tuple[int, int] = (390, 844),
        language: str = "de-DE",
        script: str = "",
        storage: Path | None = None,
    ) -> "ChromiumTab":
        options: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "locale": language,
            "reduced_motion": "reduce",
            "has_touch": True,
        }
        if storage:
            context = self._playwright.chromium.launch_persistent_context(
                storage, executable_path=executable(), args=ARGUMENTS, **options
            )
        else:
            context = self._browser.new_context(**options)
        if script:
            context.add_init_script(script)
        return ChromiumTab(context)

    def close(self) -> None:
        self._open.close()


class ChromiumTab:
    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        context.set_default_timeout(PATIENCE)
        self._page = context.new_page()
        self._devtools = context.new_cdp_session(self._page)

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def evaluate(self, function: str, *given: Any) -> Any:
        return self._page.evaluate(f"(given) => ({function})(...given)", list(given))

    def tap(self, x: float, y: float, *, milliseconds: int = 0) -> None:
        self._touch("touchStart", (x, y))
        self._page.wait_for_timeout(milliseconds)
        self._touch("touchEnd")

    def pinch(self, x: float, y: float) -> None:
        self._touch("touchStart", (x - 20, y), (x + 20, y))
        for apart in range(20, 100, 10):
            self._touch("touchMove", (x - apart, y), (x + apart, y))
        self._touch("touchEnd")

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def cover(self, **edges: int) -> None:
        """The pixels at each edge that a phone covers by its notch and home bar."""
        self._devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": edges})

    def screenshot(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def close(self) -> None:
        self._context.close()

    def _touch(self, kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
