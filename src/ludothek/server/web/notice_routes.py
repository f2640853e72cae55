"""Routes: notices to people who are away, by web push, mail or web hook; when, and for which tables."""

from typing import Annotated

import msgspec

from ludothek.house.api.notice_types import (
    ChannelShape,
    ConfirmRequest,
    MailRequest,
    NoticeSettings,
    NoticeSettingsRequest,
    NoticesStopped,
    PushRequest,
    TableNotices,
    WebHookRequest,
)
from ludothek.house.api.routes import RouteTable
from ludothek.house.api.value_types import TableId
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.server.notices import mail, web_hooks
from ludothek.server.notices.channels import Channel, NoticePreferences
from ludothek.server.notices.delivery import FORMS
from ludothek.server.notices.notice_texts import TEXTS, NoticeText
from ludothek.server.notices.outcomes import Outcome
from ludothek.server.notices.quiet_hours import QuietHours
from ludothek.server.notices.web_push import Subscription
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.server_call import ServerCall

CONFIRM, DAY = "mail", 24 * 60  # the kind of a one-time pass, and the minutes for which it is valid
WayId = Annotated[str, msgspec.Meta(description="as the list of ways names it", max_length=64)]
routes = RouteTable()


@routes.declare("GET", "/api/me/calls", summary="How I am called when it is my turn and I am away")
async def my_calls(call: ServerCall) -> NoticeSettings:
    return await notice_settings(call.house, call.known_person, call.language)


@routes.declare("PUT", "/api/me/calls", summary="Whether I want to be called at all, and my quiet hours")
async def wish(call: ServerCall, body: NoticeSettingsRequest) -> NoticeSettings:
    house, person = call.house, call.known_person
    house.keys_from.use(call.household)  # the preference is stored, and one client may create many people
    quiet = (
        None if body.quiet_from == body.quiet_to else QuietHours(body.quiet_from, body.quiet_to, body.zone)
    )
    await house.calling.channels.wish(person.id, NoticePreferences(body.on, quiet))
    return await notice_settings(house, person, call.language)


@routes.declare("POST", "/api/me/calls/push", status=201, summary="Call me by this browser")
async def add_push(call: ServerCall, body: PushRequest) -> NoticeSettings:
    Subscription.read(body.endpoint, body.p256dh, body.auth)
    return await _add_channel(call, "push", body.endpoint, {"p256dh": body.p256dh, "auth": body.auth})


@routes.declare(
    "POST", "/api/me/calls/hook", status=201, summary="Call me by a web hook: ntfy, Matrix, Home Assistant"
)
async def add_hook(call: ServerCall, body: WebHookRequest) -> NoticeSettings:
    if body.form not in FORMS:
        raise Refused("bad_option", f"there is no form {body.form!r}; there are: {', '.join(FORMS)}")
    return await _add_channel(call, "hook", body.address, {"form": body.form, "origin": call.origin})


@routes.declare(
    "POST",
    "/api/me/calls/mail",
    status=201,
    summary="Call me by mail, once I have opened the link that comes with the first",
)
async def add_mail(call: ServerCall, body: MailRequest) -> NoticeSettings:
    house, person, language = call.house, call.known_person, call.language
    if not house.calling.sending.mailing.is_there:
        raise Refused("no_mail")
    address = mail.checked(body.address)
    for whose in (person.id, call.household, f"to {address.lower()}"):
        house.mails_of.use(whose)
    house.mails.use("")
    made = await house.calling.channels.add(person.id, "mail", address, {}, language, confirmed=False)
    if not made.confirmed:
        token, _ = await house.passes.make(CONFIRM, person.id, now(), DAY, made.id)
        try:
            await house.calling.sending.ask_to_confirm(address, language, token)
        except Outcome:
            await house.calling.channels.remove(made)
            raise Refused("mail_down") from None
    return await notice_settings(house, person, language)


@routes.declare("DELETE", "/api/me/calls/{way}", summary="Call me on this way no longer")
async def remove_way(call: ServerCall, way: WayId) -> NoticeSettings:
    house, person = call.house, call.known_person
    await house.calling.channels.remove(await _own_channel(house, person, way))
    return await notice_settings(house, person, call.language)


