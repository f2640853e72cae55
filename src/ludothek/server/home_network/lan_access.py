"""Access from the home network: off at first, and switched on by a person at the server's own machine."""

from collections.abc import Awaitable, Callable, Mapping

from ludothek.house.settings import Settings
from ludothek.server.home_network.lan_addresses import ANYWHERE, at_home, host_of, is_this_machine

FORWARDED = (
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-real-ip",
    "via",
)  # headers that proxies add: the client is not at this machine
Listen = Callable[[str], Awaitable[None]]


class UnknownAddress(Exception):
    """An address that this machine does not have on the home network."""


class LanAccess:
    """The addresses of the server, and the additional ones on the home network at which it listens."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.listen: Listen | None = None  # set by the running server
        self._opened: list[str] = []

    @property
    def candidates(self) -> list[str]:
        """The addresses at which the server could listen as well, the likeliest first."""
        return [self._address(host) for host in self.hosts()] if self._can_be_opened else []

    @property
    def addresses(self) -> list[str]:
        """The addresses at which other devices can reach this server now, as far as it knows."""
        settings = self.settings
        if settings.address:
            return [settings.address.rstrip("/")]
        if settings.host in ANYWHERE:
            return [self._address(host) for host in self.hosts()]
        if is_this_machine(settings.host):
            return [self._address(host) for host in self._opened]
        return [self._address(settings.host)]

    async def open(self, address: str) -> None:
        """Listen at this address as well, until the server stops."""
        host = next((host for host in self.hosts() if self._address(host) == address), None)
        if host is None or not self._can_be_opened or self.listen is None:
            raise UnknownAddress(address)
        if host not in self._opened:
            await self.listen(host)
            self._opened.append(host)

    def may_be_opened_by(self, client: str, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from this machine, directly, and names a loopback host.

        The check of the host defends against DNS rebinding by pages of other sites.
        """
        is_forwarded = any(name in headers for name in FORWARDED)
        is_here = is_this_machine(client) and is_this_machine(host_of(headers.get("host", "")))
        return self._can_be_opened and is_here and not is_forwarded

    @property
    def _can_be_opened(self) -> bool:
        return self.settings.door and is_this_machine(self.settings.host) and not self.settings.address

    @property
    def own_address(self) -> str:
        """The address of the server for a browser on this machine."""
        host = self.settings.host
        return self._address("127.0.0.1" if host in ANYWHERE else host)

    def hosts(self) -> list[str]:
        """The addresses of this machine on the home network, without scheme and port."""
        return self.settings.home_addresses or at_home()

    def _address(self, host: str) -> str:
        scheme = "https" if self.settings.https else "http"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.settings.port}"
