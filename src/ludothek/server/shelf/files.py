"""Something that is handed out to be saved."""

from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    name: str
    kind: str
    content: bytes
