"""Limit open connections, in total and by address, so that idle connections cannot lock other clients out."""

from collections import Counter

from ludothek.server.web.trusted_proxies import TrustedProxies, household


class ConnectionLimit:
    def __init__(self, most: int, from_one_address: int, proxies: TrustedProxies | None = None) -> None:
        self.most = most
        self.from_one_address = from_one_address
        self._proxies = proxies or TrustedProxies([])  # exempt: each connects for many clients
        self._open: Counter[str] = Counter()

    def is_free(self, address: str) -> bool:
        """Return whether one more connection may be opened from an address."""
        if self._open.total() >= self.most:
            return False
        return address in self._proxies or self._open[household(address)] < self.from_one_address

    def open(self, address: str) -> None:
        self._open[household(address)] += 1

    def close(self, address: str) -> None:
        group = household(address)
        self._open[group] -= 1
        if self._open[group] <= 0:
            del self._open[group]

    @property
    def total(self) -> int:
        return self._open.total()
