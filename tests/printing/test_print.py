"""Print: the right pages, every figure of the kit, both languages; what fits on no sheet is refused."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from ludothek.core import BadKit
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import LANGUAGES
from ludothek.printing import CannotPrint, can_print, render_pdf
from ludothek.printing.parts import capital

PAGES = {"safehouse": ["portrait"] * 6, "museum": ["landscape"] * 2 + ["portrait"] * 3}
PRINTABLE = [game_id for game_id in game_ids() if can_print(find(game_id))]


def pages(game_id: str, kit: dict[str, Any] | None = None, language: str = "en") -> list[list[str]]:
    """The words on each page, line by line."""
    pdf = PdfReader(BytesIO(render_pdf(find(game_id), kit, language)))
    return [[line.strip() for line in page.extract_text().splitlines()] for page in pdf.pages]


def shipped(game_id: str, **changed: Any) -> dict[str, Any]:
    kit = find(game_id).kit
    assert kit is not None
    return kit | changed


def test_these_games_can_be_printed() -> None:
    assert set(PRINTABLE) == PAGES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", PRINTABLE)
def test_every_page_is_a4_in_the_language_asked_for(game_id: str, language: str) -> None:
    pdf = PdfReader(BytesIO(render_pdf(find(game_id), None, language)))
    sizes = [(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in pdf.pages]
    assert sizes == [(595, 842) if way == "portrait" else (842, 595) for way in PAGES[game_id]]
    assert pdf.metadata is not None
    assert pdf.metadata.title == find(game_id).texts[language]["title"]
    words = "\n".join(page.extract_text() for page in pdf.pages)
    assert find(game_id).texts[language]["print.cut_out"] in words
    assert "■" not in words  # the mark of a letter that the type does not have


@pytest.mark.parametrize("game_id", PRINTABLE)
def test_the_same_kit_makes_the_same_file(game_id: str) -> None:
    assert render_pdf(find(game_id), None, "de") == render_pdf(find(game_id), None, "de")


def test_the_sheets_show_rows_rewards_and_chameleons() -> None:
    rows = [
        {"kind": kind, "reward": reward}
        for kind, reward in zip(["equal", "rising", *["climbing"] * 6], [2, 3, 4, 5, 6, 2, 3, 4], strict=True)
    ]
    found = pages("safehouse", shipped("safehouse", rows=rows, chameleons=[0, 2, 4, 5]))
    for sheet, lines in zip("SAFE", found, strict=False):
        assert f"Sheet {sheet}" in lines
        assert [line for line in lines if line.startswith("+")] == [
            "+2",
            "+3",
            "+4",
            "+5",
            "+6",
            "+2",
            "+3",
            "+4",
        ]
        assert lines.count("6") == 3 + 1  # the printed ones, and the number of the row
        chameleons = lines.index("chameleons")
        assert lines[chameleons + 1 : chameleons + 5] == ["0", "2", "4", "5"]


def test_a_field_is_drawn_in_its_colour() -> None:
    """The same shapes in other colours: the words are the same, the drawings are not."""
    sheets = shipped("safehouse")["sheets"]
    swapped = shipped("safehouse", sheets=sheets | {"S": ["RGY", *sheets["S"][1:]]})
    assert pages("safehouse", swapped) == pages("safehouse")
    drawn, redrawn = (
        [
            page.get_contents().get_data()  # type: ignore[union-attr]
            for page in PdfReader(BytesIO(render_pdf(find("safehouse"), kit, "en"))).pages
        ]
        for kit in (None, swapped)
    )
    assert [k for k, (one, other) in enumerate(zip(drawn, redrawn, strict=True)) if one != other] == [0]


def test_the_track_has_every_field() -> None:
    for kit, last in ((None, 40), (shipped("safehouse", safehouse=60, lead=40), 60)):
        track = pages("safehouse", kit)[4]
        assert [line for line in track if line.isdecimal()] == [str(field) for field in range(1, last + 1)]


def test_the_dice_have_the_faces_of_the_kit() -> None:
    dice = pages(
        "safehouse", shipped("safehouse", faces=[1, 1, 2, 8, "X", "X"], joker_faces=[7, 7, 7, 7, 7, "X"])
    )[5]
    counts = {face: dice.count(face) for face in ("1", "2", "8", "7", "X")}
    assert counts == {"1": 16, "2": 8, "8": 8, "7": 10, "X": 18}


def test_the_path_has_every_field() -> None:
    for changed in (
        {},
        {"purple_fields": 0, "red_fields": 2, "ida_behind": 2},
        {"purple_fields": 12, "red_fields": 9, "ida_behind": 3},
    ):
        kit = shipped("museum", **changed)
        path = pages("museum", kit)[0]
        before = max(kit["red_fields"], kit["ida_behind"])
        assert [line for line in path if line.startswith("–")] == [
            f"–{field}" for field in range(before, 0, -1)
        ]
        fields = [int(line) for line in path if line.isdecimal()]
        assert fields == [*range(1, kit["purple_fields"] + 1), *range(1, 12)]


def test_the_strips_have_their_numbers() -> None:
    strips = {
        "fox": [2, 4],
        "torch": [1, 1, 8],
        "shoe": [3, 5, 7, 9, 11],
        "cap": [1, 2, 3, 5, 8, 13, 21],
        "ida": [6, 6],
    }
    page = pages("museum", shipped("museum", strips=strips))[1]
    symbols = find("museum").texts["en"]
    for symbol, numbers in strips.items():
        start = page.index(capital(symbols[f"words.symbols.{symbol}"])) + 2
        assert page[start : start + len(numbers)] == [str(number) for number in numbers]


def test_there_are_as_many_cards_as_the_kit_says() -> None:
    counts = dict.fromkeys(shipped("museum")["cards"], 0) | {"steps3": 12, "light2": 8}
    cards = "\n".join(pages("museum", shipped("museum", cards=counts))[2])
    assert cards.count("Three steps") == 12
    assert cards.count("Light two tiles") == 8
    assert "guard" not in cards.lower()


def test_the_museums_dice_have_the_faces_of_the_kit() -> None:
    dice = pages(
        "museum",
        shipped(
            "museum",
            blue_die=["cap", "cap", "cap", "shoe", "ida", "ida"],
            white_die=["cap", "shoe", "ida", *["dino"] * 3],
        ),
    )[4]
    assert {face: dice.count(face) for face in ("cap", "shoe", "Ida", "dino", "fox")} == {
        "cap": 19,
        "shoe": 7,
        "Ida": 13,
        "dino": 3,
        "fox": 0,
    }


@pytest.mark.parametrize(
    ("game_id", "changed", "said"),
    [
        (
            "safehouse",
            {"safehouse": 101, "lead": 80},
            "safehouse: a printed track has room for 100 fields, not 101",
        ),
        ("safehouse", {"chameleons": [1, 1, 2, 7]}, "chameleons: a printed sheet has room for 6, not 7"),
        (
            "museum",
            {"purple_fields": 9999},
            "purple_fields: a printed path has room for 60 fields, not 10020",
        ),
        ("museum", {"ida_behind": 9999}, "ida_behind: a printed path has room for 60 fields"),
        ("museum", {"tiles": 12}, "tiles: expected 11"),
    ],
)
def test_a_kit_that_is_bad_or_too_large_for_paper_is_refused(
    game_id: str, changed: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadKit, match=said) as refused:
        render_pdf(find(game_id), shipped(game_id, **changed), "en")
    assert "nicht" in refused.value.said("de")


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id not in PRINTABLE])
def test_a_game_without_pages_says_so(game_id: str) -> None:
    with pytest.raises(CannotPrint, match=f"{game_id} cannot be printed; these can: museum, safehouse"):
        render_pdf(find(game_id), None, "en")


# The command


def run(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "ludothek", "print", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, env=os.environ | {"LUDOTHEK_LANG": "en"}
    )


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    assert run("safehouse", folder=tmp_path).stdout == b"safehouse.pdf\n"
    assert (tmp_path / "safehouse.pdf").read_bytes() == render_pdf(find("safehouse"), None, "en")
    done = run("museum", "--language", "de", "--out", "spiel.pdf", folder=tmp_path)
    assert done.stdout == b"spiel.pdf\n"
    assert (tmp_path / "spiel.pdf").read_bytes() == render_pdf(find("museum"), None, "de")


def test_the_command_takes_a_kit_file(tmp_path: Path) -> None:
    source = find("safehouse").kit_source
    assert source is not None
    (tmp_path / "own.toml").write_text(source.replace("lead = 16", "lead = 18"), "utf-8")
    done = run("safehouse", "--kit", "own.toml", "--out", "-", folder=tmp_path)
    assert done.stdout == render_pdf(find("safehouse"), shipped("safehouse", lead=18), "en")
    assert not list(tmp_path.glob("*.pdf"))


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("safehouse = 40\n")
    (tmp_path / "no.toml").write_bytes(b"# M\xe4rz\nsafehouse\n")
    for arguments, said in (
        (["torris"], "ludothek: torris cannot be printed; these can: museum, safehouse"),
        (["chess"], "ludothek: there is no game 'chess'"),
        (["safehouse", "--kit", "bad.toml"], "ludothek: faces: missing"),
        (["safehouse", "--kit", "bad.toml", "--lang", "de"], "ludothek: faces: Das fehlt."),
        (
            ["safehouse", "--kit", "no.toml", "--lang", "de"],
            "ludothek: no.toml: Diese Datei lässt sich nicht als TOML lesen: In Zeile 2",
        ),
        (["safehouse", "--kit", "none.toml"], "none.toml cannot be read"),
        (
            ["safehouse", "--out", "no/such/folder.pdf"],
            "no/such/folder.pdf cannot be written: No such file or directory",
        ),
        (["safehouse", "--lang", "fr"], "'fr' is not one of de, en"),
    ):
        done = run(*arguments, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert said in " ".join(done.stderr.decode().replace("│", " ").split())
