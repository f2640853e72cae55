"""Types of the devices of a person, and of the ways to add another."""

from typing import Any

import msgspec

from ludothek.house.api.value_types import Credential, KeptPages


class DeviceShape(msgspec.Struct):
    id: str
    label: str  # its browser and system, if known
    made: str
    seen: str
    here: bool  # it is the one that sends the request


class PasskeyShape(msgspec.Struct):
    id: str
    label: str
    made: str


class DeviceList(msgspec.Struct):
    """The devices of a person, and the ways to add another."""

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
    """The person of a link, and what would happen to the person on this device."""

    name: str
    until: int
    leaving: str  # the name of the person on this device
    tables: int  # how many of their tables could be merged


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Become a person on this device too, by exactly one of link, phrase and passkey."""

    link: str | None = None
    phrase: str | None = None
    passkey: Credential | None = None
    bring: bool = True  # merge the tables of the person on this device


class JoinedAs(msgspec.Struct):
    id: str
    name: str
    kept: KeptPages
    brought: int  # number of merged tables
