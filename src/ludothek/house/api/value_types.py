"""Types of values that several structs share; in TypeScript some are narrower."""

from typing import Annotated, Any

import msgspec


def known_as(name: str, values: str | None = None) -> msgspec.Meta:
    """Give a value its TypeScript type: a name in web/src/api/types.ts, or an expression."""
    return msgspec.Meta(extra={"typescript": name}, description=values)


SeatLabel = Annotated[int | str, known_as("SeatLabel", "a seat's number, or chance")]
SeatKind = Annotated[str, known_as('"person" | "bot" | "open"', "person, bot or open")]
WishedKind = Annotated[str, known_as('"me" | "bot" | "open"', "me, bot or open")]
Phase = Annotated[str, known_as("Phase", "waiting, playing or over")]
Language = Annotated[str, known_as("Language", "de or en")]
Help = Annotated[str, known_as("Help", "silent, warn, advise or play_along")]
Contribution = Annotated[
    str,
    msgspec.Meta(
        min_length=64, max_length=64, pattern="^[0-9a-f]{64}$", description="32 random bytes, in hex"
    ),
]
Begins = Annotated[
    str, msgspec.Meta(pattern="^(lot|[0-7])?$", description="lot, the number of a seat, or nothing")
]
BeginsNext = Annotated[
    str,
    msgspec.Meta(pattern="^(lot|loser|[0-7])?$", description="lot, loser, the number of a seat, or nothing"),
]
BeginsBy = Annotated[str, known_as('"first" | "lot" | "youngest"', "first, lot or youngest")]
Curtain = Annotated[str, known_as("Curtain", "none, open or drawn")]
EventKind = Annotated[str, known_as("EventKind")]
Moves = list[tuple[SeatLabel, str]]  # of a record
View = Annotated[dict[str, Any], known_as("View")]
Kit = Annotated[dict[str, Any], known_as("Kit")]
Options = Annotated[dict[str, Any], known_as("Options")]
OptionsSchema = Annotated[dict[str, Any], known_as("OptionsSchema")]
Outcome = Annotated[dict[str, Any], known_as("Outcome")]
KeptPages = Annotated[dict[str, str], msgspec.Meta(description="stored values of the pages, by key")]
Credential = Annotated[dict[str, Any], msgspec.Meta(description="of a browser, in its JSON form")]
SeatOrNone = Annotated[str | None, msgspec.Meta(description="a seat's number, or none for a spectator")]
Since = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000, description="the last version already shown")]
TableId = Annotated[str, msgspec.Meta(description="a table's id")]
