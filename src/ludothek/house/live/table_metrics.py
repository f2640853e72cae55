"""What an open table counts and times, wherever it runs: a server keeps it for Prometheus, a page does not
keep it.
"""

from typing import Protocol


class MetricCounter(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class MetricTimer(Protocol):
    def observe(self, amount: float) -> None: ...


class TableMetrics(Protocol):
    @property
    def refusals(self) -> MetricCounter: ...
    @property
    def actions(self) -> MetricTimer: ...
    @property
    def thoughts(self) -> MetricTimer: ...


class _Ignored:
    def inc(self, amount: float = 1) -> None: ...
    def observe(self, amount: float) -> None: ...


class NoMetrics:
    refusals = actions = thoughts = _Ignored()
