"""Types of notices: messages to absent people when it is their turn."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as

Minute = Annotated[int, msgspec.Meta(ge=0, le=1439, description="of the day")]


class ChannelShape(msgspec.Struct):
    """A channel through which a person gets notices."""

    id: str
    kind: Annotated[str, known_as('"push" | "mail" | "hook"', "push, mail or hook")]
    address: str
    here: bool  # it is the browser that sends the request
    confirmed: bool
    trouble: str | None  # the last error, in words
    stopped: bool  # disabled after repeated errors


class NoticeSettings(msgspec.Struct):
    """When and through which channels a person gets notices."""

    on: bool
    quiet_from: int
    quiet_to: int  # equal to quiet_from: no quiet hours
    zone: str
    ways: list[ChannelShape]
    push_key: str
    mail: bool  # whether this server can send mail


class NoticeSettingsRequest(msgspec.Struct, forbid_unknown_fields=True):
    on: bool
    quiet_from: Minute = 0
    quiet_to: Minute = 0
    zone: Annotated[str, msgspec.Meta(max_length=64)] = "UTC"


class PushRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The push subscription of a browser."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=300)]


class WebHookRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=1000)]
    form: Annotated[str, known_as('"json" | "ntfy"', "json or ntfy")] = "json"


class TableNotices(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a person gets notices about a table."""

    on: bool


class ConfirmRequest(msgspec.Struct, forbid_unknown_fields=True):
    token: str


class NoticesStopped(msgspec.Struct):
    table: str  # without notices from now on; empty: the whole channel ended
