"""Games to print, from the server: in the person's language, with the kit of the table."""

from io import BytesIO
from typing import Any

from pypdf import PdfReader

from ludothek.core.registry import find
from tests.server.serving import Server


def words(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_a_game_is_printed_in_the_persons_language(server: Server) -> None:
    anna = server.person("Anna", "de")
    answer = anna.http.get("/api/games/safehouse/print?language=de")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="safehouse-de.pdf"'
    assert "Blatt S" in words(answer.content)
    assert "Sheet S" in words(anna.http.get("/api/games/safehouse/print?language=en").content)


def test_a_table_is_printed_with_its_kit(server: Server) -> None:
    anna = server.person("Anna", "en")
    kit: dict[str, Any] = find("safehouse").kit | {"safehouse": 38, "lead": 15}  # type: ignore[operator]
    own, shipped = anna.opens("safehouse", "m", kit=kit), anna.opens("safehouse", "m")
    assert "you begin on field 15" in " ".join(
        words(anna.http.get(f"/api/tables/{own}/print?language=en").content).split()
    )
    assert "you begin on field 16" in " ".join(
        words(anna.http.get(f"/api/tables/{shipped}/print?language=en").content).split()
    )


def test_what_cannot_be_printed(server: Server) -> None:
    anna = server.person("Anna", "de")
    assert (
        anna.refused(anna.http.get("/api/games/torris/print"), "no_print")["error"]
        == "Dieses Spiel lässt sich nicht drucken."
    )
    anna.refused(anna.http.get("/api/games/chess/print"), "no_game")
    anna.refused(anna.http.get("/api/tables/nothing/print"), "no_table")
    anna.refused(anna.http.get(f"/api/tables/{anna.opens('torris', 'mm')}/print"), "no_print")
    endless = find("safehouse").kit | {"safehouse": 10**8, "lead": 10**8 - 24}  # type: ignore[operator]
    table = anna.opens("safehouse", "m", kit=endless)
    for language, why in (
        ("en", "safehouse: a printed track has room for 100 fields"),
        ("de", "safehouse: Auf eine gedruckte Strecke passen 100"),
    ):
        refused = anna.refused(anna.http.get(f"/api/tables/{table}/print?language={language}"), "bad_kit")
        assert refused["detail"].startswith(why)


def test_the_shelf_says_what_can_be_printed(server: Server) -> None:
    games = server.person("Anna").get("/api/games")["games"]
    assert {game["id"] for game in games if game["has_print"]} == {"museum", "safehouse"}
