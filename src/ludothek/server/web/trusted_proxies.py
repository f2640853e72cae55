"""Trusted proxies: their forwarding headers name the client's address and scheme.

The operator names them by address or network; `*` trusts every peer.
"""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

ANY_PEER = "*"
NETWORK = 64  # bits of an IPv6 address that name the network of one customer
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class TrustedProxies:
    def __init__(self, named: Iterable[str]) -> None:
        self._named = frozenset(name.strip() for name in named)
        self._networks = [network for name in self._named if (network := _network(name))]

    def __bool__(self) -> bool:
        return bool(self._named)

    def __contains__(self, address: str) -> bool:
        if ANY_PEER in self._named or address in self._named:
            return True
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def client_of(self, forwarded: str) -> str:
        """Return the client of an X-Forwarded-For header: the last address that is not a trusted proxy.

        Every proxy appends its peer; a client can forge what stands before.
        """
        hops = [_without_port(hop) for hop in forwarded.split(",")]
        if ANY_PEER in self._named:
            return hops[-1]
        return next((hop for hop in reversed(hops) if hop not in self), hops[0])


class ForwardedHeaders:
    """ASGI middleware that replaces peer and scheme by those of the client behind a trusted proxy."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_from_proxy(scope, self.proxies):
            headers = dict[bytes, list[str]]()
            for name, value in scope["headers"]:
                headers.setdefault(name, []).append(value.decode("latin-1"))
            if (scheme := headers.get(b"x-forwarded-proto", [""])[-1].strip()) in ("http", "https"):
                scope["scheme"] = (
                    scheme.replace("http", "ws") if scope["type"] == ScopeType.WEBSOCKET else scheme
                )
            if client := self.proxies.client_of(", ".join(headers.get(b"x-forwarded-for", []))):
                scope["client"] = client, 0
        await self.app(scope, receive, send)


def is_from_proxy(scope: Scope, proxies: TrustedProxies) -> bool:
    """Return whether the peer of a connection is a trusted proxy."""
    peer = scope.get("client")
    return bool(proxies) and (peer[0] if peer else "") in proxies


@lru_cache(4096)
def household(address: str) -> str:
    """Return what rate limits count for an address: the address, or its /64 network for IPv6."""
    found = _address(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return address[:64]
    return str(
        found.ipv4_mapped or ipaddress.ip_network((int(found) >> (128 - NETWORK) << (128 - NETWORK), NETWORK))
    )


def _without_port(hop: str) -> str:
    """Return an address without the port that some proxies append."""
    hop = hop.strip()
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
