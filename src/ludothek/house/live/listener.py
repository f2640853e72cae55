"""One connection to a table: its viewer, its language and what it has been sent.

A frame contains the whole current view and the events since the last frame. A slow connection therefore
gets fewer frames with more events, misses nothing and builds no backlog.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from ludothek.core.texts import SPECTATOR, seat_or_none, viewer_of
from ludothek.house.api.live_types import ClosingNotice, HeldSeat, OwnSeats
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused

MOST_WAITING = 256  # queued messages; further ones are dropped
Send: TypeAlias = Callable[[bytes], Awaitable[None]]


class Listener:
    def __init__(self, live: OpenTable, person: Person, language: str, since: int, address: str = "") -> None:
        self.live = live
        self.person = person
        self.address = address
        self.language = language
        self.wants_words = True  # descriptions of positions and moves
        self.viewer = SPECTATOR
        self.sent = since if since <= live.sitting.version else 0  # ignore a version that does not exist yet
        self.is_stale = True  # send a frame even if the version is unchanged
        self.follows_seat = True  # switch to the person's seat once they have one
        self.is_closing = False
        self._you_is_stale = True
        self._waiting: deque[bytes] = deque()
        self._held_back = False  # a frame waits for a change that is being written
        self._has_news = True
        self._sleep: asyncio.Future[None] | None = None  # the writer waits here for news

    def look_as(self, seat: int | None) -> None:
        if seat is not None and seat not in self.live.sitting.seats_of(self.person.id):
            raise Refused("not_yours")
        self.viewer = viewer_of(seat)
        self.follows_seat = False
        self.start_again()

    def look_as_myself(self) -> None:
        """View the table as the person's only seat, or as a spectator."""
        self.viewer = self.live.sitting.default_viewer(self.person.id)

    def speak(self, language: str) -> None:
        self.language = language
        self.start_again(0)

    def read(self, *, wanted: bool) -> None:
        self.wants_words = wanted
        self.start_again(self.sent)

    def start_again(self, since: int = 0) -> None:
        """Send the view again, with all events after `since`."""
        self.sent = min(since, self.live.sitting.version)
        self.is_stale = self._you_is_stale = True
        self._wake()

    def put(self, message: bytes) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        self._wake()

    def close(self) -> None:
        """Announce that the server stops, then close; clients that reconnect with `since` miss no event."""
        if not self.is_closing:
            self.put(msgspec.json.encode(ClosingNotice()))
            self.is_closing = True

    def table_changed(self, *, seats_changed: bool, chosen: set[int]) -> None:
        if seats_changed:
            self._you_is_stale = True
            mine = self.live.sitting.seats_of(self.person.id)
            if self.viewer not in mine and (self.follows_seat or self.viewer != SPECTATOR):
                self.look_as_myself()
                self.sent = 0  # each viewer has its own log
        if self.viewer in chosen:
            self.is_stale = True
        self._wake()

    def settled(self) -> None:
        """Wake the writer when no further change is pending."""
        if self._held_back:
            self._wake()

    def _wake(self) -> None:
        self._has_news = True
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    async def write(self, send: Send) -> None:
        """Send queued messages and frames until the connection ends."""
        loop = asyncio.get_running_loop()
        while True:
            if not self._has_news:
                self._sleep = loop.create_future()
                await self._sleep
            self._has_news = False
            while self._waiting:
                await send(self._waiting.popleft())
            if self.is_closing:
                return
            if self._you_is_stale:
                self._you_is_stale = False
                await send(msgspec.json.encode(self._you()))
            version = self.live.sitting.version
            if self.is_stale or self.sent < version:
                if self.live.is_changing and not self._held_back:
                    self._held_back = True
                    continue
                self._held_back = False
                since, self.sent, self.is_stale = self.sent, version, False
                # Not bound to a name, which would keep the frame in memory until the next one.
                await send(self.live.frame(self.viewer, self.language, since, self.wants_words))

    def _you(self) -> OwnSeats:
        sitting = self.live.sitting
        held = [HeldSeat(seat, sitting.seats[seat].token) for seat in sitting.seats_of(self.person.id)]
        return OwnSeats(
            self.person.id, self.person.name, sitting.host == self.person.id, seat_or_none(self.viewer), held
        )
