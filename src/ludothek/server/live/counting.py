"""What an open table counts and times, wherever it runs: a server keeps it for Prometheus, a page does not keep it."""

from typing import Protocol


class Count(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class Times(Protocol):
    def observe(self, amount: float) -> None: ...


class TableMeasures(Protocol):
    @property
    def refusals(self) -> Count: ...
    @property
    def actions(self) -> Times: ...
    @property
    def thoughts(self) -> Times: ...


class _Ignored:
    def inc(self, amount: float = 1) -> None: ...
    def observe(self, amount: float) -> None: ...


class NoMeasures:
    refusals = actions = thoughts = _Ignored()
