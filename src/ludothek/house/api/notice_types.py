"""How somebody is called who is away while it is their turn."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as

Minute = Annotated[int, msgspec.Meta(ge=0, le=1439, description="of the day")]


class ChannelShape(msgspec.Struct):
    """A way on which somebody wants to be called."""

    id: str
    kind: Annotated[str, known_as('"push" | "mail" | "hook"', "push, mail or hook")]
    address: str
    here: bool  # it is the browser that asks
    confirmed: bool
    trouble: str | None  # what went wrong, in words
    stopped: bool  # it went wrong so often that it is not used any more


class NoticeSettings(msgspec.Struct):
    """How and when somebody is called who is away while it is their turn."""

    on: bool
    quiet_from: int
    quiet_to: int  # the same: no quiet hours
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
    """What a browser's subscription holds."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=300)]


class WebHookRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=1000)]
    form: Annotated[str, known_as('"json" | "ntfy"', "json or ntfy")] = "json"


class TableNotices(msgspec.Struct, forbid_unknown_fields=True):
    """Whether somebody wants to be called for a table."""

    on: bool


class ConfirmRequest(msgspec.Struct, forbid_unknown_fields=True):
    token: str


class NoticesStopped(msgspec.Struct):
    table: str  # for which nobody is called any more; nothing: on that way altogether
