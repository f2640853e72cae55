"""Metrics of open tables: a server exports them to Prometheus, a page ignores them."""

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
