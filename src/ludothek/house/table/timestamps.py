"""Timestamps in responses: ISO 8601, in seconds, UTC."""

from datetime import UTC, datetime


def iso_time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
