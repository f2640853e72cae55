"""One-time passes that expire: a link to another device, a confirmation by mail.

Only a hash of each pass is stored.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.house.table.refusals import Refused
from ludothek.server.database.schema import passes

MINUTE = 60_000  # milliseconds
SHORT = 16  # bytes of what signs a challenge


@dataclass(frozen=True)
class OneTimePass:
    """What a pass is for, and for whom."""

    person: str
    about: str
    until: int


class OneTimePasses:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def make(self, kind: str, person: str, at: int, minutes: int, about: str = "") -> tuple[str, int]:
        """Create a pass and return it with its expiry. It replaces an unused pass for the same purpose."""
        token, until = secrets.token_urlsafe(24), at + minutes * MINUTE
        same = (
            passes.c.kind == kind,
            passes.c.person == person,
            passes.c.about == about,
            passes.c.used.is_(None),
        )
        async with self.engine.begin() as connection:
            await connection.execute(passes.delete().where(*same))
            row = {"mark": _mark(kind, token), "kind": kind, "person": person, "about": about, "until": until}
            await connection.execute(passes.insert().values(row))
        return token, until

    async def look(self, kind: str, token: str, at: int) -> OneTimePass:
        """Return what a pass is for without using it; refuse one that cannot be used."""
        async with self.engine.connect() as connection:
            return await self._found(connection, kind, token, at)

    async def use(self, kind: str, token: str, at: int) -> OneTimePass:
        """Use a pass: of several concurrent attempts exactly one succeeds."""
        async with self.engine.begin() as connection:
            mine = passes.c.mark == _mark(kind, token), passes.c.used.is_(None), passes.c.until > at
            if (await connection.execute(passes.update().where(*mine).values(used=at))).rowcount == 1:
                row = (
                    await connection.execute(sa.select(passes).where(passes.c.mark == _mark(kind, token)))
                ).one()
                return OneTimePass(row.person, row.about, row.until)
            await self._found(connection, kind, token, at)  # raises the reason
        raise Refused("pass_used")

    async def _found(self, connection: AsyncConnection, kind: str, token: str, at: int) -> OneTimePass:
        row = (await connection.execute(sa.select(passes).where(passes.c.mark == _mark(kind, token)))).first()
        if row is None:
            raise Refused("pass_unknown")
        if row.used is not None:
            raise Refused("pass_used")
        if row.until <= at:
            raise Refused("pass_expired")
        return OneTimePass(row.person, row.about, row.until)

    async def burn(self, kind: str, mark: bytes, until: int, at: int) -> None:
        """Record that a signed challenge was used; unused challenges are not stored."""
        row = {
            "mark": _mark(kind, mark.hex()),
            "kind": kind,
            "person": "",
            "about": "",
            "until": until,
            "used": at,
        }
        try:
            async with self.engine.begin() as connection:
                await connection.execute(passes.insert().values(row))
        except IntegrityError:
            raise Refused("pass_used") from None


class PasskeyChallenges:
    """Signed challenges for passkeys.

    A challenge is not stored until it is answered: it carries its expiry and our signature.
    """

    def __init__(self, secret: bytes, passes: OneTimePasses) -> None:
        self.secret = secret
        self.passes = passes

    def ask(self, purpose: str, at: int, minutes: int) -> bytes:
        body = secrets.token_bytes(SHORT) + (at + minutes * MINUTE).to_bytes(8, "big")
        return body + self._signed(purpose, body)

    async def answered(self, purpose: str, challenge: bytes, at: int) -> None:
        """Mark a challenge as answered; refuse it if it is not ours, expired, or answered already."""
        body, mark = challenge[:-SHORT], challenge[-SHORT:]
        if len(body) != SHORT + 8 or not hmac.compare_digest(mark, self._signed(purpose, body)):
            raise Refused("pass_unknown")
        until = int.from_bytes(body[SHORT:], "big")
        if until <= at:
            raise Refused("pass_expired")
        await self.passes.burn("passkey", body, until, at)

    def _signed(self, purpose: str, body: bytes) -> bytes:
        return hmac.digest(self.secret, f"challenge {purpose}:".encode() + body, "sha256")[:SHORT]


def _mark(kind: str, token: str) -> str:
    return hashlib.sha256(f"{kind} {token}".encode()).hexdigest()
