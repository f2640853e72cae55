"""The metrics of one house, for Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
PREFIX = "ludothek"
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The counters, histograms and gauges of one house, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.moves = self.counter("moves_total", "Moves committed, of people, bots and chance.")
        self.refusals = self.counter("refusals_total", "Actions that were refused.")
        self.actions = self.histogram("action_seconds", "From an action to its answer, after the commit.")
        self.requests = self.histogram("request_seconds", "From a request to its answer.")
        self.lines_opened = self.counter("lines_opened_total", "Live connections that were opened.")
        self.lines_ended = self.counter("lines_ended_total", "Live connections that ended.")
        self.failures = self.counter(
            "request_failures_total", "Requests that failed because of an error in the server."
        )
        self.writes = self.histogram("write_seconds", "From an entry to its commit.")
        self.write_errors = self.counter(
            "database_errors_total", "Writes that failed, conflicts with another process excepted."
        )
        self.thoughts = self.histogram(
            "bot_seconds", "From a question to a bot until its answer, including the wait in the queue."
        )
        self.notices_sent = self.counter(
            "notices_sent_total", "Notices accepted by a push service, a mail server or a web hook."
        )
        self.notices_failed = self.counter("notices_failed_total", "Notices that were given up.")
        self.notices_unclear = self.counter("notices_unclear_total", "Notices whose delivery is unknown.")
        self.notices_retried = self.counter(
            "notices_retried_total", "Failed attempts to send a notice that are retried."
        )
        self.stand_ins = self.counter("stand_ins_total", "Bots seated for players who did not come back.")

    def counter(self, name: str, about: str) -> Counter:
        return Counter(name, about, namespace=PREFIX, registry=self.registry)

    def histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, namespace=PREFIX, registry=self.registry, buckets=BOUNDS)

    def gauge(self, name: str, about: str, read_value: Callable[[], float]) -> None:
        """Add a gauge whose value is read at every scrape."""
        Gauge(name, about, namespace=PREFIX, registry=self.registry).set_function(read_value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
