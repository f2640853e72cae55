"""A person's interactions with the pages through an engine's tab: find, click, and await the effect."""

from typing import Any

from tests.browsers.engines import Tab

PATIENCE = 60_000  # milliseconds
SETTLED = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
AWAIT = """async (given, patience) => {
  const found = %s;
  for (const end = performance.now() + patience; ; ) {
    const value = await found(...given);
    if (value) return value;
    if (performance.now() > end) throw new Error(`in vain: ${found}, ${given}\\n${document.body.innerText.slice(0, 600)}`);
    await new Promise((next) => setTimeout(next, 16));
  }
}"""
# Where the middle of the first visible element is that a selector and a text name, when a finger would hit
# it.
PLACE = """(selector, text) => {
  for (const one of document.querySelectorAll(selector)) {
    if (text && !one.textContent.includes(text) && !one.ariaLabel?.includes(text)) continue;
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    if (box.top < 0 || box.bottom > innerHeight) one.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (hit && (one.contains(hit) || hit.contains(one) && hit.matches("label"))) return middle;
  }
}"""
ASK = """async (path, body) => {
  const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}"""


def wait_for(tab: Tab, test: str, *given: Any, patience: int = PATIENCE) -> Any:
    """Wait until a JavaScript function returns a true value, and return it."""
    return tab.evaluate(AWAIT.replace("%s", test), given, patience)


def see(tab: Tab, selector: str, text: str = "") -> None:
    wait_for(
        tab,
        "(selector, text) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text))",
        selector,
        text,
    )


def tap(tab: Tab, selector: str, text: str = "") -> None:
    """Points at something as soon as nothing covers it."""
    place = wait_for(tab, PLACE, selector, text)
    tab.tap(place["x"], place["y"])


def ask(tab: Tab, path: str, body: object = None) -> Any:
    """The server's answer to this person."""
    return tab.evaluate(ASK, path, body)
