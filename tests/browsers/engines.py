"""Three browser engines behind one interface: Chromium (Playwright), Firefox (BiDi), WebKit (WebDriver).

Playwright drives neither Debian's Firefox (its protocol is too new) nor WebKitGTK, and selenium needs
geckodriver, which no registry offers. What the tests do is little: open a page, evaluate a function in it,
point, type, resize.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tests.browsers.chromium import Chromium
from tests.browsers.firefox import Firefox
from tests.browsers.webkit import WebKit

Window = tuple[int, int]


class Tab(Protocol):
    """A page of its own person: shares no cookies and no storage with any other tab."""

    def goto(self, url: str) -> None: ...
    def evaluate(self, function: str, *given: Any) -> Any:
        """Return as JSON what a JavaScript function, given as text, returns or resolves to."""

    def tap(self, x: float, y: float, *, milliseconds: int = 0) -> None:
        """A finger, where the engine can; a mouse elsewhere."""

    def pinch(self, x: float, y: float) -> None:
        """Two fingers that part, as one enlarges a picture."""

    def press(self, key: str) -> None:
        """A key by its name (`Tab`, `Enter`, `ArrowLeft`), or a character."""

    def resize(self, width: int, height: int) -> None: ...
    def screenshot(self, path: Path) -> None: ...
    def close(self) -> None: ...


class Engine(Protocol):
    name: str

    def open(
        self,
        *,
        size: Window = (390, 844),
        language: str = "de-DE",
        script: str = "",
        storage: Path | None = None,
    ) -> Tab:
        """Open a new tab.

        `script` runs before the scripts of every page; with a folder for storage the tab is a browser of its
        own.
        """

    def close(self) -> None: ...


ENGINES: dict[str, Callable[[], Engine]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
