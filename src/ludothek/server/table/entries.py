"""What a table is (`Facts`), and every change of it (`Entry`): all that has to be kept of it."""

from typing import Any

import msgspec


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table. The seed stays secret until the game is over."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    kit: dict[str, Any] | None
    pace: dict[str, Any]
    name: str
    companion: bool
    public: bool
    child_safe: bool
    clock: bool
    creator: str
    seed: str
    created: int
    hints: bool = False
    beginning: list[tuple[int | str, str]] = []  # the moves of a record that the game goes on from


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One change. What `text` and `note` hold depends on the kind, see `sitting`."""

    kind: str
    seat: int | None = None
    text: str = ""
    note: str = ""
    person: str | None = None
    client: str | None = None
    at: int = 0
