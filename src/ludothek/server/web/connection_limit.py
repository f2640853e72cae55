"""How many lines are open, in all and from each address: whoever opens thousands and says nothing keeps
nobody else out.
"""

from collections import Counter

from ludothek.server.web.trusted_proxies import TrustedProxies, household


class ConnectionLimit:
    def __init__(self, most: int, from_one_address: int, proxies: TrustedProxies | None = None) -> None:
        self.most = most
        self.from_one_address = from_one_address
        self._proxies = proxies or TrustedProxies(
            []
        )  # speak for many; who they speak for is counted at the tables
        self._open: Counter[str] = Counter()

    def is_free(self, address: str) -> bool:
        """Whether one more may be opened from there."""
        if self._open.total() >= self.most:
            return False
        return address in self._proxies or self._open[household(address)] < self.from_one_address

    def open(self, address: str) -> None:
        self._open[household(address)] += 1

    def close(self, address: str) -> None:
        from_there = household(address)
        self._open[from_there] -= 1
        if self._open[from_there] <= 0:
            del self._open[from_there]

    @property
    def total(self) -> int:
        return self._open.total()
