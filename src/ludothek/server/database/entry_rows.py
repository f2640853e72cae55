"""How an entry is stored: common fields in columns of their own, the rest in `text` and `note`."""

import hashlib
from collections.abc import Mapping
from typing import Any, get_args

from ludothek.house.table import entries as kinds
from ludothek.house.table.entries import AnyEntry, AtSeat, Entry

COLUMNS = (
    "table_id",
    "number",
    "kind",
    "seat",
    "text",
    "note",
    "person",
    "client",
    "at",
)  # of a row, in this order
TEXT: dict[type[Entry], str] = {  # the field that is stored in `text`
    kinds.Joined: "name",
    kinds.BotSeated: "level",
    kinds.Chosen: "move",
    kinds.Moved: "move",
    kinds.Said: "text",
    kinds.Continued: "table",
    kinds.HelpChanged: "help",
    kinds.RulesChanged: "version",
    kinds.Started: "begins",
}
NOTE: dict[type[Entry], str] = {  # and the one in `note`, which is never shown
    kinds.Joined: "token",
    kinds.BotSeated: "name",
    kinds.Said: "form",
    kinds.Started: "contributions",
}
KINDS: dict[str, type[Entry]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEntry)}


def text_of(entry: AnyEntry) -> str:
    """Return the content of an entry's column `text`."""
    kind = type(entry)
    return str(getattr(entry, TEXT[kind])) if kind in TEXT else ""


def row(table: str, number: int, entry: AnyEntry) -> tuple[Any, ...]:
    kind = type(entry)
    text = text_of(entry)
    note = getattr(entry, NOTE[kind]) if kind in NOTE else ""
    if isinstance(entry, kinds.Joined) and entry.contribution:
        note = f"{note} {entry.contribution}"
    seat = entry.seat if isinstance(entry, AtSeat) else None
    return table, number, entry.kind, seat, text, note, entry.person, entry.client, entry.at


def entry(row: Mapping[Any, Any]) -> AnyEntry:
    kind = KINDS[row["kind"]]
    fields = {"at": row["at"], "person": row["person"], "client": row["client"]}
    if issubclass(kind, AtSeat):
        fields["seat"] = row["seat"]
    if kind in TEXT:
        fields[TEXT[kind]] = int(row["text"]) if kind is kinds.RulesChanged else row["text"]
    if kind in NOTE:
        fields[NOTE[kind]] = row["note"]
    if kind is kinds.Joined:
        fields["token"], _, fields["contribution"] = row["note"].partition(" ")
    made: AnyEntry = kind(**fields)  # type: ignore[assignment]
    return made


def notice_id(table: str, person: str, question: int, kind: str, channel: str) -> str:
    """Derive a notice's id from its content, so that every process computes the same id."""
    return hashlib.sha256(f"{table} {person} {question} {kind} {channel}".encode()).hexdigest()[:32]
