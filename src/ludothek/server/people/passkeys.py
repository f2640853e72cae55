"""Passkeys (WebAuthn): sign in with a phone or security key.

Browsers offer them over https and on localhost, and only for servers with a host name.
"""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.server.database.schema import passkeys
from ludothek.server.people.one_time_passes import PasskeyChallenges

MOST = 10  # passkeys of one person
MINUTES = 5  # in which a challenge is to be answered
MAKE, USE = "make", "use"
NAME = re.compile(r"[\w-]{1,2000}", re.ASCII)  # the id of a passkey, as browsers send it
Found = TypeVar("Found")


@dataclass(frozen=True)
class Passkey:
    id: str
    label: str
    made: int


class Passkeys:
    def __init__(self, engine: AsyncEngine, clock: Callable[[], int], challenges: PasskeyChallenges) -> None:
        self.engine = engine
        self.clock = clock
        self.challenges = challenges

    async def of(self, person: str) -> list[Passkey]:
        async with self.engine.connect() as connection:
            found = await connection.execute(
                sa.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.made)
            )
            return [Passkey(row.id, row.label, row.made) for row in found]

    async def begin(self, person: Person, origin: str) -> dict[str, Any]:
        """Return the options with which a browser creates a passkey."""
        await _library_read()
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers import structs

        there = await self.of(person.id)
        if len(there) >= MOST:
            raise Refused("too_many_passkeys", n=MOST)
        options = generate_registration_options(
            rp_id=_host(origin),
            rp_name="Ludothek",
            user_name=person.name or "Ludothek",
            user_id=person.id.encode(),
            challenge=self.challenges.ask(f"{MAKE} {person.id}", self.clock(), MINUTES),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in there
            ],
        )
        made: dict[str, Any] = json.loads(options_to_json(options))
        return made

    async def add(self, person: Person, credential: dict[str, Any], origin: str, label: str) -> None:
        await _library_read()
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge = await self._answered(f"{MAKE} {person.id}", credential)
        made = _checked(
            lambda: verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_host(origin),
                expected_origin=origin,
            )
        )
        about = {
            "id": bytes_to_base64url(made.credential_id),
            "person": person.id,
            "label": label,
            "made": self.clock(),
        }
        try:
            async with self.engine.begin() as connection:
                await connection.execute(
                    passkeys.insert().values(**about, key=made.credential_public_key, uses=made.sign_count)
                )
        except IntegrityError:
            raise Refused("bad_passkey", "this passkey is known already") from None

    async def remove(self, person: str, passkey: str) -> None:
        async with self.engine.begin() as connection:
            mine = passkeys.c.person == person, passkeys.c.id == passkey
            if not (await connection.execute(passkeys.delete().where(*mine))).rowcount:
                raise Refused("no_passkey")

    async def ask(self, origin: str) -> dict[str, Any]:
        """Return the options with which a browser signs in by any of its passkeys for this server."""
        await _library_read()
        from webauthn import generate_authentication_options, options_to_json

        challenge = self.challenges.ask(USE, self.clock(), MINUTES)
        asked: dict[str, Any] = json.loads(
            options_to_json(generate_authentication_options(rp_id=_host(origin), challenge=challenge))
        )
        return asked

    async def whose(self, credential: dict[str, Any], origin: str) -> str:
        """Verify an assertion and return the id of the passkey's owner."""
        await _library_read()
        from webauthn import verify_authentication_response

        named = str(credential.get("id"))
        async with self.engine.connect() as connection:
            row = (
                (await connection.execute(sa.select(passkeys).where(passkeys.c.id == named))).first()
                if NAME.fullmatch(named)
                else None
            )
        if row is None:
            raise Refused("no_passkey")
        challenge = await self._answered(USE, credential)
        used = _checked(
            lambda: verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_host(origin),
                expected_origin=origin,
                credential_public_key=row.key,
                credential_current_sign_count=row.uses,
            )
        )
        async with self.engine.begin() as connection:
            await connection.execute(
                passkeys.update().where(passkeys.c.id == row.id).values(uses=used.new_sign_count)
            )
        return str(row.person)

    async def _answered(self, purpose: str, credential: dict[str, Any]) -> bytes:
        """Return the challenge of a response, and mark it as used."""
        from webauthn import base64url_to_bytes
        from webauthn.helpers import parse_client_data_json

        def named() -> bytes:
            return parse_client_data_json(
                base64url_to_bytes(credential["response"]["clientDataJSON"])
            ).challenge

        challenge = _checked(named)
        await self.challenges.answered(purpose, challenge, self.clock())
        return challenge


async def _library_read() -> None:
    """Import the library in a thread: it takes a tenth of a second, and few requests need it."""
    await asyncio.to_thread(import_module, "webauthn")


def _checked(look: Callable[[], Found]) -> Found:
    """Turn any error in a browser's data into one refusal."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return look()
    except (WebAuthnException, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad_passkey", str(error)[:200]) from None


def _host(origin: str) -> str:
    """Return the relying party id: the host name of the origin, as passkeys do not belong to IP addresses."""
    host = urlsplit(origin).hostname or ""
    try:
        ip_address(host)
    except ValueError:
        if host and (origin.startswith("https:") or host == "localhost"):
            return host
    raise Refused("no_passkeys_here")
