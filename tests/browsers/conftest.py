"""Engines, servers and tabs. Engines and servers serve all tests of a process: to start one takes seconds."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.browsers.engines import ENGINES, Engine, Tab
from tests.e2e.scenes import quiet_server
from tests.e2e.serving import Server

# A ResizeObserver that continues in the next frame reports it as a harmless error.
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
    """A server whose bots never move."""
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


# Notes for docs/browsers.md in place of a tick: at most five, each with its reason.
EXCEPTIONS: dict[tuple[str, str], str] = {}
PAGE = Path(__file__).parents[2] / "docs" / "browsers.md"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Each report carries the feature that its test shows, and in which engine."""
    outcome = yield
    marker = item.get_closest_marker("feature")
    callspec = getattr(item, "callspec", None)
    if marker and callspec and "engine" in callspec.params:
        outcome.get_result().user_properties.append(("feature", (marker.args[0], callspec.params["engine"])))  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """`make browsers` writes what ran where."""
    if "BROWSERS_TABLE" not in os.environ or hasattr(config, "workerinput"):
        return
    seen: dict[str, dict[str, bool]] = {}
    for outcome in ("passed", "failed", "error"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, value in report.user_properties:
                if name == "feature":
                    row = seen.setdefault(value[0], {})
                    row[value[1]] = row.get(value[1], True) and outcome == "passed"
    lines = [
        f"| | {' | '.join(name.capitalize().replace('Webkit', 'WebKit') for name in ENGINES)} |",
        f"| --- |{' --- |' * len(ENGINES)}",
    ]
    for feature in sorted(seen):
        cells = [
            EXCEPTIONS.get((feature, engine), "yes" if seen[feature].get(engine) else "no")
            for engine in ENGINES
        ]
        lines.append(f"| {feature} | {' | '.join(cells)} |")
    before, _, rest = PAGE.read_text("utf-8").partition("<!-- table -->\n")
    after = rest.partition("<!-- end of the table -->")[2]
    PAGE.write_text(
        f"{before}<!-- table -->\n" + "\n".join(lines) + "\n\n<!-- end of the table -->" + after, "utf-8"
    )
