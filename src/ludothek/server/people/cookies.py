"""Signed cookies that identify a person."""

import base64
import binascii
import hashlib
import hmac

from itsdangerous import BadData, URLSafeSerializer

from ludothek.house.people.person import Person


class CookieSigner:
    """Signs cookies, and verifies those that it has signed."""

    def __init__(self, secret: str, before: str | None = None) -> None:
        """`before` is the previous key: cookies that it signed are still accepted."""
        self._secret = secret.encode()
        keys = [secret] if before is None else [before, secret]  # the last one signs
        self._serializer = URLSafeSerializer(
            keys, "person", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )
        self._before = None if before is None else before.encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CookieSigner) and (self._secret, self._before) == (
            other._secret,
            other._before,
        )

    def __hash__(self) -> int:
        return hash((self._secret, self._before))

    def reads_what(self, other: "CookieSigner") -> bool:
        """Return whether this signer accepts cookies of another one."""
        return other._secret in (self._secret, self._before)

    def named(self, what: str) -> str:
        """Derive a stable name for `what` that cannot be guessed without the key."""
        mark = hmac.digest(self._secret, f"name:{what}".encode(), "sha256")
        return base64.urlsafe_b64encode(mark[:16]).decode().rstrip("=")

    def key(self, purpose: str) -> bytes:
        """Derive a separate key for each purpose."""
        return hmac.digest(self._secret, f"key:{purpose}".encode(), "sha256")

    def write(self, person: Person) -> str:
        return str(self._serializer.dumps([person.id, person.name, person.device]))

    def read(self, cookie: str | None) -> Person | None:
        """Return the person whom the cookie identifies; None if it is missing or its signature is invalid."""
        try:
            match self._serializer.loads(cookie or ""):
                case [str(person), str(name), str(device)]:
                    return Person(person, name, device)
                case [str(person), str(name)]:  # of the second version
                    return Person(person, name)
        except BadData:
            return self._read_as_before(cookie or "")
        return None

    def _read_as_before(self, cookie: str) -> Person | None:
        """Read a cookie of the first version, which its owner may still have: `id.name.mark`."""
        parts = cookie.split(".")
        if len(parts) != 3:
            return None
        person, name, mark = parts
        keys = [key for key in (self._secret, self._before) if key is not None]
        expected = [hmac.new(key, f"person:{person}.{name}".encode(), "sha256").hexdigest() for key in keys]
        if not any(hmac.compare_digest(one.encode(), mark.encode()) for one in expected):
            return None
        try:
            return Person(person, base64.urlsafe_b64decode(name + "==").decode())
        except (binascii.Error, UnicodeDecodeError):
            return None
