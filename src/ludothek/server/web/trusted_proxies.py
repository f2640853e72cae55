"""Whose word is taken for who asks, and from where: proxies that the operator names, by address or network,
or whoever can reach us.
"""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

EVERYBODY = "*"
NETWORK = (
    64  # bits of an address of IPv6 that belong to one household, which has as many addresses as it likes
)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class TrustedProxies:
    def __init__(self, named: Iterable[str]) -> None:
        self._named = frozenset(name.strip() for name in named)
        self._networks = [network for name in self._named if (network := _network(name))]

    def __bool__(self) -> bool:
        return bool(self._named)

    def __contains__(self, address: str) -> bool:
        if EVERYBODY in self._named or address in self._named:
            return True
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def asked_for(self, forwarded: str) -> str:
        """For whom a proxy asks.

        Every proxy adds at the end whom it was asked by; what stands before may be anybody's invention.
        """
        hops = [_bare(hop) for hop in forwarded.split(",")]
        if EVERYBODY in self._named:
            return hops[-1]
        return next((hop for hop in reversed(hops) if hop not in self), hops[0])


class ForwardedHeaders:
    """Around the application: it is told who asks, not who passes the question on."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if asks_by_proxy(scope, self.proxies):
            told = dict[bytes, list[str]]()
            for name, value in scope["headers"]:
                told.setdefault(name, []).append(value.decode("latin-1"))
            if (scheme := told.get(b"x-forwarded-proto", [""])[-1].strip()) in ("http", "https"):
                scope["scheme"] = (
                    scheme.replace("http", "ws") if scope["type"] == ScopeType.WEBSOCKET else scheme
                )
            if asked_for := self.proxies.asked_for(", ".join(told.get(b"x-forwarded-for", []))):
                scope["client"] = asked_for, 0
        await self.app(scope, receive, send)


def asks_by_proxy(scope: Scope, proxies: TrustedProxies) -> bool:
    peer = scope.get("client")
    return bool(proxies) and (peer[0] if peer else "") in proxies


@lru_cache(4096)
def household(address: str) -> str:
    """Whom an address belongs to, as far as limits go: of IPv6 everybody has a whole network."""
    found = _address(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return address[:64]
    return str(
        found.ipv4_mapped or ipaddress.ip_network((int(found) >> (128 - NETWORK) << (128 - NETWORK), NETWORK))
    )


def _bare(hop: str) -> str:
    """An address without the port that some proxies add."""
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
