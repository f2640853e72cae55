"""Rules as WebAssembly in a real browser give the same results as on other machines."""

import json
from pathlib import Path

from playwright.sync_api import Browser

from ludothek.core.registry import find
from ludothek.lab.batch_programs import TRACE
from ludothek.lab.export import write_module
from ludothek.testing import variants_of
from tests.tracing import bundled, task, trace

PLAYED = """async ([wrapper, code, description, tasks]) => {
    const { traces } = await import(`data:text/javascript,${encodeURIComponent(wrapper)}`);
    const played = await traces(Uint8Array.from(code), description, tasks);
    return played.map((marks) => Array.from(marks, String));
}"""


def test_a_browser_leaves_the_same_trace(browser: Browser, tmp_path: Path) -> None:
    variants = list(variants_of(find("number_poker")))
    code, description = write_module(find("number_poker"), tmp_path, [TRACE])
    wrapper, tasks = bundled(tmp_path).read_text("utf-8"), [task(variant) for variant in variants]
    page = browser.new_page()
    told = page.evaluate(
        PLAYED, [wrapper, list(code.read_bytes()), json.loads(description.read_text("utf-8")), tasks]
    )
    page.close()
    assert told == [[str(mark) for mark in trace(variant, "native").ravel()] for variant in variants]
