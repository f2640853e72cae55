"""Times as they go over the wire: to the second, in universal time."""

from datetime import UTC, datetime


def told(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
