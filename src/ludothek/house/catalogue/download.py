"""Something that is handed out to be saved."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Download:
    name: str
    kind: str
    content: bytes
