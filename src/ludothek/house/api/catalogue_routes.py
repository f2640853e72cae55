"""Routes: games with their pages, kits, puzzles and prints."""

from ludothek.house.api.catalogue_types import (
    FigureList,
    GameList,
    GamePage,
    KitFile,
    KitRequest,
    KitTrial,
    KitTrialRequest,
    PuzzleList,
)
from ludothek.house.api.routes import Call, RouteTable
from ludothek.house.catalogue import game_pages, kit_trials, prints
from ludothek.house.catalogue.download import Download

routes = RouteTable()


@routes.declare("GET", "/api/games", summary="All games")
async def games(call: Call) -> GameList:
    return GameList(game_pages.games(call.service.language))


@routes.declare("GET", "/api/games/{game}", summary="One game, with its rules, its texts and its kit")
async def game_page(call: Call, game: str) -> GamePage:
    return game_pages.page(game, call.service.language)


@routes.declare(
    "GET", "/api/games/{game}/figures", summary="Positions that show how a game is played, by name"
)
async def figures(call: Call, game: str) -> FigureList:
    return FigureList(game_pages.figures(game))


@routes.declare(
    "GET",
    "/api/games/{game}/puzzles",
    summary="Puzzles to open a table with: today's, and one of each grade",
)
async def puzzles_of_day(call: Call, game: str, date: str | None = None) -> PuzzleList:
    return await call.service.puzzles(game, date)


@routes.declare("POST", "/api/games/{game}/kit", summary="Check a kit: figures, or the text of a kit file")
async def check_kit(call: Call, game: str, body: KitRequest) -> KitFile:
    return await call.service.check_kit(game, body)


@routes.declare(
    "POST", "/api/games/{game}/trial", summary="How games with a kit begin, for a page that tries it out"
)
async def try_kit(call: Call, game: str, body: KitTrialRequest) -> KitTrial:
    return await call.service.try_kit(game, body)


@routes.declare(
    "GET",
    "/api/games/{game}/module",
    media_type=kit_trials.WASM,
    summary="The programs of a game as WebAssembly",
)
async def module(call: Call, game: str) -> Download:
    return await kit_trials.module(game_pages.game(game))


@routes.declare(
    "GET",
    "/api/games/{game}/print",
    media_type=prints.PDF,
    summary="A game to print, with the shipped kit",
)
async def print_game(call: Call, game: str) -> Download:
    await call.prepare_printing()
    return await call.service.print_game(game)


@routes.declare(
    "POST",
    "/api/games/{game}/print",
    media_type=prints.PDF,
    summary="A game to print, with a kit of one's own",
)
async def print_kit(call: Call, game: str, body: KitRequest) -> Download:
    await call.prepare_printing()
    return await call.service.print_kit(game, body)
