"""POST requests to addresses that users have entered, protected against server-side request forgery.

Only https, and only globally routable addresses, unless the operator allows a host by name: otherwise a user
could reach the operator's internal network. The name is resolved once, and the connection goes to the
address that was checked. One request, no redirects, the response body is not read, a few seconds in all.
Hosts that answered quickly the last time are remembered, so that requests to them do not queue behind hosts
that never answer.
"""

import asyncio
import socket
import ssl
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import httpx

from ludothek.house.table.refusals import Refused
from ludothek.server.notices.notice_threads import NoticeThreads
from ludothek.server.notices.outcomes import NeverDeliverable, OutcomeUnknown, RetryLater, TargetGone

WITHIN = 10.0  # seconds
QUICK_WITHIN, QUICK_KEPT = 2.0, 1000  # seconds, hosts
SILENT_FOR, SILENT_KEPT = 60.0, 1000  # seconds, hosts
LONGEST_ADDRESS, LONGEST_PART = 1000, 63  # the latter of a label of a host name
NOT_NOW = (408, 425, 429)  # statuses to retry, besides all from 500
GONE = (404, 410)
TRANSLATED = IPv6Network("64:ff9b::/96")  # the prefix in which NAT64 shows IPv4 addresses
# Hosts whose names never resolve do not block lookups of quick hosts.
_looking_up = {is_quick: NoticeThreads(4, "look-up") for is_quick in (True, False)}


@dataclass(frozen=True)
class CheckedAddress:
    """The parsed address of a web hook."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        return self.host if self.port == _usual(self.scheme) else f"{self.host}:{self.port}"


def read(address: str) -> CheckedAddress:
    """Parse an address, whether or not posting to it is allowed."""
    try:
        parts = urlsplit(address)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return CheckedAddress(
            parts.scheme, (parts.hostname or "").lower(), parts.port or _usual(parts.scheme), path
        )
    except ValueError:
        raise Refused("bad_hook") from None


def place(address: str, allowed: Collection[str]) -> CheckedAddress:
    """Parse an address; refuse it if posting is not allowed, as far as that is known without resolving it."""
    found = read(address)
    is_plain = (
        address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    )
    if (
        not _is_host(found.host)
        or not is_plain
        or urlsplit(address).username is not None
        or found.scheme not in ("http", "https")
    ):
        raise Refused("bad_hook")
    if not _is_allowed(found, allowed) and (found.scheme != "https" or not _may_be_open(found.host)):
        raise Refused("closed_hook")
    return found


async def post(address: str, body: bytes, headers: Mapping[str, str], allowed: Collection[str]) -> None:
    """Post a request; raise an `Outcome` on failure."""
    to = place(address, allowed)
    SILENT.check(to.named)
    is_sent, begun = False, time.monotonic()

    async def trace(event: str, _: object) -> None:
        nonlocal is_sent
        is_sent = is_sent or event == "http11.send_request_headers.started"

    try:
        async with asyncio.timeout(WITHIN), httpx.AsyncHTTPTransport(verify=_trusted()) as transport:
            checked = await _looked_up(to, allowed)
            named = {
                "Host": to.named,
                "Content-Length": str(len(body)),
                "Connection": "close",
                "User-Agent": "Ludothek",
                **headers,
            }
            url = httpx.URL(scheme=to.scheme, host=checked, port=to.port, raw_path=to.path.encode())
            # The certificate must be that of the name, though the connection goes to the address.
            extensions = {"sni_hostname": to.host, "trace": trace, "timeout": httpx.Timeout(None).as_dict()}
            request = httpx.Request("POST", url, headers=named, content=body, extensions=extensions)
            answer = await transport.handle_async_request(request)
            await answer.aclose()  # the response body is not read
    except (OSError, httpx.TransportError) as error:
        if isinstance(error, TimeoutError):
            SILENT.note(to.named)
        QUICK.forget(to.named)
        raise (OutcomeUnknown if is_sent else RetryLater)(type(error).__name__) from None
    (QUICK.note if time.monotonic() - begun < QUICK_WITHIN else QUICK.forget)(to.named)
    _judge(answer.status_code)


def domain(host: str) -> str:
    """Return a key for hosts of one owner: the end of the name, the /64 network, or the IPv4 address."""
    host = host.removesuffix(".")
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return ".".join(host.split(".")[-2:])
    return found.exploded[:19] if found.version == 6 else str(found)  # the first half of IPv6


def _judge(status: int) -> None:
    if status in GONE:
        raise TargetGone(str(status))
    if status in NOT_NOW or status >= 500:
        raise RetryLater(str(status))
    if not 200 <= status < 300:
        raise NeverDeliverable(str(status))


async def _looked_up(to: CheckedAddress, allowed: Collection[str]) -> str:
    def look() -> list[str]:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)]

    addresses = await _looking_up[to.named in QUICK].do(look)
    if not addresses:
        raise RetryLater("no such host")
    if not _is_allowed(to, allowed) and not all(
        is_open(ip_address(one.partition("%")[0])) for one in addresses
    ):
        raise NeverDeliverable("an address that is not of the open internet")
    return addresses[0]


def _is_allowed(to: CheckedAddress, allowed: Collection[str]) -> bool:
    return bool({to.host, f"{to.host}:{to.port}"} & set(allowed))


def _is_host(host: str) -> bool:
    """Return whether a host can be resolved at all: no label is empty or too long."""
    return all(0 < len(part) <= LONGEST_PART for part in host.removesuffix(".").split("."))


def _may_be_open(host: str) -> bool:
    try:
        return is_open(ip_address(host))
    except ValueError:
        return "." in host and not host.endswith((".local", ".localhost", ".internal", ".home.arpa"))


def is_open(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is globally routable, together with any IPv4 address embedded in it."""
    if isinstance(address, IPv6Address):
        if address in TRANSLATED:
            return is_open(IPv4Address(int(address) & 0xFFFFFFFF))
        meant = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address.is_site_local or not all(is_open(one) for one in meant if one is not None):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


@cache
def _trusted() -> ssl.SSLContext:
    """Create the TLS context once: loading the certificate authorities is slow."""
    return ssl.create_default_context()


class UnresponsiveHosts:
    """Hosts that timed out, for a while refused without a request so that they do not delay others."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: OrderedDict[str, float] = OrderedDict()

    def note(self, host: str) -> None:
        self._until[host] = self._clock() + SILENT_FOR
        self._until.move_to_end(host)
        if len(self._until) > SILENT_KEPT:
            self._until.popitem(last=False)

    def check(self, host: str) -> None:
        if self._until.get(host, 0.0) > self._clock():
            raise RetryLater("it did not answer a moment ago")


class ResponsiveHosts:
    """Hosts that answered quickly the last time."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, host: str) -> bool:
        return host in self._hosts

    def note(self, host: str) -> None:
        self._hosts[host] = None
        self._hosts.move_to_end(host)
        if len(self._hosts) > QUICK_KEPT:
            self._hosts.popitem(last=False)

    def forget(self, host: str) -> None:
        self._hosts.pop(host, None)


SILENT, QUICK = UnresponsiveHosts(), ResponsiveHosts()


def _usual(scheme: str) -> int:
    return 443 if scheme == "https" else 80
