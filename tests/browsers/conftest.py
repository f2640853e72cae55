"""Engines, servers and tabs. Engines and servers serve all tests of a process: to start one takes seconds."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browsers.engines import ENGINES, Engine, Tab
from tests.e2e.scenes import quiet_server
from tests.e2e.serving import Server

# A ResizeObserver that goes on in the next frame says so by an error that is none.
NOTE_ERRORS = """
window.failures = [];
addEventListener("error", ({ message }) => message && !message.startsWith("ResizeObserver loop") && failures.push(message));
addEventListener("unhandledrejection", (event) => failures.push(String(event.reason)));
"""
NewTab = Callable[..., Tab]


@pytest.fixture(scope="package")
def started() -> Iterator[Callable[[str], Engine]]:
    """Starts an engine by its name, where it does not run yet."""
    running: dict[str, Engine] = {}
    with ExitStack() as stack:

        def start(name: str) -> Engine:
            if name not in running:
                running[name] = ENGINES[name]()
                stack.callback(running[name].close)
            return running[name]

        yield start


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES])
def engine(request: pytest.FixtureRequest, started: Callable[[str], Engine]) -> Engine:
    return started(request.param)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), time_scale=0.05, bot_seconds=0.1)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def quiet() -> Iterator[Server]:
    """A server whose bots sit still."""
    with quiet_server() as running:
        yield running


@pytest.fixture
def new_tab(engine: Engine) -> Iterator[NewTab]:
    """Opens a page as a new person. A script that fails on a page fails the test."""
    tabs: list[Tab] = []

    def open_tab(url: str, *, by: Engine = engine, script: str = "", **options: object) -> Tab:
        tab = by.open(script=NOTE_ERRORS + script, **options)  # type: ignore[arg-type]
        tabs.append(tab)
        tab.goto(url)
        return tab

    yield open_tab
    failures = [failure for tab in tabs for failure in tab.evaluate("() => window.failures ?? []")]
    for tab in tabs:
        tab.close()
    assert not failures
