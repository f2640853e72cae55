"""Routes: the devices of a person, adding one by link, phrase or passkey, and signing out."""

import json
from typing import Annotated

import msgspec

from ludothek.house.api.device_types import (
    DeviceList,
    DeviceShape,
    JoinedAs,
    JoinLink,
    JoinLinkRequest,
    JoinPreview,
    JoinRequest,
    NewPasskey,
    PasskeyOptions,
    PasskeyShape,
    RecoveryPhrase,
)
from ludothek.house.api.routes import RouteTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.house.table.timestamps import iso_time
from ludothek.server.database import merge_people
from ludothek.server.people import recovery_phrase
from ludothek.server.people.register import label_of
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.server_call import ServerCall

LINK, MINUTES = "link", 10  # the kind of a one-time pass, and how long it is valid
DeviceId = Annotated[str, msgspec.Meta(description="as the list of devices names it", max_length=64)]
PasskeyId = Annotated[str, msgspec.Meta(description="as the list of devices names it", max_length=2000)]
routes = RouteTable()


@routes.declare(
    "GET", "/api/me/devices", summary="On which devices I am known, and on which ways I come to another one"
)
async def my_devices(call: ServerCall) -> DeviceList:
    return await device_list(call.house, call.known_person, _label(call))


@routes.declare("DELETE", "/api/me/devices/{device}", summary="Sign out on a device")
async def sign_out(call: ServerCall, device: DeviceId) -> DeviceList:
    person, house = call.known_person, call.house
    await house.sign_out(person, device)
    if device != person.device:
        return await device_list(house, person)
    call.sign_out()
    return DeviceList([], False, [])


@routes.declare("DELETE", "/api/me/devices", summary="Sign out on all devices but this one")
async def sign_out_others(call: ServerCall) -> DeviceList:
    person, house = call.known_person, call.house
    # also registers a person who has one device only: that invalidates old copies of the cookie
    await house.register.enter(person, _label(call))
    await house.sign_out(person, None)
    return await device_list(house, person)


@routes.declare(
    "POST",
    "/api/me/link",
    status=201,
    summary="A link by which I am myself on another device: it works once, and for ten minutes",
)
async def make_link(call: ServerCall) -> JoinLink:
    person = await _enter_person(call)
    return JoinLink(*await call.house.passes.make(LINK, person.id, now(), MINUTES))


@routes.declare(
    "POST",
    "/api/me/phrase",
    status=201,
    limit="joins_from",
    summary="A phrase to write down, by which I am found again; one from before ends",
)
async def make_phrase(call: ServerCall) -> RecoveryPhrase:
    person = await _enter_person(call)
    return RecoveryPhrase(str(await call.house.register.give_phrase(person.id)))


@routes.declare("DELETE", "/api/me/phrase", status=204, summary="My phrase ends")
async def drop_phrase(call: ServerCall) -> None:
    await call.house.register.drop_phrase(call.known_person.id)


@routes.declare(
    "POST", "/api/me/passkeys/begin", summary="What my browser is asked in order to make a passkey"
)
async def begin_passkey(call: ServerCall) -> PasskeyOptions:
    return PasskeyOptions(await call.house.passkeys.begin(call.known_person, call.origin))


@routes.declare("POST", "/api/me/passkeys", status=201, summary="A passkey that my browser has made")
async def add_passkey(call: ServerCall, body: NewPasskey) -> DeviceList:
    person, house = await _enter_person(call), call.house
    await house.passkeys.add(person, body.credential, call.origin, _label(call))
    return await device_list(house, person)


@routes.declare("DELETE", "/api/me/passkeys/{passkey}", status=204, summary="A passkey of mine ends")
async def remove_passkey(call: ServerCall, passkey: PasskeyId) -> None:
    await call.house.passkeys.remove(call.known_person.id, passkey)


@routes.declare("POST", "/api/join/look", limit="joins_from", summary="Whose link it is, without using it")
async def look(call: ServerCall, body: JoinLinkRequest) -> JoinPreview:
    house, here = call.house, call.person
    found = await house.passes.look(LINK, body.link, now())
    _check_is_another(here, found.person)
    async with house.engine.connect() as connection:
        known = here is None or await house.register.devices_of(here.id) is not None
        tables = (
            set()
            if known or here is None
            else await merge_people.tables_to_bring(connection, here.id, found.person)
        )
    return JoinPreview(
        await house.register.name_of(found.person), found.until, here.name if here else "", len(tables)
    )


@routes.declare(
    "POST", "/api/join/passkey", summary="What a browser is asked in order to find a passkey of this server"
)
async def ask_passkey(call: ServerCall) -> PasskeyOptions:
    return PasskeyOptions(await call.house.passkeys.ask(call.origin))


@routes.declare(
    "POST",
    "/api/join",
    limit="joins_from",
    summary="Be somebody on this device too: by a link, a phrase, or a passkey",
)
async def join(call: ServerCall, body: JoinRequest) -> JoinedAs:
    house, here = call.house, call.person
    person = await _find_person(call, body, here)
    _check_is_another(here, person)
    new, brought = await house.come_in(person, here, _label(call), bring=body.bring)
    entered = await house.register.entered(person)
    kept: dict[str, str] = json.loads(entered.kept) if entered else {}
    call.sign_in(new)
    return JoinedAs(new.id, new.name, kept, brought)


async def _find_person(call: ServerCall, wish: JoinRequest, here: Person | None) -> str:
    """Return the id of the person that a link, a phrase or a passkey identifies."""
    house = call.house
    match wish:
        case JoinRequest(link=str(token), phrase=None, passkey=None):
            _check_is_another(
                here, (await house.passes.look(LINK, token, now())).person
            )  # looking does not use the pass up
            return (await house.passes.use(LINK, token, now())).person
        case JoinRequest(link=None, phrase=str(text), passkey=None):
            return await house.register.whose(recovery_phrase.read(text[:1000]))
        case JoinRequest(link=None, phrase=None, passkey=dict(credential)):
            return await house.passkeys.whose(credential, call.origin)
    raise Refused("bad_request", "a join request has either a link, or a phrase, or a passkey")


def _check_is_another(here: Person | None, person: str) -> None:
    """Refuse to join as the person that this device belongs to already."""
    if here is not None and here.id == person:
        raise Refused("already_you")


async def _enter_person(call: ServerCall) -> Person:
    """Enter the person in the register of people with several devices, and count it towards the limits."""
    person, house = call.known_person, call.house
    house.keys.use(person.id)
    house.keys_from.use(call.household)
    await house.register.enter(person, _label(call))
    return person


async def device_list(house: ServerHouse, person: Person, label: str = "") -> DeviceList:
    """Return the devices, phrase and passkeys of a person; one outside the register has only this device."""
    entered, keys = await house.register.entered(person.id), await house.passkeys.of(person.id)
    devices = (
        [
            DeviceShape(d.id, d.label, iso_time(d.made), iso_time(d.seen), d.id == person.device)
            for d in entered.devices
        ]
        if entered
        else []
    )
    if entered is None:
        devices = [DeviceShape(person.device, label, iso_time(now()), iso_time(now()), True)]
    return DeviceList(
        devices,
        bool(entered and entered.has_phrase),
        [PasskeyShape(key.id, key.label, iso_time(key.made)) for key in keys],
    )


def _label(call: ServerCall) -> str:
    return label_of(call.user_agent)
