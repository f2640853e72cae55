"""A folder of files and no server of ours: tables on the device itself, with the network switched off."""

import base64
import functools
import http.server
import json
import pickle
import random
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from ludothek.bots import PlayerView, levels
from ludothek.core import CHANCE
from ludothek.core.registry import find, game_ids, is_bundled
from ludothek.core.table import Table
from ludothek.house.live.thinking import BotQuestion, question, question_to_judge
from ludothek.page.bot_worker_client import thought
from ludothek.page.site_builder import CannotBuildSite, build
from ludothek.review import StoryQuestion
from tests.e2e.conftest import IN_WORDS, PATIENCE
from tests.e2e.playing import BUTTONS, expect_over, play_one, play_quickly, tell
from tests.playing import play_at_random

QUICK = (
    'localStorage.setItem(\'ludothek.house\', \'{"bot_delay": 0, "time_scale": 0.01, "bot_seconds": 0.1}\')'
)
PATH = "some/where"  # a site may be in a folder
GAMES = [game for game in game_ids() if is_bundled(game)]
MOST_MEMORY = 300_000_000  # bytes, of a page with all of its workers
ROOM = 400_000  # bytes that a browser gives: enough for a table, and soon full
NODES = 60
# Asks a worker like that of the page's own bots.
THINK = """async (asked) => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const kept = all.flat().map(({ url }) => url);
  const file = (name) => ({ address: kept.find((url) => url.includes(name)), bytes: 1 });
  const [wasm, stdlib, msgspec] = ["runtime/pyodide", "runtime/python_stdlib", "runtime/msgspec"].map(file);
  const ludothek = { address: new URL(document.documentElement.dataset.python, document.baseURI).href, bytes: 1 };
  const worker = new Worker(file("assets/worker-").address, { type: "module", name: "thinker" });
  const answers = [];
  const done = new Promise((settle, fail) => {
    worker.onmessage = ({ data }) => {
      if (data.say === "failed") fail(new Error(data.reason));
      if (data.say === "thought" && answers.push(btoa(String.fromCharCode(...data.answer))) === asked.length) settle(answers);
    };
  });
  worker.postMessage({ say: "begin", runtime: { wasm, stdlib, msgspec, ludothek } });
  asked.forEach(([work, question], id) => {
    worker.postMessage({ say: "think", id, work, asked: Uint8Array.from(atob(question), (letter) => letter.charCodeAt(0)) });
  });
  return done.finally(() => worker.terminate());
}"""
# GB, whatever this machine has
ROOMY = "Object.defineProperty(Navigator.prototype, 'deviceMemory', { value: 8 })"
# Waits until the worker in which it runs has loaded Python.
READY = """() => new Promise((done) => {
  const look = () => performance.getEntriesByName("ready").length && (watch.disconnect(), done());
  const watch = new PerformanceObserver(look);
  watch.observe({ entryTypes: ["mark"] });
  look();
})"""
# Caches the interpreter only as Python's worker unpacks it, as before there was a service worker; or both
# forms.
UNPACK = """async (both) => {
  const pages = await caches.open((await caches.keys()).find((name) => name.startsWith("ludothek-")));
  if (both) return pages.put(...self.packed);
  const { url } = (await pages.keys()).find(({ url }) => url.includes("runtime/pyodide"));
  const answer = await pages.match(url);
  self.packed = [url, answer.clone()];
  const content = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const unpacked = new Response(content, { headers: { "content-type": "application/wasm" } });
  await (await caches.open("ludothek memory")).put(url.replace("/runtime/", "/memory/").replace(/\\.gz$/, ""), unpacked);
  await pages.delete(url);
}"""
# Leaves no room at all, or gives it back.
FILL = """async (full) => {
  const database = await new Promise((done) => (indexedDB.open("ludothek").onsuccess = ({ target }) => done(target.result)));
  const kept = (work) => new Promise((done) => {
    const all = database.transaction("notes", "readwrite");
    [all.oncomplete, all.onabort] = [() => done(true), () => done(false)];
    work(all.objectStore("notes"));
  });
  if (!full) await kept((notes) => notes.delete(IDBKeyRange.bound("filled", "filled:")));
  for (let size = 200000, count = 0; full && size > 10; count += 1)
    if (!(await kept((notes) => notes.put("x".repeat(size), `filled${count}`)))) size = Math.floor(size / 4);
  database.close();
}"""

