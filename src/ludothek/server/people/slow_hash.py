"""Slow password hash (scrypt), so that stolen hashes of phrases cannot be tried in bulk.

It is computed in a thread, outside the event loop.
"""

import asyncio
import base64
import hashlib
import hmac
import secrets

COST, BLOCK = 2**15, 8  # 32 MiB, and about a tenth of a second
NONE = f"{base64.b64encode(bytes(16)).decode()} "  # matches nothing
AT_ONCE = 2  # hashes at a time, so that many requests exhaust neither memory nor processor


class SlowHash:
    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def of(self, secret: str) -> str:
        """Hash a secret with a new salt."""
        salt = secrets.token_bytes(16)
        return f"{_text(salt)} {_text(await self._made(secret, salt))}"

    async def matches(self, secret: str, kept: str | None) -> bool:
        """Return whether the secret matches the stored hash.

        It takes as long without a hash, so that timing does not reveal who has one.
        """
        salt, _, mark = (kept or NONE).partition(" ")
        made = _text(await self._made(secret, base64.b64decode(salt)))
        return hmac.compare_digest(made.encode(), mark.encode())

    async def _made(self, secret: str, salt: bytes) -> bytes:
        def made() -> bytes:
            return hashlib.scrypt(
                secret.encode(), salt=salt, n=COST, r=BLOCK, p=1, maxmem=2 * 128 * COST * BLOCK, dklen=32
            )

        async with self._turns:
            return await asyncio.to_thread(made)


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
