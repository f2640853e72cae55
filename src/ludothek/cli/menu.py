"""Set up a terminal game from the command line or an interactive menu: game, seats, players."""

import time
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from ludothek.bots import levels, player
from ludothek.bots.levels import about_levels
from ludothek.cli import saved_games
from ludothek.cli.replay_screen import default_names
from ludothek.cli.saved_games import HUMAN
from ludothek.cli.table_screen import TableScreen
from ludothek.cli.terminal_game import TerminalGame
from ludothek.core import BadOption, Game, registry
from ludothek.core.chance import BEGINS, SecretSeed, lots
from ludothek.core.table import Table
from ludothek.core.texts import Phrase, shared_texts


@dataclass
class TableChoices:
    """The choices made on the command line; without a game, the menu asks for it."""

    game: str | None
    seats: int | None
    players: list[str]
    names: list[str]
    options: dict[str, Any]
    kit: dict[str, Any] | None
    seed: SecretSeed | None
    begins: str | None = None  # "lot", or a seat counted from 1


def shelf(language: str, numbered: bool = False) -> Grid:
    """Return a table of all games."""
    words = shared_texts(language)
    grid = Grid(box=None, padding=(0, 2), header_style="dim", pad_edge=False)
    for heading in ("game", "seats", "age", "minutes", "about"):
        grid.add_column(words[f"terminal.{heading}"], no_wrap=heading != "about")
    for number, game_id in enumerate(registry.game_ids(), 1):
        game = registry.find(game_id)
        texts = game.texts[language]
        seats = str(game.fewest) if game.fewest == game.most else f"{game.fewest}–{game.most}"
        title = f"[bold]{texts['title']}[/]\n[dim]{game.id}[/]"
        grid.add_row(
            f"[cyan]{number}[/]  {title}".replace("\n", "\n   ") if numbered else title,
            seats,
            f"{game.declared.age}+",
            str(game.declared.minutes),
            f"{texts['tagline']} [dim]{texts['kind']}[/]",
        )
    return grid


def open_game(console: Console, language: str, choices: TableChoices) -> TerminalGame:
    """Open a new game with these choices."""
    if choices.game is None:
        game, seats, players = _ask_game(console, language)
    else:
        game = registry.find(choices.game)
        seats = choices.seats if choices.seats is not None else max(game.fewest, len(choices.players))
        players = choices.players
    table = Table(game.variant(seats, choices.options, choices.kit))
    for what, given in (("--player", players), ("--name", choices.names)):
        if len(given) > seats:
            raise BadOption(f"{what} is given {len(given)} times for {seats} seats")
    players = players + [HUMAN] * (seats - len(players))
    for level in players:
        if level != HUMAN:
            player(game, level)  # refuses a level that the game does not have
    names = choices.names + default_names(seats, language)[len(choices.names) :]
    begins = choices.begins or ("lot" if choices.game is None and game.declared.begins == "lot" else "1")
    rotation = _rotation(begins, seats, choices.seed)
    players, names = players[rotation:] + players[:rotation], names[rotation:] + names[:rotation]
    if begins == "lot":
        console.print(
            shared_texts(language).say(Phrase("terminal.lot", who=names[0])), style="bold", markup=False
        )
    path = saved_games.path_of(f"{game.id}-{time.strftime('%Y%m%d-%H%M%S')}")
    return TerminalGame(
        table, players, names, choices.seed, path, TableScreen(console, table.variant, language, names)
    )


def _rotation(begins: str, seats: int, seed: SecretSeed | None) -> int:
    """Return by how many seats the players rotate, so that the starting player sits on seat 0."""
    if begins == "lot":
        return int((seed or SecretSeed.fresh()).draw_lot(BEGINS, lots(seats)))
    if not begins.isdecimal() or not 1 <= int(begins) <= seats:
        raise BadOption(f"--begins must be 'lot' or a seat from 1 to {seats}, not {begins!r}")
    return int(begins) - 1


def resume_game(console: Console, language: str, name: str) -> TerminalGame:
    """Open a saved game."""
    path = saved_games.path_of(name)
    save = saved_games.read(path)
    table = save.table()
    return TerminalGame(
        table,
        save.players,
        save.names,
        save.source(),
        path,
        TableScreen(console, table.variant, language, save.names),
    )


def _ask_game(console: Console, language: str) -> tuple[Game, int, list[str]]:
    console.print(shelf(language, numbered=True))
    ids = registry.game_ids()
    game = registry.find(ids[_ask_number(console, language, "menu", 1, len(ids)) - 1])
    seats = game.fewest
    if game.fewest < game.most:
        seats = _ask_number(
            console, language, "menu_seats", game.fewest, game.most, fewest=game.fewest, most=game.most
        )
    return (
        game,
        seats,
        [_ask_player(console, language, game, seat) for seat in range(seats)] if seats > 1 else [HUMAN],
    )


def _ask_number(console: Console, language: str, question: str, low: int, high: int, **gaps: object) -> int:
    words = shared_texts(language)
    while True:
        console.print(f"\n{words.say(Phrase(f'terminal.{question}', **gaps))}", style="bold", markup=False)
        typed = console.input("> ").strip()
        if typed.isascii() and typed.isdigit() and len(typed) < 6 and low <= int(typed) <= high:
            return int(typed)
        console.print(words.say(Phrase("terminal.menu_choice", low=low, high=high)), style="dim")


def _ask_player(console: Console, language: str, game: Game, seat: int) -> str:
    words, known = shared_texts(language), levels(game)
    for level, about in about_levels(game, language).items() if seat == 0 else ():
        console.print(f"  {level:8} {about}", style="dim", markup=False, highlight=False)
    while True:
        console.print(
            words.say(Phrase("terminal.menu_player", n=seat + 1, levels=known)), style="bold", markup=False
        )
        typed = console.input("> ").strip()
        if not typed or typed in known:
            return typed or HUMAN
        console.print(
            words.say(Phrase("terminal.menu_player_choice", levels=known)), style="dim", markup=False
        )
