"""Cost of pages and boards in a browser, in Lighthouse's terms: `python -m bench.pages [GAME …]`

The first load with the processor slowed to a quarter, as on a phone: transferred bytes (compressed) and
those that the board adds, largest contentful paint, total blocking time, cumulative layout shift. Then bots
play, and frames are counted while pieces move, with the share of time in which they did: a board that has
stopped animating is smooth without merit.
"""

import sys

from tests.e2e.measuring import Frames, Load, first_load, frames, open_for_bots
from tests.e2e.scenes import GAMES, PHONE, chromium, open_scene, quiet_server, record_of

SLOWED = 4
WATCHED = 8  # seconds
IN_WORDS = "localStorage.setItem('ludothek.settings', '{\"textView\": true}')"
MOVING = "localStorage.setItem('ludothek.settings', '{\"motion\": \"on\"}')"


def main() -> None:
    print(f"First load on a phone, processor {SLOWED} times slower; frames while bots play")
    show("", "kB", "board adds kB", "largest paint ms", "blocking ms", "layout shift", "frames/s", "moving")
    with quiet_server() as server, quiet_server(bot_delay=0.5) as busy, chromium(whole=True) as browser:

        def opened(path: str, ready: str, *, game: str = "", script: str = "") -> Load:
            context = browser.new_context(
                base_url=server.url, viewport=PHONE, device_scale_factor=2, service_workers="block"
            )
            if script:
                context.add_init_script(script)
            where = path or f"/t/{open_scene(context.request, game, 'middle')}"
            load = first_load(context.new_page(), where, ready, SLOWED)
            context.close()
            return load

        def played(game: str) -> Frames:
            context = browser.new_context(
                base_url=busy.url, viewport=PHONE, device_scale_factor=2, service_workers="block"
            )
            context.add_init_script(MOVING)
            page = context.new_page()
            first_load(
                page,
                f"/t/{open_for_bots(context.request, game, record_of(game)['seats'])}",
                ".board .canvas",
                SLOWED,
            )
            measured = frames(page, WATCHED)
            context.close()
            return measured

        for name, path, ready in (("shelf", "/", "article"), ("a game's page", "/games/squid", ".way")):
            show(name, *figures(opened(path, ready)))
        words = opened("", ".lines, #question", game="connect_four", script=IN_WORDS)
        show("a table in words", *figures(words))
        for game in sys.argv[1:] or GAMES:
            load = opened("", ".board .canvas", game=game)
            show(game, *figures(load, board_size(load, words)), *moving(played(game)))


def show(name: str, *cells: str) -> None:
    """Print a row immediately, as a slowed browser takes long."""
    print(f"{name:<18}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


def board_size(drawn: Load, words: Load) -> int:
    """Return the bytes that are loaded only because the board is drawn."""
    names = {address.rpartition("/")[2] for address in words.files}
    files = {
        address: size
        for address, size in drawn.files.items()
        if "/assets/" in address or "/boards/" in address
    }  # our files, and those of external games
    return sum(size for address, size in files.items() if address.rpartition("/")[2] not in names)


def figures(load: Load, board: int | None = None) -> list[str]:
    added = "" if board is None else f"{board / 1000:.1f}"
    return [f"{load.size / 1000:.1f}", added, f"{load.paint:.0f}", f"{load.blocked:.0f}", f"{load.shift:.3f}"]


def moving(measured: Frames) -> list[str]:
    return [f"{measured.each:.1f}", f"{measured.moving:.0%}"]


if __name__ == "__main__":
    main()
