"""The kit of Safehouse: checks of the figures, and their conversion to the record for the rules."""

from itertools import pairwise
from typing import Any, Literal

from ludothek.core import BadKit, Phrase
from ludothek.core.kits import check_group, check_list, check_printed, check_whole, shown
from ludothek.games.safehouse.notation import COLOUR_LETTERS
from ludothek.games.safehouse.rules import NO_FIELD, PURSUER, ROWS, WIDTH, Kit

KEYS = ("faces", "joker_faces", "safehouse", "lead", "rows", "sheets", "chameleons")
SHEETS = ("S", "A", "F", "E")
KINDS: tuple[Literal["equal", "rising", "climbing"], ...] = ("equal", "rising", *("climbing",) * 6)
WITH_6 = (5, 6, 7)  # the rows with a printed 6
LARGEST = 100_000_000  # the length of a track, and the number of chameleons
LARGEST_FACE = 8_000  # the sum of four dice still fits into a field of the sheet


def check(figures: dict[str, Any]) -> None:
    check_group("", figures, KEYS)
    for key in ("faces", "joker_faces"):
        for face in check_list(key, figures[key], 6):
            if face != "X" and (type(face) is not int or not 1 <= face <= LARGEST_FACE):
                raise BadKit(key, Phrase("refusals.face", most=LARGEST_FACE, found=shown(face)))
    safehouse = check_whole("safehouse", figures["safehouse"], 2, LARGEST)
    lead = check_whole("lead", figures["lead"], 1, safehouse - 1)
    _check_rows(check_list("rows", figures["rows"], ROWS), safehouse - lead)
    _check_sheets(figures["sheets"])
    for count in check_list("chameleons", figures["chameleons"], 4):
        check_whole("chameleons", count, 0, LARGEST)


def fill(kit: Kit, figures: dict[str, Any], seats: int) -> None:
    kit.safehouse = figures["safehouse"]
    kit.lead = figures["lead"]
    kit.chameleons = figures["chameleons"][seats - 1]
    for joker, key in enumerate(("faces", "joker_faces")):
        faces = [PURSUER if face == "X" else face for face in figures[key]]
        kit.sides[joker] = faces
        for k, face in enumerate(dict.fromkeys(faces)):
            kit.faces[joker][k] = face
            kit.face_weights[joker][k] = faces.count(face)
            kit.kinds[joker] = k + 1
    for row, fields in enumerate(figures["sheets"]["S"]):
        kit.rewards[row] = figures["rows"][row]["reward"]
        kit.printed[row] = fields.find("6")
        kit.fields[row] = len(fields) - fields.count("6")
    for seat, name in enumerate(SHEETS):
        _fill_sheet(kit, seat, figures["sheets"][name])


def _fill_sheet(kit: Kit, seat: int, sheet: list[str]) -> None:
    coloured = sorted(
        (COLOUR_LETTERS.index(letter), WIDTH * row + field)
        for row, fields in enumerate(sheet)
        for field, letter in enumerate(fields)
        if letter != "6"
    )
    kit.colour[seat] = [NO_FIELD] * len(kit.colour[seat])
    for k, (colour, place) in enumerate(coloured):
        kit.places[seat][k] = place
        kit.colour[seat][place] = colour
    kit.first[seat] = first = [
        sum(other < colour for other, _ in coloured) for colour in range(len(COLOUR_LETTERS) + 1)
    ]
    kit.wide[seat] = max(after - before for before, after in pairwise(first))


def _check_rows(rows: list[Any], way: int) -> None:
    total = 0
    for number, (row, kind) in enumerate(zip(rows, KINDS, strict=True), 1):
        check_group(f"rows.{number}", row, ("kind", "reward"))
        check_printed(f"rows.{number}.kind", row["kind"], kind)
        total += check_whole(f"rows.{number}.reward", row["reward"], 2, 6)
    if total < way:
        raise BadKit("rows", Phrase("refusals.rewards", way=way, found=total))


def _check_sheets(sheets: Any) -> None:
    check_group("sheets", sheets, SHEETS)
    for name in SHEETS:
        rows = check_list(f"sheets.{name}", sheets[name], ROWS)
        for row, fields in enumerate(rows):
            if reason := _wrong_with(fields, sheets["S"][row], row in WITH_6):
                raise BadKit(f"sheets.{name}", Phrase(reason, row=row + 1, found=shown(fields)))


def _wrong_with(fields: Any, on_sheet_s: str, with_6: bool) -> str | None:
    if not isinstance(fields, str) or set(fields) - {*COLOUR_LETTERS, "6"}:
        return "refusals.letters"
    if fields.count("6") != with_6:
        return "refusals.no_6" if with_6 else "refusals.a_6"
    if not 3 <= len(fields) - with_6 <= 6:
        return "refusals.coloured"
    if len(fields) != len(on_sheet_s):
        return "refusals.length"
    return None if fields.find("6") == on_sheet_s.find("6") else "refusals.place_of_6"
