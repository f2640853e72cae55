"""Receivers of notices for tests: a push service with a browser, a web hook, a mailbox.

They are real servers on this machine.
"""

import asyncio
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludothek.server.home_network.certificate import Certificate
from ludothek.server.notices.web_push import public, unwritten, written
from tests.server.serving import free_port


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]
    body: bytes
    at: int


@dataclass
class Receiver:
    """An HTTP server that records all POST requests and sends configured answers."""

    clock: Callable[[], int]
    port: int = field(default_factory=free_port)
    got: list[Request] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)  # the next ones; then all is well

    def address(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.got.append(Request(head[0].split()[1], headers, body, self.clock()))
        writer.write(
            self.answers.pop(0) if self.answers else b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"
        )
        writer.close()


@asynccontextmanager
async def receiver(clock: Callable[[], int]) -> AsyncIterator[Receiver]:
    made = Receiver(clock)
    async with await asyncio.start_server(made.serve, "127.0.0.1", made.port):
        yield made


class Browser:
    """The browser's end of Web Push: it alone can decrypt its messages."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": written(public(self.key)), "auth": written(self.auth)}

    def read(self, sealed: bytes) -> Any:
        salt, length = sealed[:16], sealed[20]
        sender, text = sealed[21 : 21 + length], sealed[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )

        def derived(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
            return HKDF(hashes.SHA256(), size, salt, info).derive(secret)

        secret = derived(shared, self.auth, b"WebPush: info\0" + public(self.key) + sender, 32)
        key, nonce = (
            derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16),
            derived(secret, salt, b"Content-Encoding: nonce\0", 12),
        )
        return json.loads(AESGCM(key).decrypt(nonce, text, None).removesuffix(b"\2"))


def claims(authorization: str) -> dict[str, Any]:
    """Verify the signature of a VAPID header and return its claims."""
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    said, key = (part.partition("=")[2] for part in authorization.removeprefix("vapid ").split(", "))
    head, body, mark = said.split(".")
    r, s = (int.from_bytes(half, "big") for half in (unwritten(mark)[:32], unwritten(mark)[32:]))
    whose = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unwritten(key))
    whose.verify(encode_dss_signature(r, s), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(unwritten(body))
    return found


class Mailbox:
    def __init__(self, security: str, password: str) -> None:
        self.port = free_port()
        self.security = security
        self.password = password
        self.got: list[EmailMessage] = []
        self.refusal = ""

    async def handle_DATA(self, server: object, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.password and not session.authenticated:
            return "530 who are you?"
        if self.refusal:
            return self.refusal
        self.got.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"

    @property
    def settings(self) -> dict[str, Any]:
        whose = {"smtp_user": "ludothek", "smtp_password": self.password} if self.password else {}
        at = {"smtp_host": "127.0.0.1", "smtp_port": self.port, "smtp_security": self.security}
        return at | whose | {"mail_from": "Ludothek <games@example.org>"}

    def know(
        self, server: object, session: object, envelope: object, mechanism: str, given: Any
    ) -> AuthResult:
        return AuthResult(
            handled=False, success=(given.login, given.password) == (b"ludothek", self.password.encode())
        )


@contextmanager
def mailbox(
    security: str = "none", certificate: Certificate | None = None, password: str = ""
) -> Iterator[Mailbox]:
    """Run a mail server that requires TLS if given a certificate, and login if given a password."""
    box, sealed = Mailbox(security, password), dict[str, Any]()
    if certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate.chain, certificate.key)
        sealed = (
            {"ssl_context": context}
            if security == "tls"
            else {"tls_context": context, "require_starttls": True}
        )
    if password:
        sealed |= {
            "authenticator": box.know,
            "auth_require_tls": security == "starttls",
        }  # it knows of no other way to be sealed
    running = Controller(box, hostname="127.0.0.1", port=box.port, **sealed)
    running.start()
    try:
        yield box
    finally:
        running.stop()
