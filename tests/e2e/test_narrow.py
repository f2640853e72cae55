"""No page is wider than the narrowest phone: nothing on it is cut off at its edge."""

from playwright.sync_api import Browser

from tests.e2e.scenes import SETTLED, open_scene

# Visible elements that end right of the window, unless they are in a container that scrolls sideways.
CUT = """() => [...document.querySelectorAll("main *, header *")].filter((element) => {
  const { width, right } = element.getBoundingClientRect();
  if (!width || right <= document.documentElement.clientWidth + 1 || !element.checkVisibility({ opacityProperty: true })) return false;
  for (let up = element.parentElement; up; up = up.parentElement)
    if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return false;
  return !element.closest(".sr-only, svg") && getComputedStyle(element).clipPath === "none";
}).map((element) => `${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 40)}`)"""


def test_no_page_is_cut_off_on_a_phone(browser: Browser, quiet: str) -> None:
    context = browser.new_context(
        base_url=quiet, locale="de-DE", viewport={"width": 360, "height": 640}, reduced_motion="reduce"
    )
    page = context.new_page()
    over = open_scene(context.request, "torris", "end")
    cut: dict[str, list[str]] = {}
    for path, ready in {
        "/": "article h2",
        "/games/squid": "form",
        "/games/clear_board": ".puzzles, form",
        "/games/safehouse/rules": "figure [data-spot]",
        "/tables": "h3",
        "/me": "dl",
        f"/t/{over}/replay": ".board .canvas",
    }.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.evaluate(SETTLED)
        cut[path] = page.evaluate(CUT)
    page.add_style_tag(content="main .page { inline-size: 30rem }")
    assert page.evaluate(CUT), "what is cut off is not noticed"
    context.close()
    assert {path: found for path, found in cut.items() if found} == {}
