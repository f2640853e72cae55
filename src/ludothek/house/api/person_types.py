"""Who somebody is, and what is kept of them."""

import msgspec

from ludothek.house.api.challenge_types import TryShape
from ludothek.house.api.device_types import DeviceShape, PasskeyShape
from ludothek.house.api.notice_types import NoticeSettings
from ludothek.house.api.value_types import KeptPages, Phase


class Me(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    known: bool = False  # by more than this cookie: on other devices, or by a phrase
    signed_out: bool = False  # whoever was here before has signed this device out


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class RememberPagesRequest(msgspec.Struct, forbid_unknown_fields=True):
    kept: KeptPages


class PersonalEntry(msgspec.Struct):
    """Something that a person did at a table."""

    at: str
    kind: str  # as of an event, or choice
    seat: int | None
    text: str  # a move, a name, a message


class PersonalTable(msgspec.Struct):
    id: str
    game: str
    title: str
    name: str
    phase: Phase
    created: str
    entries: list[PersonalEntry]


class PersonalData(msgspec.Struct):
    """All that is kept of a person."""

    id: str
    name: str
    tables: list[PersonalTable]
    devices: list[DeviceShape]
    passkeys: list[PasskeyShape]
    phrase: bool  # there is one; of it only a hash is kept
    pages: KeptPages
    calls: NoticeSettings
    challenges: list[TryShape]  # their counted tries
    rated: bool  # whether they want to be
    chat_days: int  # after which what they typed is erased; 0: never
    unfinished_days: int  # after which a table that was not finished is removed; 0: never
