"""Measure what a page costs a visitor: bytes, largest paint, blocking time, layout shift, frames."""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIRequestContext, CDPSession, Page

# Sums up what the browser reports. Layout shift is that of the worst five seconds, as usual; shifts after a
# person's own click do not count.
OBSERVE = """(() => {
  const told = { paint: 0, blocked: 0, shift: 0 };
  let [sum, first, last] = [0, 0, 0];
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (told.paint = entry.startTime));
  watch("longtask", (entry) => (told.blocked += entry.duration - 50));
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) [sum, first] = [0, entry.startTime];
    [sum, last] = [sum + entry.value, entry.startTime];
    told.shift = Math.max(told.shift, sum);
  });
  window.told = told;
})()"""
PER_SECOND = 60  # frames, in a browser without a screen
REPORTS = [
    "cc",
    "benchmark",
    "disabled-by-default-devtools.timeline.frame",
]  # the trace events that this needs
PATIENCE = 120_000  # milliseconds: a slowed processor on a busy machine


@dataclass
class Load:
    files: dict[str, int]  # transferred bytes by address
    paint: float  # milliseconds
    blocked: float
    shift: float

    @property
    def size(self) -> int:
        return sum(self.files.values())


@dataclass
class Frames:
    moving: float  # the part of the time in which something moved
    each: float  # frames a second, then


def first_load(page: Page, path: str, ready: str, slowed: float = 1) -> Load:
    """Open a page for the first time, with an empty cache."""
    client = page.context.new_cdp_session(page)
    files = watch_network(client)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.add_init_script(OBSERVE)
    page.set_default_timeout(PATIENCE)
    page.goto(path)
    page.locator(ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    return Load(files, **page.evaluate("told"))


def watch_network(client: CDPSession) -> dict[str, int]:
    """Return a dictionary that fills with the transferred size of each file, compressed, with headers."""
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    client.on(
        "Network.requestWillBeSent", lambda told: names.update({told["requestId"]: told["request"]["url"]})
    )
    client.on(
        "Network.loadingFinished",
        lambda told: sizes.update({names.get(told["requestId"], "?"): int(told["encodedDataLength"])}),
    )
    client.send("Network.enable")
    return sizes


def frames(page: Page, seconds: float) -> Frames:
    """Record the frames that the browser presents, from its own traces.

    Counting `requestAnimationFrame` would show how often the script could have drawn, not what was
    presented: pieces glide on compositor layers while the script works, and the callback itself causes work
    in frames that need none. No frame counts as missing if nothing visible was due to change: if the browser
    says so, or if it only waited for the script's next position while all animations had ended (else it
    would have presented a frame without waiting).
    """
    assert page.context.browser is not None
    page.context.browser.start_tracing(page=page, categories=REPORTS)
    page.wait_for_timeout(seconds * 1000)
    told = [
        event["args"]
        for event in json.loads(page.context.browser.stop_tracing())["traceEvents"]
        if "args" in event
    ]
    skipped = {
        args["Frame Sequence Number"]: args["FrameSkippedReason"]
        for args in told
        if "FrameSkippedReason" in args
    }
    shown: dict[int, bool] = {}
    for report in [args["frame_reporter"] for args in told if "frame_reporter" in args]:
        number, state = report["frame_sequence"], report["state"]
        if (
            not (report["has_compositor_animation"] or report["has_main_animation"])
            or state == "STATE_NO_UPDATE_DESIRED"
        ):
            continue
        if state.startswith("STATE_PRESENTED"):
            shown[number] = True
        elif skipped.get(number) not in (
            ("kNoDamage",) if report["has_main_animation"] else ("kNoDamage", "kWaitingOnMain")
        ):
            shown.setdefault(number, False)
    return Frames(
        moving=len(shown) / (seconds * PER_SECOND), each=PER_SECOND * sum(shown.values()) / max(1, len(shown))
    )


def open_for_bots(request: APIRequestContext, game: str, seats: int) -> str:
    """A table at which bots play among themselves. Its id."""
    request.get("/api/me")
    wish: dict[str, Any] = {
        "game": game,
        "seats": [{"kind": "bot", "level": "random"}] * seats,
        "clock": False,
    }
    answer = request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table
