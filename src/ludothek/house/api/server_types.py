"""Types of the server: its health, and access from the home network."""

import msgspec


class LanAccessShape(msgspec.Struct):
    """The addresses of this server; on its own machine also those at which it could be opened."""

    addresses: list[str]
    candidates: list[str]
    may_open: bool


class LanAccessRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: str


class Health(msgspec.Struct):
    ok: bool
    version: str
    database: str
    tables: int
    connections: int
