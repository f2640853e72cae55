"""The kit of Safehouse: which figures are accepted, and how they become the record that the rules read."""

from typing import Any

from ludothek.core import BadKit
from ludothek.games.safehouse.notation import COLOUR_LETTERS
from ludothek.games.safehouse.rules import NO_FIELD, PURSUER, ROWS, WIDTH, Kit

KEYS = ("faces", "joker_faces", "safehouse", "lead", "rows", "sheets", "chameleons")
SHEETS = ("S", "A", "F", "E")
KINDS = ("equal", "rising") + ("climbing",) * 6
WITH_6 = (5, 6, 7)  # the rows with a printed 6
LARGEST = 100_000_000  # four such faces still fit into a field of the state


def check(figures: dict[str, Any]) -> None:
    _keys("", figures, KEYS)
    for key in ("faces", "joker_faces"):
        for face in _list(key, figures[key], 6, "faces"):
            if face != "X":
                _whole(key, face, 'a face must be "X" or', 1)
    safehouse = _whole("safehouse", figures["safehouse"], "must be", 2)
    lead = _whole("lead", figures["lead"], "must be", 1, safehouse - 1)
    _check_rows(_list("rows", figures["rows"], ROWS, "rows"), safehouse - lead)
    _check_sheets(figures["sheets"])
    for count in _list("chameleons", figures["chameleons"], 4, "counts, for one to four seats"):
        _whole("chameleons", count, "a count must be", 0)


def fill(kit: Kit, figures: dict[str, Any], seats: int) -> None:
    kit.safehouse = figures["safehouse"]
    kit.lead = figures["lead"]
    kit.chameleons = figures["chameleons"][seats - 1]
    for joker, key in enumerate(("faces", "joker_faces")):
        faces = [PURSUER if face == "X" else face for face in figures[key]]
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
    kit.first[seat] = [sum(other < colour for other, _ in coloured) for colour in range(len(COLOUR_LETTERS) + 1)]


def _check_rows(rows: list[Any], way: int) -> None:
    total = 0
    for number, (row, kind) in enumerate(zip(rows, KINDS, strict=True), 1):
        _keys("rows: ", row, ("kind", "reward"))
        if row["kind"] != kind:
            raise BadKit(f"rows: row {number} must be of the kind {kind!r}, not {row['kind']!r}")
        total += _whole("rows", row["reward"], f"the reward of row {number} must be", 2, 6)
    if total < way:
        raise BadKit(f"rows: the rewards must add up to at least the {way} steps from the lead to the safehouse, not {total}")


def _check_sheets(sheets: Any) -> None:
    _keys("sheets: ", sheets, SHEETS)
    for name in SHEETS:
        rows = _list("sheets", sheets[name], ROWS, f"rows on sheet {name}")
        for row, fields in enumerate(rows):
            _check_fields(f"row {row + 1} of sheet {name}", fields, row in WITH_6)
        if [(len(fields), fields.find("6")) for fields in rows] != [(len(fields), fields.find("6")) for fields in sheets["S"]]:
            raise BadKit(
                f"sheets: sheet {name} must have the shape of sheet S, rows of equal length with the 6 in the same place, not {rows!r}"
            )


def _check_fields(where: str, fields: Any, with_6: bool) -> None:
    if not isinstance(fields, str) or set(fields) - set(COLOUR_LETTERS + "6"):
        raise BadKit(f"sheets: {where} must be a text of the letters Y G R B and the printed 6, not {fields!r}")
    if fields.count("6") != with_6:
        raise BadKit(f"sheets: {where} must have {'one printed 6' if with_6 else 'no printed 6'}, not {fields!r}")
    if not 3 <= len(fields) - with_6 <= 6:
        raise BadKit(f"sheets: {where} must have three to six coloured fields, not {fields!r}")


def _keys(where: str, found: Any, wanted: tuple[str, ...]) -> None:
    if not isinstance(found, dict):
        raise BadKit(f"{where}expected an object with the keys {', '.join(wanted)}, not {found!r}")
    for key in wanted:
        if key not in found:
            raise BadKit(f"{where}{key}: missing; the keys are {', '.join(wanted)}")
    for key in found:
        if key not in wanted:
            raise BadKit(f"{where}{key}: unknown; the keys are {', '.join(wanted)}")


def _list(key: str, value: Any, length: int, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadKit(f"{key}: must be a list of {length} {what}, not {value!r}")
    if len(value) != length:
        raise BadKit(f"{key}: must have {length} {what}, not {len(value)}")
    return value


def _whole(key: str, value: Any, what: str, low: int, high: int = LARGEST) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadKit(f"{key}: {what} a whole number from {low} to {high}, not {value!r}")
    return value
