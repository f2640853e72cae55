"""The same person on another device: who is known where, the ways in, and signing out."""

import json
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

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
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import COOKIE, Person
from ludothek.house.table.refusals import Refused
from ludothek.house.table.timestamps import told
from ludothek.server.database import merge_people
from ludothek.server.people import recovery_phrase
from ludothek.server.people.register import label_of
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.http_requests import (
    cookie_for,
    home_of,
    house_of,
    household_of,
    origin_of,
    person_of,
    someone,
)
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language

LINK, MINUTES = "link", 10  # for which one works
DeviceId = Annotated[str, PathParameter(description="as the list of devices names it", max_length=64)]
PasskeyId = Annotated[str, PathParameter(description="as the list of devices names it", max_length=2000)]


@get(
    "/me/devices",
    responses=TROUBLES,
    summary="On which devices I am known, and on which ways I come to another one",
)
async def my_devices(request: AnyRequest) -> DeviceList:
    return await device_list(house_of(request), someone(request), _label(request))


@delete("/me/devices/{device:str}", responses=TROUBLES, status_code=200, summary="Sign out on a device")
async def sign_out(request: AnyRequest, device: DeviceId, language: Language = None) -> Response[DeviceList]:
    person, house = someone(request), house_of(request)
    await house.sign_out(person, device)
    if device != person.device:
        return Response(await device_list(house, person))
    answer = Response(DeviceList([], False, []))
    answer.delete_cookie(COOKIE, path=home_of(request))
    return answer


@delete("/me/devices", responses=TROUBLES, status_code=200, summary="Sign out on all devices but this one")
async def sign_out_others(request: AnyRequest, language: Language = None) -> DeviceList:
    person, house = someone(request), house_of(request)
    await house.register.enter(
        person, _label(request)
    )  # also where nobody is on a list yet: then old copies of the cookie end
    await house.sign_out(person, None)
    return await device_list(house, person)


@post(
    "/me/link",
    responses=TROUBLES,
    summary="A link by which I am myself on another device: it works once, and for ten minutes",
)
async def make_link(request: AnyRequest, language: Language = None) -> JoinLink:
    person = await _entered(request)
    return JoinLink(*await house_of(request).passes.make(LINK, person.id, now(), MINUTES))


@post(
    "/me/phrase",
    responses=TROUBLES,
    summary="A phrase to write down, by which I am found again; one from before ends",
)
async def make_phrase(request: AnyRequest, language: Language = None) -> RecoveryPhrase:
    house_of(request).joins_from.use(household_of(request))  # it takes a while to hash it
    person = await _entered(request)
    return RecoveryPhrase(str(await house_of(request).register.give_phrase(person.id)))


@delete("/me/phrase", responses=TROUBLES, summary="My phrase ends")
async def drop_phrase(request: AnyRequest, language: Language = None) -> None:
    await house_of(request).register.drop_phrase(someone(request).id)


@post(
    "/me/passkeys/begin",
    responses=TROUBLES,
    status_code=200,
    summary="What my browser is asked in order to make a passkey",
)
async def begin_passkey(request: AnyRequest, language: Language = None) -> PasskeyOptions:
    return PasskeyOptions(await house_of(request).passkeys.begin(someone(request), origin_of(request)))


@post("/me/passkeys", responses=TROUBLES, summary="A passkey that my browser has made")
async def add_passkey(
    request: AnyRequest, data: JSONBody[NewPasskey], language: Language = None
) -> DeviceList:
    person, house = await _entered(request), house_of(request)
    await house.passkeys.add(person, data.credential, origin_of(request), _label(request))
    return await device_list(house, person)


@delete("/me/passkeys/{passkey:str}", responses=TROUBLES, summary="A passkey of mine ends")
async def remove_passkey(request: AnyRequest, passkey: PasskeyId, language: Language = None) -> None:
    await house_of(request).passkeys.remove(someone(request).id, passkey)


@post("/join/look", responses=TROUBLES, status_code=200, summary="Whose link it is, without using it")
async def look(
    request: AnyRequest, data: JSONBody[JoinLinkRequest], language: Language = None
) -> JoinPreview:
    house, here = house_of(request), person_of(request)
    house.joins_from.use(household_of(request))
    found = await house.passes.look(LINK, data.link, now())
    _not_yet(here, found.person)
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


@post(
    "/join/passkey",
    responses=TROUBLES,
    status_code=200,
    summary="What a browser is asked in order to find a passkey of this server",
)
async def ask_passkey(request: AnyRequest, language: Language = None) -> PasskeyOptions:
    return PasskeyOptions(await house_of(request).passkeys.ask(origin_of(request)))


@post(
    "/join",
    responses=TROUBLES,
    status_code=200,
    summary="Be somebody on this device too: by a link, a phrase, or a passkey",
)
async def join(
    request: AnyRequest, data: JSONBody[JoinRequest], language: Language = None
) -> Response[JoinedAs]:
    house, here = house_of(request), person_of(request)
    house.joins_from.use(household_of(request))
    person = await _whose(request, data, here)
    _not_yet(here, person)
    new, brought = await house.come_in(person, here, _label(request), bring=data.bring)
    entered = await house.register.entered(person)
    kept: dict[str, str] = json.loads(entered.kept) if entered else {}
    return Response(JoinedAs(new.id, new.name, kept, brought), cookies=[cookie_for(request, new)])


async def _whose(request: AnyRequest, wish: JoinRequest, here: Person | None) -> str:
    house = house_of(request)
    match wish:
        case JoinRequest(link=str(token), phrase=None, passkey=None):
            _not_yet(here, (await house.passes.look(LINK, token, now())).person)  # it is not used up by that
            return (await house.passes.use(LINK, token, now())).person
        case JoinRequest(link=None, phrase=str(text), passkey=None):
            return await house.register.whose(recovery_phrase.read(text[:1000]))
        case JoinRequest(link=None, phrase=None, passkey=dict(credential)):
            return await house.passkeys.whose(credential, origin_of(request))
    raise Refused("bad_request", "either a link, or a phrase, or a passkey")


def _not_yet(here: Person | None, person: str) -> None:
    if here is not None and here.id == person:
        raise Refused("already_you")


async def _entered(request: AnyRequest) -> Person:
    """Whoever asks, in the register from now on."""
    person, house = someone(request), house_of(request)
    house.keys.use(person.id)
    house.keys_from.use(household_of(request))
    await house.register.enter(person, _label(request))
    return person


async def device_list(house: ServerHouse, person: Person, label: str = "") -> DeviceList:
    """Whoever is not in the register has this device alone."""
    entered, keys = await house.register.entered(person.id), await house.passkeys.of(person.id)
    shown = (
        [
            DeviceShape(d.id, d.label, told(d.made), told(d.seen), d.id == person.device)
            for d in entered.devices
        ]
        if entered
        else []
    )
    if entered is None:
        shown = [DeviceShape(person.device, label, told(now()), told(now()), True)]
    return DeviceList(
        shown,
        bool(entered and entered.has_phrase),
        [PasskeyShape(key.id, key.label, told(key.made)) for key in keys],
    )


def _label(request: AnyRequest) -> str:
    return label_of(request.headers.get("user-agent", ""))