@routes.declare("POST", "/api/me/calls/{way}/try", summary="Call me on this way now, to see whether it works")
async def try_way(call: ServerCall, way: WayId) -> NoticeSettings:
    house, person, language = call.house, call.known_person, call.language
    channel = await _own_channel(house, person, way)
    if not channel.confirmed:
        raise Refused("not_confirmed")
    house.keys.use(person.id)
    house.keys_from.use(call.household)
    texts, stops = TEXTS[channel.language], (house.calling.stop_pass(channel.id), "")
    try:
        said = NoticeText(texts["titles.trial"], [texts["lines.trial"]], "")
        await house.calling.sending.send(channel, said, f"trial{now()}", stops)
    except Outcome as outcome:
        await house.calling.channels.went(channel, "refused")
        raise Refused("call_failed", str(outcome)) from None
    await house.calling.channels.went(channel)
    return await notice_settings(house, person, language)


@routes.declare("GET", "/api/me/tables/{table}/calls", summary="Whether I am called for a table")
async def table_calls(call: ServerCall, table: TableId) -> TableNotices:
    return TableNotices(table not in await call.house.calling.channels.hushed_of(call.known_person.id))


@routes.declare("PUT", "/api/me/tables/{table}/calls", summary="Whether I want to be called for a table")
async def call_for_table(call: ServerCall, table: TableId, body: TableNotices) -> TableNotices:
    house, person = call.house, call.known_person
    house.keys_from.use(call.household)
    await house.table(table)  # refuses unknown tables
    await house.calling.channels.hush(person.id, table, on=body.on)
    return body


@routes.declare(
    "POST", "/api/calls/confirm", limit="joins_from", summary="It is my address: from a link in a mail"
)
async def confirm(call: ServerCall, body: ConfirmRequest) -> NoticesStopped:
    house = call.house
    found = await house.passes.use(CONFIRM, body.token, now())
    await house.calling.channels.confirm(found.about)
    return NoticesStopped("")


@routes.declare(
    "POST",
    "/api/calls/stop",
    limit="requests",
    summary="Call nobody on a way, or for a table, any longer: from a link in a mail",
)
async def stop(call: ServerCall, pass_: Annotated[str, msgspec.Meta(max_length=200)]) -> NoticesStopped:
    """End notices as RFC 8058 requires: without a cookie, and ignoring the body."""
    return NoticesStopped(await call.house.calling.end_by(pass_))


async def _add_channel(call: ServerCall, kind: str, address: str, details: dict[str, str]) -> NoticeSettings:
    house, person, language = call.house, call.known_person, call.language
    house.keys.use(person.id)
    house.keys_from.use(call.household)
    web_hooks.place(address, house.settings.call_hosts)  # refuses forbidden addresses
    await house.calling.channels.add(
        person.id,
        kind,
        address,
        details,
        language,
        confirmed=True,
        device=person.device if kind == "push" else "",
    )
    return await notice_settings(house, person, language)


async def _own_channel(house: ServerHouse, person: Person, way: str) -> Channel:
    """Return a channel of this person; any other is refused."""
    channel = await house.calling.channels.get(way)
    if channel is None or channel.person != person.id:
        raise Refused("no_way")
    return channel


async def notice_settings(house: ServerHouse, person: Person, language: str) -> NoticeSettings:
    """Return when and through which channels a person gets notices."""
    wishes, calling = await house.calling.channels.wishes(person.id), house.calling
    ways = [
        ChannelShape(
            one.id,
            one.kind,
            one.address,
            one.device == person.device and one.kind == "push",
            one.confirmed,
            TEXTS[language][f"troubles.{one.trouble}"] if one.trouble else None,
            one.confirmed and not one.is_used,
        )
        for one in await calling.channels.of(person.id)
    ]
    hours = (wishes.quiet.begins, wishes.quiet.ends, wishes.quiet.zone) if wishes.quiet else (0, 0, "UTC")
    return NoticeSettings(
        wishes.on, *hours, ways, calling.sending.vapid.public, calling.sending.mailing.is_there
    )
