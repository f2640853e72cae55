"""The house itself: whether it is well, and where others get in."""

import msgspec


class LanAccessShape(msgspec.Struct):
    """Where others can reach this server; and to somebody at its own machine, where they could be let in."""

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
