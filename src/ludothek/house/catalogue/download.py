"""A file for download."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Download:
    name: str
    kind: str
    content: bytes
