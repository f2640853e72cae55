"""Types of a person, and of the data stored about them."""

import msgspec

from ludothek.house.api.challenge_types import TryShape
from ludothek.house.api.device_types import DeviceShape, PasskeyShape
from ludothek.house.api.notice_types import NoticeSettings
from ludothek.house.api.value_types import KeptPages, Phase


class Me(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    known: bool = False  # has other devices or a recovery phrase, not only this cookie
    signed_out: bool = False  # the previous person of this device has signed it out


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class RememberPagesRequest(msgspec.Struct, forbid_unknown_fields=True):
    kept: KeptPages


class PersonalEntry(msgspec.Struct):
    """An entry of a person in the journal of a table."""

    at: str
    kind: str  # as of an event, or "choice"
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
    """All data stored about a person."""

    id: str
    name: str
    tables: list[PersonalTable]
    devices: list[DeviceShape]
    passkeys: list[PasskeyShape]
    phrase: bool  # whether there is one; only its hash is stored
    pages: KeptPages
    calls: NoticeSettings
    challenges: list[TryShape]  # their counted tries
    rated: bool  # whether they opted in
    chat_days: int  # after which their chat messages are erased; 0: never
    unfinished_days: int  # after which an unfinished table is deleted; 0: never
