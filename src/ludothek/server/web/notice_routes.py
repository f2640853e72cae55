"""How somebody is called who is away: by a browser, by mail, by a web hook; when, and for which tables not."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

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
from ludothek.server.web.http_requests import house_of, household_of, language_for, origin_of, someone
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language, TableId

CONFIRM, DAY = "mail", 24 * 60  # minutes in which an address is to be confirmed
WayId = Annotated[str, PathParameter(description="as the list of ways names it", max_length=64)]


@get("/me/calls", responses=TROUBLES, summary="How I am called when it is my turn and I am away")
async def my_calls(request: AnyRequest, language: Language = None) -> NoticeSettings:
    return await calls_of(house_of(request), someone(request), language_for(request))


@put("/me/calls", responses=TROUBLES, summary="Whether I want to be called at all, and my quiet hours")
async def wish(
    request: AnyRequest, data: JSONBody[NoticeSettingsRequest], language: Language = None
) -> NoticeSettings:
    house, person = house_of(request), someone(request)
    house.keys_from.use(household_of(request))  # it is kept, of however many people there are
    quiet = (
        None if data.quiet_from == data.quiet_to else QuietHours(data.quiet_from, data.quiet_to, data.zone)
    )
    await house.calling.channels.wish(person.id, NoticePreferences(data.on, quiet))
    return await calls_of(house, person, language_for(request))


@post("/me/calls/push", responses=TROUBLES, summary="Call me by this browser")
async def add_push(
    request: AnyRequest, data: JSONBody[PushRequest], language: Language = None
) -> NoticeSettings:
    Subscription.read(data.endpoint, data.p256dh, data.auth)
    return await _added(request, "push", data.endpoint, {"p256dh": data.p256dh, "auth": data.auth})


@post("/me/calls/hook", responses=TROUBLES, summary="Call me by a web hook: ntfy, Matrix, Home Assistant")
async def add_hook(
    request: AnyRequest, data: JSONBody[WebHookRequest], language: Language = None
) -> NoticeSettings:
    if data.form not in FORMS:
        raise Refused("bad_option", f"there is no form {data.form!r}; there are: {', '.join(FORMS)}")
    return await _added(request, "hook", data.address, {"form": data.form, "origin": origin_of(request)})


@post(
    "/me/calls/mail",
    responses=TROUBLES,
    summary="Call me by mail, once I have opened the link that comes with the first",
)
async def add_mail(
    request: AnyRequest, data: JSONBody[MailRequest], language: Language = None
) -> NoticeSettings:
    house, person, spoken = house_of(request), someone(request), language_for(request)
    if not house.calling.sending.mailing.is_there:
        raise Refused("no_mail")
    address = mail.checked(data.address)
    for whose in (person.id, household_of(request), f"to {address.lower()}"):
        house.mails_of.use(whose)
    house.mails.use("")
    made = await house.calling.channels.add(person.id, "mail", address, {}, spoken, confirmed=False)
    if not made.confirmed:
        token, _ = await house.passes.make(CONFIRM, person.id, now(), DAY, made.id)
        try:
            await house.calling.sending.ask_to_confirm(address, spoken, token)
        except Outcome:
            await house.calling.channels.remove(made)
            raise Refused("mail_down") from None
    return await calls_of(house, person, spoken)


@delete("/me/calls/{way:str}", responses=TROUBLES, status_code=200, summary="Call me on this way no longer")
async def remove_way(request: AnyRequest, way: WayId, language: Language = None) -> NoticeSettings:
    house, person = house_of(request), someone(request)
    await house.calling.channels.remove(await _mine(house, person, way))
    return await calls_of(house, person, language_for(request))


@post(
    "/me/calls/{way:str}/try",
    responses=TROUBLES,
    status_code=200,
    summary="Call me on this way now, to see whether it works",
)
async def try_way(request: AnyRequest, way: WayId, language: Language = None) -> NoticeSettings:
    house, person, spoken = house_of(request), someone(request), language_for(request)
    channel = await _mine(house, person, way)
    if not channel.confirmed:
        raise Refused("not_confirmed")
    house.keys.use(person.id)
    house.keys_from.use(household_of(request))
    texts, stops = TEXTS[channel.language], (house.calling.stop_pass(channel.id), "")
    try:
        said = NoticeText(texts["titles.trial"], [texts["lines.trial"]], "")
        await house.calling.sending.send(channel, said, f"trial{now()}", stops)
    except Outcome as outcome:
        await house.calling.channels.went(channel, "refused")
        raise Refused("call_failed", str(outcome)) from None
    await house.calling.channels.went(channel)
    return await calls_of(house, person, spoken)


@get("/me/tables/{table:str}/calls", responses=TROUBLES, summary="Whether I am called for a table")
async def table_calls(request: AnyRequest, table: TableId) -> TableNotices:
    return TableNotices(table not in await house_of(request).calling.channels.hushed_of(someone(request).id))


@put("/me/tables/{table:str}/calls", responses=TROUBLES, summary="Whether I want to be called for a table")
async def call_for_table(
    request: AnyRequest, table: TableId, data: JSONBody[TableNotices], language: Language = None
) -> TableNotices:
    house, person = house_of(request), someone(request)
    house.keys_from.use(household_of(request))
    await house.table(table)  # or it is refused
    await house.calling.channels.hush(person.id, table, on=data.on)
    return data


@post(
    "/calls/confirm", responses=TROUBLES, status_code=200, summary="It is my address: from a link in a mail"
)
async def confirm(
    request: AnyRequest, data: JSONBody[ConfirmRequest], language: Language = None
) -> NoticesStopped:
    house = house_of(request)
    house.joins_from.use(household_of(request))
    found = await house.passes.use(CONFIRM, data.token, now())
    await house.calling.channels.confirm(found.about)
    return NoticesStopped("")


@post(
    "/calls/stop",
    responses=TROUBLES,
    status_code=200,
    summary="Call nobody on a way, or for a table, any longer: from a link in a mail",
)
async def stop(
    request: AnyRequest,
    given: Annotated[str, QueryParameter(name="pass", max_length=200)],
    language: Language = None,
) -> NoticesStopped:
    """As RFC 8058 wants it: without a cookie, and whatever the body says."""
    house_of(request).requests.use(household_of(request))
    return NoticesStopped(await house_of(request).calling.end_by(given))


async def _added(request: AnyRequest, kind: str, address: str, details: dict[str, str]) -> NoticeSettings:
    house, person, spoken = house_of(request), someone(request), language_for(request)
    house.keys.use(person.id)
    house.keys_from.use(household_of(request))
    web_hooks.place(address, house.settings.call_hosts)  # or it is refused
    await house.calling.channels.add(
        person.id,
        kind,
        address,
        details,
        spoken,
        confirmed=True,
        device=person.device if kind == "push" else "",
    )
    return await calls_of(house, person, spoken)


async def _mine(house: ServerHouse, person: Person, way: str) -> Channel:
    found = await house.calling.channels.get(way)
    if found is None or found.person != person.id:
        raise Refused("no_way")
    return found


async def calls_of(house: ServerHouse, person: Person, language: str) -> NoticeSettings:
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