# Waits for a note, or writes another in its place.
NOTED = """(name) => new Promise((done) => {
  indexedDB.open("ludothek").onsuccess = ({ target: { result } }) => {
    result.transaction("notes").objectStore("notes").get(name).onsuccess = ({ target }) => (result.close(), done(target.result));
  };
})"""
SPOIL = """([name, note]) => new Promise((done) => {
  indexedDB.open("ludothek").onsuccess = ({ target: { result } }) => {
    const all = result.transaction("notes", "readwrite");
    all.oncomplete = () => (result.close(), done());
    all.objectStore("notes").put(note, name);
  };
})"""


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document root of a host, with the site in a folder below it."""
    root = tmp_path_factory.mktemp("host")
    (root / PATH).parent.mkdir()
    build(root / PATH)
    return root


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[int]:
    """The port of what Python brings along for such a folder."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Silent, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(host: int) -> str:
    return f"http://127.0.0.1:{host}/{PATH}/"


@pytest.fixture(scope="module")
def device(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A device on which a table was opened once, and which is offline now."""
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    for script in (IN_WORDS, QUICK):
        context.add_init_script(script)
    page = context.new_page()
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()  # from here on all used files are cached
    open_table(page, site, "number_poker", bots=True)
    page.locator(BUTTONS).first.wait_for()
    page.locator(BUTTONS).first.click()  # loads the bots' worker too
    expect(page.locator("body")).to_contain_text("Alle Hände auf")
    context.set_offline(True)
    page.close()
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(device: BrowserContext) -> Iterator[Page]:
    """One page for all: its Python starts once."""
    errors: list[str] = []
    page = device.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert not errors


def open_table(page: Page, site: str, game: str, *, bots: bool, seats: int = 2) -> str:
    """From the page of a game to its table. The table's id."""
    page.goto(f"{site}#/games/{game}")
    ways = page.locator(".way")
    ways.first.wait_for()
    wanted = ways.filter(has_text="Bots" if bots else "Gerät")
    (wanted if wanted.count() else ways.filter(has_text="Allein")).first.click()
    form = page.locator("form")
    for select in form.get_by_role("combobox").all():
        select.select_option("random")
    beginner = form.get_by_role("group", name="Wer beginnt?").get_by_role("radio")
    if beginner.count():
        beginner.nth(1).check()  # the first seat, not the lot
    form.locator("button.main").click()
    page.wait_for_url("**/#/t/*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_without_a_network(page: Page, site: str, game: str) -> None:
    open_table(page, site, game, bots=True)
    play_quickly(page, seconds=90)
    expect_over(page)


def test_python_gets_ready_on_the_shelf_where_somebody_has_played(device: BrowserContext, site: str) -> None:
    """Python loads before a table is opened; the list of earlier tables does not wait for it."""
    page = device.new_page()
    page.add_init_script(ROOMY)
    with page.expect_worker() as started:
        page.goto(site)
    expect(page.locator("article").first).to_be_visible()
    started.value.evaluate(READY)
    page.locator("a[href$='torris']").first.click()
    page.locator("form button.main").click()
    page.locator(BUTTONS).first.wait_for()
    page.close()


def test_python_gets_ready_on_the_shelf_by_an_interpreter_that_was_kept_unpacked(
    device: BrowserContext, site: str
) -> None:
    page, other = device.new_page(), device.new_page()
    page.goto(f"{site}#/games/torris")
    page.evaluate(UNPACK, False)
    other.add_init_script(ROOMY)
    with other.expect_worker() as started:
        other.goto(site)
    started.value.evaluate(READY)
    page.evaluate(UNPACK, True)
    page.close()
    other.close()


def test_a_device_on_which_nobody_has_played_is_spared_python(fresh: BrowserContext, site: str) -> None:
    page = fresh.new_page()
    page.goto(site)
    page.locator("a[href$='torris']").first.click()
    expect(page.locator("form button.main")).to_be_visible()
    assert not page.workers


def test_a_box_is_tried_without_a_network(page: Page, site: str) -> None:
    page.goto(f"{site}#/games/museum")
    page.locator(".way").first.click()
    page.get_by_text("Mehr einstellen").click()
    page.get_by_role("button", name="Spielmaterial ändern").click()
    page.get_by_role("button", name="Probieren").click()
    expect(page.locator(".trial")).to_contain_text("2.000 Partien")
    expect(page.locator(".trial")).to_contain_text("Das Team gewinnt")
    page.keyboard.press("Escape")


def test_a_page_with_its_workers_fits_into_a_phone(page: Page, browser: Browser) -> None:
    """Private memory of the page's process after a game of each kind, after garbage collection."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    used = {one["id"]: _own_memory(one["id"]) for one in processes if one["type"] == "renderer"}
    assert 0 < max(used.values()) < MOST_MEMORY, used


def _own_memory(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return 0  # that of a page which was just closed
    own = [line for line in status.splitlines() if line.startswith("RssAnon")]
    return 1024 * int(own[0].split()[1]) if own else 0  # one that has ended has none


def test_players_think_in_a_page_what_they_think_on_a_server(page: Page, site: str) -> None:
    """Same seed, same nodes: the same move at every level, and bit-identical estimates of the best one."""
    page.goto(site)
    asked = [one for game in GAMES for one in questions(game)]
    packed = [[work, base64.b64encode(pickle.dumps(one)).decode()] for work, one in asked]
    for (work, one), answer in zip(asked, page.evaluate(THINK, packed), strict=True):
        here = pickle.loads(thought(work, pickle.dumps(one)))
        assert here is not None
        assert pickle.loads(base64.b64decode(answer)) == here, (one.game, one.level, work)


def questions(game: str) -> Iterator[tuple[str, BotQuestion]]:
    """In the middle of a random game: each level's move, and the best level's estimate of every move."""
    variant = find(game).variant(find(game).usual)
    for moves in range(40, 0, -1):  # it may be over, or chance may be to act: a little earlier then
        table = play_at_random(Table(variant), random.Random(5), moves)
        acting = variant.to_act(table.state)
        if acting and acting != [CHANCE]:
            break
    for level in levels(find(game)):
        yield "choose", replace(question(table, acting[0], level, 0.0, {}), nodes=NODES)
    view = PlayerView.at(table, acting[0], remember=True)
    yield (
        "judge",
        question_to_judge(StoryQuestion(view, next(iter(variant.moves(table.state, acting[0])))), NODES),
    )


def test_a_game_that_is_over_is_seen_again_and_its_chance_checked(page: Page, site: str) -> None:
    open_table(page, site, "torris", bots=True)
    play_quickly(page, seconds=90)
    expect_over(page)
    page.goto(f"{site}#/tables")
    page.get_by_role("link", name="Noch einmal ansehen").first.click()
    page.wait_for_url("**/replay")
    expect(page.locator("h1")).not_to_be_empty()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Aufzeichnung").click()
    record = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert find(record["game"]).variant(record["seats"], record["options"]).game.id == "torris"


def test_a_device_goes_round_behind_a_curtain(page: Page, site: str) -> None:
    open_table(page, site, "squid", bots=False)
    page.get_by_role("button", name="Ich bin Biber").click()
    play_one(page)  # where the guard begins
    expect(page.locator("#question")).to_contain_text("Wie stimmst du ab?")
    play_one(page)
    expect(page.get_by_role("button", name="Ich bin Eule")).to_be_visible()
    expect(page.locator(BUTTONS)).to_have_count(0)


def test_with_the_box_people_say_what_fell(page: Page, site: str) -> None:
    page.goto(f"{site}#/games/safehouse")
    page.locator(".way").filter(has_text="Schachtel").click()
    page.locator("form button.main").click()
    page.wait_for_url("**/#/t/*")
    play_one(page)
    tell(page)
    page.locator(BUTTONS).first.wait_for()


def test_a_tab_that_is_closed_in_the_middle_of_a_move_loses_nothing_that_was_shown(
    device: BrowserContext, site: str
) -> None:
    page = device.new_page()
    open_table(page, site, "torris", bots=False)
    page.locator(".curtain button, button[data-move]").first.wait_for()
    for _ in range(3):
        play_one(page)
    shown = page.locator(".log li, ol li").count()
    address = page.url
    page.locator(BUTTONS).first.click()
    page.close()  # whether or not that was stored, the journal is complete

    page = device.new_page()
    page.goto(address)
    page.locator(BUTTONS).first.wait_for()
    assert page.locator(".log li, ol li").count() >= shown
    page.close()


@pytest.fixture
def fresh(browser: Browser) -> Iterator[BrowserContext]:
    """A device on its first visit, without a service worker."""
    context = browser.new_context(locale="de-DE", reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    for script in (IN_WORDS, QUICK):
        context.add_init_script(script)
    yield context
    context.close()


def test_a_move_for_which_there_is_no_room_is_refused_and_made_again_once_there_is(
    fresh: BrowserContext, host: int
) -> None:
    page, origin = (
        fresh.new_page(),
        f"http://localhost:{host}/",
    )  # another origin than the other tests, whose storage must not be filled
    fresh.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": ROOM})
    open_table(page, f"{origin}{PATH}/", "torris", bots=False)
    play_one(page)
    made = page.locator("ol li.move:not(.chance)")
    expect(made).to_have_count(1)  # it is stored, before the storage is filled
    page.evaluate(FILL, True)
    before = page.locator("ol li").count()
    play_one(page)
    expect(page.get_by_text("Der Speicher dieses Browsers ist voll").first).to_be_visible()
    assert page.locator("ol li").count() == before
    page.evaluate(FILL, False)
    play_one(page)
    expect(page.locator("ol li")).to_have_count(before + 1)


@pytest.mark.parametrize("note", ["{", "null", "{}", '{"id": 7}'])
def test_a_note_that_cannot_be_read_hides_no_table(fresh: BrowserContext, site: str, note: str) -> None:
    page = fresh.new_page()
    table = open_table(page, site, "torris", bots=False)
    page.wait_for_function(NOTED, arg=f"de/{table}")
    page.evaluate(SPOIL, [f"de/{table}", note])
    page.evaluate(SPOIL, ["played x", note])
    page.close()

    page = fresh.new_page()
    page.goto(f"{site}#/tables")
    page.get_by_role("link", name="Weiterspielen").click()
    page.locator(BUTTONS).first.wait_for()
    page.goto(f"{site}#/me/games")
    expect(page.get_by_text("Hier steht etwas, sobald").first).to_be_visible()


def test_where_the_browser_keeps_nothing_one_plays_all_the_same(fresh: BrowserContext, site: str) -> None:
    """With storage forbidden: databases do not open, neither in the page nor in its workers."""
    forbidden = "indexedDB.open = () => { throw new DOMException('forbidden', 'SecurityError') };"

    def forbid(route: Route) -> None:
        route.fulfill(response=(answer := route.fetch()), body=f"{forbidden}\n{answer.text()}")

    fresh.add_init_script(forbidden)
    fresh.route("**/assets/worker-*.js", forbid)
    page = fresh.new_page()
    open_table(page, site, "torris", bots=False)
    play_one(page)
    expect(page.get_by_text("Dieser Browser hebt nichts auf").first).to_be_visible()
    page.goto(f"{site}#/tables")
    page.get_by_role("link", name="Weiterspielen").click()
    page.locator(BUTTONS).first.wait_for()


def test_an_old_browser_gets_a_sentence(device: BrowserContext, site: str) -> None:
    page = device.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(f"{site}#/games/torris")
    page.locator("form button.main").click()
    expect(page.get_by_role("alert").filter(has_text="zu alt für eigene Tische")).to_be_visible()
    page.get_by_role("link", name="Regeln").click()
    expect(page.locator("h1")).not_to_be_empty()
    page.close()


def test_a_new_version_is_offered_and_never_mixed_with_the_old_one(
    browser: Browser, folder: Path, host: int
) -> None:
    place = folder / "versions"
    shutil.copytree(folder / PATH, place)
    context = browser.new_context(locale="de-DE")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{host}/versions/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate("fetch(document.documentElement.dataset.python)")  # as after a game on this device
    page.wait_for_function(
        "async () => (await caches.match(document.documentElement.dataset.python)) !== undefined"
    )

    for lazy in (place / "assets").glob("RulesPage-*"):
        lazy.unlink()  # of the old version, not fetched yet: a host offers one version only
    index, worker = place / "index.html", place / "sw.js"
    index.write_text(index.read_text("utf-8").replace("<html ", '<html data-new="yes" '), "utf-8")
    changed = worker.read_text("utf-8").replace("const BUILD = `${OURS}", "const BUILD = `${OURS}new-")
    worker.write_text(re.sub(r'"assets/RulesPage-[^"]*",?', "", changed), "utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    offer = page.get_by_text("Es gibt eine neue Fassung.")
    expect(offer).to_be_visible()
    page.goto(f"http://127.0.0.1:{host}/versions/#/games/torris/rules")
    page.reload()
    expect(page.locator("h1")).to_contain_text("Torris")
    assert not page.evaluate("document.documentElement.dataset.new")
    page.get_by_role("button", name="Laden", exact=True).click()
    page.wait_for_function("() => document.documentElement.dataset.new")
    assert [
        name for name in page.evaluate("caches.keys()") if "/versions/" in name and "new-" not in name
    ] == []
    assert page.evaluate(
        "async () => (await caches.match(document.documentElement.dataset.python)) !== undefined"
    ), "what one could do one still can"
    context.close()


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Oma")
    with pytest.raises(CannotBuildSite, match="holds other files"):
        build(tmp_path)
    with pytest.raises(CannotBuildSite, match="have not been built"):
        build(tmp_path / "new", pages=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
