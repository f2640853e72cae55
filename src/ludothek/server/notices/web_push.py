"""Web Push: a message encrypted for one browser (RFC 8291, one record of RFC 8188), signed with VAPID.

VAPID is RFC 8292. The push service that carries the message can read neither it nor whose it is.
"""

import base64
import json
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludothek.house.table.refusals import Refused

RECORD = 4096  # bytes that every push service accepts
MOST = (
    RECORD - (16 + 4 + 1 + 65) - (1 + 16)
)  # bytes of text in a record, without header, padding delimiter and tag
SIGNED_FOR = 12 * 3600  # seconds
LAST = b"\x02"  # delimiter that ends the text of the last record


@dataclass(frozen=True)
class Subscription:
    """A browser's push subscription: the endpoint, and the keys for encryption."""

    endpoint: str
    key: bytes  # the browser's public key
    auth: bytes

    @classmethod
    def read(cls, endpoint: str, p256dh: str, auth: str) -> "Subscription":
        try:
            key, secret = unwritten(p256dh), unwritten(auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        except (ValueError, UnsupportedAlgorithm):
            raise Refused("bad_subscription") from None
        if len(secret) != 16:
            raise Refused("bad_subscription")
        return cls(endpoint, key, secret)


def sealed(
    text: bytes, to: Subscription, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Encrypt a text for the browser that has the subscription's private key.

    Key and salt are new each time; tests pass their own to compare with the RFC's example.
    """
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or secrets.token_bytes(16)
    mine = public(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key))
    secret = _derived(shared, to.auth, b"WebPush: info\x00" + to.key + mine, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, text + LAST, None)


class Vapid:
    """The server's VAPID identity."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._key = key
        self.contact = contact  # where a push service may complain: mailto: or https:
        self.public = written(public(key))

    @classmethod
    def of(cls, secret: bytes, contact: str) -> "Vapid":
        """Derive the same key pair from the same secret."""
        order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
        return cls(
            ec.derive_private_key(int.from_bytes(secret, "big") % (order - 1) + 1, ec.SECP256R1()), contact
        )

    def header(self, endpoint: str, seconds: int) -> str:
        """Return a signed Authorization header; `seconds` is the time since 1970."""
        there = urlsplit(endpoint)
        claims = {"aud": f"{there.scheme}://{there.netloc}", "exp": seconds + SIGNED_FOR, "sub": self.contact}
        said = ".".join(
            written(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={said}.{written(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def written(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def unwritten(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
