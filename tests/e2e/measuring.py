"""What a page costs whoever opens it, as Lighthouse would put it: bytes, largest paint, blocking time, layout shift, frames."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIRequestContext, CDPSession, Page

# Adds up what the browser tells. Layout shift is the worst five seconds of it, as usual; what a person's own click moves does not count.
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
FRAMES = """async (milliseconds) => {
  const times = [];
  const end = performance.now() + milliseconds;
  for (let now = 0; now < end; times.push(now)) now = await new Promise(requestAnimationFrame);
  const gaps = times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b);
  return { each: 1000 * gaps.length / (times.at(-1) - times[0]), late: gaps.filter((gap) => gap > 25).length / gaps.length };
}"""
PATIENCE = 120_000  # milliseconds: a slowed processor on a busy machine


@dataclass
class Load:
    files: dict[str, int]  # the bytes that came over the network, by address
    paint: float  # milliseconds
    blocked: float
    shift: float

    @property
    def size(self) -> int:
        return sum(self.files.values())


def first_load(page: Page, path: str, ready: str, slowed: float = 1) -> Load:
    """Opens a page for the first time, with nothing kept from before."""
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
    """Fills in how large each file was when it came, compressed, with its headers."""
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    client.on("Network.requestWillBeSent", lambda told: names.update({told["requestId"]: told["request"]["url"]}))
    client.on("Network.loadingFinished", lambda told: sizes.update({names.get(told["requestId"], "?"): int(told["encodedDataLength"])}))
    client.send("Network.enable")
    return sizes


def frames(page: Page, seconds: float) -> dict[str, float]:
    """Frames a second, and the part of them that came late."""
    measured: dict[str, float] = page.evaluate(FRAMES, seconds * 1000)
    return measured


def open_for_bots(request: APIRequestContext, game: str, seats: int) -> str:
    """A table at which bots play among themselves. Its id."""
    request.get("/api/me")
    wish: dict[str, Any] = {"game": game, "seats": [{"kind": "bot", "level": "random"}] * seats, "clock": False}
    answer = request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table
