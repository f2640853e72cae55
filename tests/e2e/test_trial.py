"""A kit's trial where its figures are changed: the page plays games and shows the lab's results."""

import re
from itertools import pairwise
from math import floor

from playwright.sync_api import Locator, Page, expect

from ludothek.bots import player_modules
from ludothek.bots.guides import trial_program
from ludothek.bots.machine_pool import programs_of
from ludothek.bots.playout import LONGEST
from ludothek.bots.tally import Tally
from ludothek.compiler import KIT, STATE
from ludothek.compiler.wasm import Wasm
from ludothek.core.registry import find
from ludothek.lab.findings import Measurement
from tests.e2e.conftest import NewPage
from tests.e2e.test_access import PHONE, check
from tests.e2e.test_setup import opens_kit

GAMES = 2000


def counted(game_id: str, seats: int, **figures: int) -> tuple[Measurement, Measurement]:
    """Games won, and decisions, by the module of the pages in wasmtime."""
    game = find(game_id)
    variant, program = game.variant(seats, kit=dict(game.kit or {}) | figures), trial_program(game)
    here = Wasm(game, programs_of(game), player_modules.read_module(game))
    kit, start = here.zeros(KIT, 1), here.zeros(STATE, 1)
    here.write(kit, [variant.kit])
    here.write(start, [variant.start()])
    states, tallies, results = (
        here.zeros(STATE, GAMES),
        here.zeros(Tally, GAMES),
        here.zeros("f4", GAMES * seats),
    )
    here.run(program, GAMES, kit, start, states, tallies, results, 1, seats, LONGEST)
    won = here.array(results).reshape(GAMES, seats)[:, 0].sum()
    return Measurement.share(float(won), GAMES), Measurement.mean(here.array(tallies)["decisions"])


def sentence(game: str, seats: int, **figures: int) -> str:
    won, decisions = counted(game, seats, **figures)
    value, low, high = (floor(100 * part + 0.5) for part in (won.value, won.low, won.high))
    long, least, most = (f"{part:.0f}" for part in (decisions.value, decisions.low, decisions.high))
    return f"Das Team gewinnt {value} % ({low} bis {high}), {long} Entscheidungen ({least} bis {most})."


def says(dialog: Locator, sentence: str) -> None:
    expect(dialog.locator(".trial")).to_contain_text(
        "2.000 Partien zu zweit, nach der Faustregel unserer Bots"
    )
    expect(dialog.locator(".trial p").first).to_have_text(sentence)


def test_a_figure_is_changed_and_the_page_says_what_it_does(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark")
    opens_kit(page, "museum")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    figure = dialog.get_by_label("Rote Felder", exact=True)
    dialog.get_by_role("button", name="Probieren").click()
    says(dialog, sentence("museum", 2))
    figure.fill("0")
    expect(dialog.locator(".wrong")).to_contain_text("Hier stimmt etwas nicht: Rote Felder.")
    expect(dialog.locator(".wrong")).to_contain_text(
        "Hier muss eine ganze Zahl von 1 bis 9999 stehen, nicht 0."
    )
    expect(dialog.locator(".trial")).to_have_count(0)
    figure.fill("6")
    says(dialog, sentence("museum", 2, red_fields=6))
    expect(dialog.locator(".wrong")).to_have_count(0)

    dialog.get_by_role("button", name="Ganze Kurve: Rote Felder").click()
    curve = dialog.get_by_role("table", name="Was andere Werte bewirken: Rote Felder")
    expect(curve.locator("tbody tr")).to_have_count(
        14
    )  # 1 to 14: the game takes no 0, and no further than eight away is looked
    expect(curve).to_have_attribute("aria-busy", "false")
    shares = [
        int(text.partition(" ")[0]) for text in curve.locator("td.won > span:last-child").all_inner_texts()
    ]
    assert shares[-1] - shares[0] > 40
    assert all(later - earlier > -5 for earlier, later in pairwise(shares))
    check(page)
    curve.get_by_role("button", name="5 nehmen").click()
    expect(figure).to_have_value("5")
    expect(curve.locator("tr.now button")).to_have_text("5")
    says(dialog, sentence("museum", 2, red_fields=5))
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Zum Ausdrucken").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")


def test_a_trial_is_told_from_its_first_games_on_and_goes_with_the_dialog(page: Page) -> None:
    opens_kit(page, "safehouse")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    dialog.get_by_role("button", name="Probieren").click()
    expect(dialog.locator(".trial p").first).to_contain_text(
        re.compile(r"Das Team gewinnt \d+ % .* Entscheidungen")
    )
    [worker] = page.workers
    with worker.expect_event("close"):
        page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_where_a_figure_cannot_be_changed_alone_the_game_says_why(page: Page) -> None:
    opens_kit(page, "squid")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    dialog.get_by_role("button", name="Probieren").click()
    expect(dialog.locator(".trial")).to_contain_text("aufs Geratewohl")
    expect(dialog.locator(".trial")).to_contain_text("gerecht wären")
    dialog.get_by_role("button", name=re.compile("Ganze Kurve: Wächteraktionen")).click()
    expect(dialog).to_contain_text("lässt sich nicht für sich allein ändern.")
