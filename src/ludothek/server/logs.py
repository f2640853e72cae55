"""Logs: one JSON object a line for machines, or plain lines for a person at a terminal.

Logs identify no person and open no table: they contain no addresses, links, tokens or seeds. Our own messages
avoid them; messages of libraries and the texts of errors are redacted here. A table is named by a mark, a
hash of its id, from which its link cannot be found.
"""

import asyncio
import hashlib
import json
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator

from sqlalchemy.exc import DBAPIError

_STANDARD = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "color_message"}
_LINK = re.compile(r"/(tables|t)/([\w-]{16,})")
_SECRET = re.compile(r"\b[0-9a-fA-F]{32,}\b")  # a seed, a key
_ADDRESS = re.compile(
    r"\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])"
)
_TOKEN = re.compile(
    r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-])"
)  # random ids and tokens
_PASSWORD = re.compile(r"(://[^:/@\s]+:)[^@/\s]+@")


def mark(table: str) -> str:
    """The name of a table in logs: a short hash of its id."""
    return f"#{hashlib.sha256(table.encode()).hexdigest()[:8]}"


def cleaned(text: str) -> str:
    """Replace links, passwords, keys, tokens and addresses of other machines in a text."""
    text = _LINK.sub(lambda match: f"/{match[1]}/{mark(match[2])}", text)
    text = _PASSWORD.sub(r"\1…@", _SECRET.sub("…", text))
    text = _ADDRESS.sub(lambda match: match[0] if _is_ours(match[0]) else "…", text)
    return _TOKEN.sub(lambda match: mark(match[0]), text)


def _is_ours(address: str) -> bool:
    """Whether an address is one of this machine, which may be logged."""
    return address.startswith(("127.", "0.0.0.0")) or address in ("::1", "::")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": cleaned(record.getMessage()),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if "table" in line:
            line["table"] = mark(str(line["table"]))
        if record.exc_info:
            line["error"] = cleaned(self.formatException(record.exc_info))
        return json.dumps(line, default=lambda value: cleaned(str(value)), ensure_ascii=False)


class RepeatFilter(logging.Filter):
    """Rate limit for repeated warnings, so that a persistent error does not fill the disk.

    The first few records of a message in a period pass; the first one of a later period has their number in
    `left_out`.
    """

    def __init__(
        self, most: int = 5, seconds: float = 10.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.most, self.seconds, self.clock = most, seconds, clock
        self._counted: dict[
            tuple[str, str], tuple[float, int]
        ] = {}  # by message: start of the period, and count

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, str(record.msg)), self.clock()
        since, times = self._counted.get(key, (now, 0))
        if now - since > self.seconds:
            if times > self.most:
                record.left_out = times - self.most
            since, times = now, 0
        self._counted[key] = since, times + 1
        return times < self.most


class BriefDatabaseErrors(logging.Filter):
    """Log a lost database or a stopping server in one line: the traceback adds nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        if isinstance(error, asyncio.CancelledError):
            record.msg, record.args = "cancelled because the server stops", ()
            record.exc_info = record.exc_text = None
            return True
        if isinstance(error, UnicodeDecodeError) and record.name == "uvicorn.error":
            record.msg, record.levelno, record.levelname = (
                "a connection was closed because it sent invalid UTF-8",
                logging.WARNING,
                "WARNING",
            )
            record.exc_info = record.exc_text = None
            return True
        lost = next((cause for cause in _causes(error) if _is_lost(cause)), None)
        if record.name.startswith("sqlalchemy.pool"):
            record.msg, record.args, lost = "a connection to the database was lost", (), lost or error
        if lost is not None:
            record.msg = f"{record.msg}: the database cannot be reached ({type(lost).__name__})"
            record.exc_info = record.exc_text = None
        return True


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Iterate over an error and its causes."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def _is_lost(error: BaseException) -> bool:
    """Whether an error means a lost connection, or that PostgreSQL is starting or stopping (57P0x)."""
    if isinstance(error, ConnectionError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return True
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "").startswith(("08", "57P"))


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return cleaned(super().format(record))


def configure(level: str, form: str) -> None:
    """Send all logs to standard error, redacted, in this form: json or plain."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(BriefDatabaseErrors())
    handler.addFilter(RepeatFilter())
    handler.setFormatter(
        JsonLines() if form == "json" else PlainLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in (
        "alembic",
        "asyncio",
        "aiosqlite",
        "httpcore",
        "httpx",
        "websockets",
    ):  # --log-level debug is about our own code
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    uvicorn = logging.getLogger("uvicorn.error")
    # At level debug uvicorn logs headers and WebSocket frames: cookies, tokens, chat.
    uvicorn.setLevel(max(root.level, logging.INFO))
    uvicorn.addFilter(_is_not_a_visit)


def _is_not_a_visit(record: logging.LogRecord) -> bool:
    """Drop uvicorn's lines about WebSockets: they name the client's address and the table."""
    return record.levelno >= logging.WARNING or not re.search(
        r"WebSocket|connection (open|closed)", record.getMessage()
    )
