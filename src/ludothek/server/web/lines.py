"""How many lines are open, in all and from each address: whoever opens thousands and says nothing keeps nobody else out."""

from collections import Counter
from collections.abc import Iterable


class Lines:
    def __init__(self, most: int, from_one_address: int, proxies: Iterable[str] = ()) -> None:
        self.most = most
        self.from_one_address = from_one_address
        self._proxies = frozenset(proxies)  # speak for many; who they speak for is counted at the tables
        self._open: Counter[str] = Counter()

    def is_free(self, address: str) -> bool:
        """Whether one more may be opened from there."""
        if self._open.total() >= self.most:
            return False
        return address in self._proxies or "*" in self._proxies or self._open[address] < self.from_one_address

    def open(self, address: str) -> None:
        self._open[address] += 1

    def close(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    @property
    def total(self) -> int:
        return self._open.total()
