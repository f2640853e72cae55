"""On which devices somebody is known, and how they come to another one."""

from typing import Any

import msgspec

from ludothek.house.api.value_types import Credential, KeptPages


class DeviceShape(msgspec.Struct):
    id: str
    label: str  # its browser and system, where they are known
    made: str
    seen: str
    here: bool  # it is the one that asks


class PasskeyShape(msgspec.Struct):
    id: str
    label: str
    made: str


class DeviceList(msgspec.Struct):
    """On which devices somebody is known, and on which ways they come to another one."""

    devices: list[DeviceShape]
    phrase: bool
    passkeys: list[PasskeyShape]


class JoinLink(msgspec.Struct):
    token: str
    until: int


class RecoveryPhrase(msgspec.Struct):
    phrase: str


class PasskeyOptions(msgspec.Struct):
    options: dict[str, Any]


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    credential: Credential


class JoinLinkRequest(msgspec.Struct, forbid_unknown_fields=True):
    link: str


class JoinPreview(msgspec.Struct):
    """Whose link it is, and what would become of who is on this device now."""

    name: str
    until: int
    leaving: str  # the name of who is here now
    tables: int  # of theirs that could come along


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """To be somebody on this device too: by one of the three."""

    link: str | None = None
    phrase: str | None = None
    passkey: Credential | None = None
    bring: bool = True  # the tables of who is here now


class JoinedAs(msgspec.Struct):
    id: str
    name: str
    kept: KeptPages
    brought: int  # tables
