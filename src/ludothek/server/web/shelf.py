"""The games: their pages, and their kits, puzzles and prints."""

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ludothek.server.shelf import games as shelf
from ludothek.server.shelf import kits, prints, puzzles
from ludothek.server.table.shapes import FigureList, GameList, GamePage, KitFile, KitWish, PuzzleList
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language
from ludothek.server.web.requests import language_for, saved


@get("/games", responses=TROUBLES, summary="All games")
async def games(request: AnyRequest, language: Language = None) -> GameList:
    return GameList(shelf.games(language_for(request)))


@get("/games/{game:str}", responses=TROUBLES, summary="One game, with its rules, its texts and its kit")
async def game_page(request: AnyRequest, game: FromPath[str], language: Language = None) -> GamePage:
    return shelf.page(game, language_for(request))


@get("/games/{game:str}/figures", responses=TROUBLES, summary="Positions that show how a game is played, by name")
async def figures(request: AnyRequest, game: FromPath[str], language: Language = None) -> FigureList:
    return FigureList(shelf.figures(game))


@get("/games/{game:str}/puzzles", responses=TROUBLES, summary="Puzzles to open a table with: today's, and one of each grade")
async def puzzles_of_day(
    request: AnyRequest, game: FromPath[str], date: FromQuery[str | None] = None, language: Language = None
) -> PuzzleList:
    return PuzzleList(await puzzles.of_day(shelf.game(game), date, language_for(request)))


@post("/games/{game:str}/kit", responses=TROUBLES, status_code=200, summary="Check a kit: figures, or the text of a kit file")
async def check_kit(request: AnyRequest, game: FromPath[str], data: JSONBody[KitWish], language: Language = None) -> KitFile:
    return await kits.checked(shelf.game(game), data)


@get("/games/{game:str}/print", responses=TROUBLES, media_type=prints.PDF, summary="A game to print, with the shipped kit")
async def print_game(request: AnyRequest, game: FromPath[str], language: Language = None) -> Response[bytes]:
    return saved(await prints.pdf(shelf.game(game), None, language_for(request)))
