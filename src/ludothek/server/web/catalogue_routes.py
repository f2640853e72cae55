"""The games: their pages, and their kits, puzzles and prints."""

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

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
from ludothek.house.catalogue import game_pages as shelf
from ludothek.house.catalogue import kit_trials, prints
from ludothek.server.web.http_requests import desk_for, language_for, saved
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language


@get("/games", responses=TROUBLES, summary="All games")
async def games(request: AnyRequest, language: Language = None) -> GameList:
    return GameList(shelf.games(language_for(request)))


@get("/games/{game:str}", responses=TROUBLES, summary="One game, with its rules, its texts and its kit")
async def game_page(request: AnyRequest, game: FromPath[str], language: Language = None) -> GamePage:
    return shelf.page(game, language_for(request))


@get(
    "/games/{game:str}/figures",
    responses=TROUBLES,
    summary="Positions that show how a game is played, by name",
)
async def figures(request: AnyRequest, game: FromPath[str], language: Language = None) -> FigureList:
    return FigureList(shelf.figures(game))


@get(
    "/games/{game:str}/puzzles",
    responses=TROUBLES,
    summary="Puzzles to open a table with: today's, and one of each grade",
)
async def puzzles_of_day(
    request: AnyRequest, game: FromPath[str], date: FromQuery[str | None] = None, language: Language = None
) -> PuzzleList:
    return await desk_for(request).puzzles(game, date)


@post(
    "/games/{game:str}/kit",
    responses=TROUBLES,
    status_code=200,
    summary="Check a kit: figures, or the text of a kit file",
)
async def check_kit(
    request: AnyRequest, game: FromPath[str], data: JSONBody[KitRequest], language: Language = None
) -> KitFile:
    return await desk_for(request).checked(game, data)


@post(
    "/games/{game:str}/trial",
    responses=TROUBLES,
    status_code=200,
    summary="How games with a kit begin, for a page that tries it out",
)
async def try_kit(
    request: AnyRequest, game: FromPath[str], data: JSONBody[KitTrialRequest], language: Language = None
) -> KitTrial:
    return await desk_for(request).trial(game, data)


@get(
    "/games/{game:str}/module",
    responses=TROUBLES,
    media_type=kit_trials.WASM,
    summary="The programs of a game as WebAssembly",
)
async def module(request: AnyRequest, game: FromPath[str], language: Language = None) -> Response[bytes]:
    return saved(await kit_trials.module(shelf.game(game)))


@get(
    "/games/{game:str}/print",
    responses=TROUBLES,
    media_type=prints.PDF,
    summary="A game to print, with the shipped kit",
)
async def print_game(request: AnyRequest, game: FromPath[str], language: Language = None) -> Response[bytes]:
    return saved(await desk_for(request).printed_game(game))


@post(
    "/games/{game:str}/print",
    responses=TROUBLES,
    status_code=200,
    media_type=prints.PDF,
    summary="A game to print, with a kit of one's own",
)
async def print_kit(
    request: AnyRequest, game: FromPath[str], data: JSONBody[KitRequest], language: Language = None
) -> Response[bytes]:
    return saved(await desk_for(request).printed_kit(game, data))
