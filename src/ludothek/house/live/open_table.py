"""A table that is open in this process: its changes, its timers, its bots and the people present.

A lock serializes the changes; the entries of a change are in the journal before any client sees them.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ludothek.bots import is_built_in, stand_in
from ludothek.core import CHANCE, BadOption
from ludothek.house.api.answer_types import Done
from ludothek.house.api.live_types import PeoplePresent
from ludothek.house.live.advice import Adviser
from ludothek.house.live.presence import PATIENCE, Presence
from ludothek.house.live.table_clock import now
from ludothek.house.live.thinking import question
from ludothek.house.people.person import Person
from ludothek.house.table import actions, consequences, decide, stand_in_bots
from ludothek.house.table.consequences import Consequences
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.entries import SEATING, BotSeated, Chosen, Resumed
from ludothek.house.table.frames import FrameMoment, FrameRenderer
from ludothek.house.table.journal import JournalConflict, UnknownTable
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_clocks import SeatClocks
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_texts import TEXTS

if TYPE_CHECKING:
    from ludothek.house.live.house import House
    from ludothek.house.live.listener import Listener

OTHERS_FIRST = 3.0  # seconds that other processes leave to the process of the last move to run the bots
ATTEMPTS = 5  # attempts to write a change despite conflicts with other processes
AGAIN = 1.0  # seconds before a failed read or write is retried
LOOKED_IN = 60.0  # seconds for which bots play on after a request outside a live connection
EVEN = 1.25  # the answer interval of bots with hidden hands, as a multiple of their thinking limit
NAMED = 12  # the most spectators listed by name
LOOKS_AGAIN = 0.2  # seconds between a waiting bot's checks for ready people

log = logging.getLogger(__name__)


class OpenTable:
    """One open table; every process that has it open runs its timers and bots."""

    def __init__(self, house: "House", sitting: Sitting) -> None:
        self.house = house
        self.sitting = sitting
        self.lock = asyncio.Lock()
        self.adviser = Adviser(self)
        self.presence = Presence(PATIENCE * house.settings.time_scale)
        self.last_address = ""  # the latest client address; bots think on its account
        self.asked_at = -math.inf  # monotonic time of the last request outside a live connection
        self._watched_since = 0  # when the first of the current viewers arrived
        self._moved_here = True  # whether this process wrote the last entries
        self._changes = 0  # the number of changes in progress
        self._is_catching_up = False
        self._written_elsewhere: float = 0  # the last entry number announced by another process
        self._thinking: dict[int, asyncio.Task[None]] = {}  # running bot turns by seat
        self._getting_ready: dict[
            int, int
        ] = {}  # per seat, the number of rules that a bot still has to compile
        self._window_timer: tuple[int, asyncio.TimerHandle] | None = None  # the turn whose window it ends
        self._clock_timer: asyncio.TimerHandle | None = (
            None  # ends the game when the running clock reaches zero
        )
        self._due: set[int] = set()  # turns for which an automatic change is being written
        self._tasks: set[asyncio.Task[None]] = set()
        self._frames = FrameRenderer(sitting)
        self._clamp_times()

    @property
    def listeners(self) -> "set[Listener]":
        return self.presence.listeners

    @property
    def is_idle(self) -> bool:
        """Whether no viewer is connected, no bot is thinking and no change is in progress."""
        return not self.listeners and not self._thinking and not self.lock.locked() and not self._due

    @property
    def is_abandoned(self) -> bool:
        """Whether the table is idle and no person is present, so that it can be closed."""
        return self.is_idle and not self.is_watched

    @property
    def is_watched(self) -> bool:
        """Whether a person is connected, or was here within LOOKED_IN seconds, so that bots play."""
        return bool(self.listeners) or time.monotonic() - self.asked_at < LOOKED_IN

    @property
    def has_clock(self) -> bool:
        """Whether a timer is set for the running clock of a seat."""
        return self._clock_timer is not None

    def note_visit(self, address: str) -> None:
        """Note a request outside a live connection, and resume paused bots."""
        had_paused = not self.is_watched
        self.asked_at, self.last_address = time.monotonic(), address
        if had_paused:
            self.schedule()

    async def do(self, person: Person, action: actions.AnyAction, language: str) -> Done:
        """Carry out an action and answer once it is stored; repeating a request id has no further effect."""
        measures, begun = self.house.measures, time.perf_counter()
        try:
            return await self._done(person, action, language)
        except Refused:
            measures.refusals.inc()
            raise
        finally:
            measures.actions.observe(time.perf_counter() - begun)

    async def _done(self, person: Person, action: actions.AnyAction, language: str) -> Done:
        guest = TEXTS[language]["words.guest"]
        self.presence.see(person.id)
        context = DecisionContext(person, now(), self.house.players.levels, self.presence.is_away, guest)
        if isinstance(action, actions.RematchAction):
            return await self._rematch(action, context)
        if isinstance(action, actions.AdviceAction):
            return await self.adviser.answer(person, action, language)

        def decision_of(sitting: Sitting) -> Consequences | None:
            if sitting.answers.given(person.id, action.id):
                return None
            if isinstance(action, actions.Talk):
                self.house.chats.use(person.id)
            if isinstance(action, actions.TakeBackAction):
                self.house.take_backs.use(person.id)
            decision = decide.decide(sitting, action, context)
            self.house.entries.use(person.id)
            return decision

        await self.change(decision_of)
        answer = self.sitting.answers.given(person.id, action.id)
        assert answer is not None, "it was just carried out, or was before"
        return Done(
            True, action.id, answer.version, answer.seat if isinstance(action, actions.JoinAction) else None
        )

    async def _rematch(self, action: actions.RematchAction, context: DecisionContext) -> Done:
        decide.rematch_seat(self.sitting, context)
        if self.sitting.rematch is None:
            new = await self.house.open_rematch(
                self.sitting, action.begins
            )  # the same id for concurrent requests
            await self.change(
                lambda sitting: None if sitting.rematch else decide.rematch(sitting, new, context, action.id)
            )
        return Done(True, action.id, self.sitting.version, table=self.sitting.rematch)

    async def change(self, decision_of: Callable[[Sitting], Consequences | None]) -> None:
        """Decide on the current state, append the entries to the journal, then apply and send them.

        After a conflict with another process, read its entries and decide again. A decision of None changes
        nothing.
        """
        self._changes += 1
        try:
            async with self.lock:
                for attempt in range(ATTEMPTS + 1):
                    decision = await self._decided(decision_of)
                    if decision is None:
                        return
                    if attempt == ATTEMPTS:
                        raise Refused("overtaken")
                    try:
                        await self.house.journal.append(
                            self.sitting.facts.id, self.sitting.number, decision.entries, decision.phase
                        )
                    except JournalConflict:
                        await self._read_on()
                        continue
                    self._moved_here = True
                    self._show(decision)
                    return
        finally:
            self._changes -= 1
            if not self._changes:
                for listener in self.listeners:
                    listener.settled()

    async def _decided(self, decision_of: Callable[[Sitting], Consequences | None]) -> Consequences | None:
        """Decide on the current state; if refused, first read what other processes wrote.

        A repeated request may already have been carried out by a process that failed before it answered.
        """
        try:
            return decision_of(self.sitting)
        except Refused:
            if not self.house.journal.is_shared or not await self._read_on():
                raise
            return decision_of(self.sitting)

    @property
    def is_changing(self) -> bool:
        """Whether a change is in progress."""
        return self._changes > 0

    def catch_up(self, number: float = math.inf) -> None:
        """Read what other processes have written, at least up to `number`, and retry until it succeeds."""
        self._written_elsewhere = max(self._written_elsewhere, number)
        if not self._is_catching_up:
            self._is_catching_up = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        while True:
            try:
                async with self.lock:
                    self._is_catching_up = False  # later announcements need another read
                    written, self._written_elsewhere = self._written_elsewhere, 0
                    if written > self.sitting.number:  # otherwise it was read meanwhile
                        await self._read_on()
                return
            except Exception:
                self._written_elsewhere = math.inf
                log.exception(
                    "reading entries of other processes failed; retrying",
                    extra={"table": self.sitting.facts.id},
                )
                await asyncio.sleep(AGAIN)

    async def _read_on(self) -> bool:
        """Read, apply and send entries of other processes; return whether there were any."""
        if new := await self.house.journal.read(self.sitting.facts.id, self.sitting.number):
            self._moved_here = False
            self._show(Consequences(new))
            return True
        try:
            await self.house.journal.facts(self.sitting.facts.id)
        except UnknownTable:
            self.house.drop_table(self.sitting.facts.id)
            raise Refused("no_table") from None
        return False

    def _show(self, decision: Consequences) -> None:
        """Apply stored entries to the sitting, notify the listeners and schedule what follows."""
        decision.carry_out(self.sitting)
        if not self._moved_here:
            self._clamp_times()
        seats_changed = any(isinstance(entry, SEATING) for entry in decision.entries)
        chosen = {entry.seat for entry in decision.entries if isinstance(entry, Chosen)}
        for listener in self.listeners:
            listener.table_changed(seats_changed=seats_changed, chosen=chosen)
        if seats_changed:
            self.tell_presence()
        self.schedule()
        self.house.turned(self)

    def frame(self, viewer: int, language: str, since: int, words: bool = True) -> bytes:
        """Render a viewer's current frame as JSON."""
        return msgspec.json.encode(
            self._frames.frame(viewer, language, since, FrameMoment(now(), self.window_opened()), words)
        )

    def labels(self, viewer: int, language: str, moves: Iterable[str]) -> dict[str, str]:
        """Return the labels of legal moves."""
        return self._frames.labels(viewer, language, moves)

    def _clamp_times(self) -> None:
        """Clamp times in the future, written by another clock or before this one was corrected."""
        self.sitting.moved_at = min(self.sitting.moved_at, now())
        if clocks := self.sitting.clocks:
            clocks.since = min(clocks.since, now())

    def window_opened(self) -> int:
        """Return when the timed window began: at the last move, or when the first current viewer came."""
        return max(self.sitting.moved_at, self._watched_since)

    # Presence

    def arrive(self, listener: "Listener") -> None:
        """Add a connection, resume bots, and give a person back the seats that bots played for them."""
        if not self.listeners:
            self._watched_since = now()
        self.last_address = listener.address
        self.presence.arrive(listener)
        self.tell_presence()
        self.house.announce(self)
        self.schedule()
        if any(self.sitting.seats[seat].is_missed for seat in self.sitting.seats_of(listener.person.id)):
            self._spawn(
                self.change(lambda sitting: stand_in_bots.give_seats_back(sitting, listener.person.id, now()))
            )

    def depart(self, listener: "Listener") -> None:
        """Remove a connection; its person counts as present for a while longer (`PATIENCE`)."""
        self.presence.depart(listener)
        self.house.left(self, listener.person.id)
        if not self.listeners:
            self._frames = FrameRenderer(self.sitting)  # free the render cache with the last viewer
        self.tell_presence()
        self.house.announce(self)

    def _here(self) -> PeoplePresent:
        """Return which seats are present, the number of spectators and some of their names."""
        people, owners = self.presence.people, {table_seat.owner for table_seat in self.sitting.seats}
        here = [table_seat.kind == "bot" or table_seat.owner in people for table_seat in self.sitting.seats]
        watchers = {
            listener.person.id: listener.person.name
            for listener in self.listeners
            if listener.person.id not in owners
        }
        return PeoplePresent(
            here,
            len(people - owners),
            sorted(name for name in watchers.values() if name)[:NAMED],
            self._getting_ready,
        )

    def tell_presence(self) -> None:
        """Send all listeners who is present."""
        message = msgspec.json.encode(self._here())
        for listener in self.listeners:
            listener.put(message)

    # Clock and bots

    def schedule(self) -> None:
        """Schedule what happens without a request: chance moves, timers, the turns and hints of bots.

        Bots pause while no person is present.
        """
        sitting = self.sitting
        if sitting.phase != "playing":
            return
        asked = sitting.legal_moves
        if CHANCE in asked and not sitting.facts.companion:
            self._change_until_written(
                sitting.turn,
                lambda s: consequences.chance_moves(s, now()) if CHANCE in s.legal_moves else None,
            )
        self._set_window_timer()
        if sitting.clocks:
            self._set_clock_timer(sitting.clocks)
        bots = [
            seat
            for seat in asked
            if seat != CHANCE and sitting.seats[seat].level and seat not in sitting.chosen
        ]
        if bots and (self.is_watched or self.house.plays_unwatched(sitting)):
            for seat in bots:
                if seat not in self._thinking:
                    self._thinking[seat] = asyncio.create_task(
                        self._bot_turn(seat, sitting.asked_since[seat])
                    )
        if sitting.facts.hints:
            self.adviser.think_ahead()

    def _set_window_timer(self) -> None:
        """Schedule the end of the timed window; without viewers it stays open."""
        window = self.sitting.window()
        if self._window_timer and (
            not window or not self.listeners or self._window_timer[0] != self.sitting.turn
        ):
            self._window_timer[1].cancel()
            self._window_timer = None
        if window and self.listeners and not self._window_timer:
            turn = self.sitting.turn
            wait = (
                self.window_opened() + window.milliseconds - now() + 1
            ) / 1000  # not before the displayed end, despite rounding
            handle = asyncio.get_running_loop().call_later(max(0.0, wait), self._close_window, turn)
            self._window_timer = turn, handle

    def _set_clock_timer(self, clocks: SeatClocks) -> None:
        """Schedule the time-out of the running clock, with or without viewers.

        The time before this process started does not count: the player could not move while it was down.
        """
        if self._clock_timer:
            self._clock_timer.cancel()
            self._clock_timer = None
        turn = self.sitting.turn
        if clocks.ends is None:
            return
        if clocks.since < self.house.began:
            clocks.skip(now())
            self._change_until_written(
                turn, lambda sitting: Consequences([Resumed(at=now())]) if sitting.turn == turn else None
            )
        wait = (clocks.ends - now() + 1) / 1000
        self._clock_timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._time_out, turn)

    def _time_out(self, turn: int) -> None:
        """End the game if the running clock has reached zero."""
        self._clock_timer = None
        self._change_until_written(turn, lambda sitting: consequences.time_out(sitting, now()))

    def _close_window(self, turn: int) -> None:
        """End the timed window of this turn, unless it has ended already."""
        self._window_timer = None
        self._change_until_written(
            turn,
            lambda sitting: (
                consequences.close_window(sitting, now())
                if sitting.turn == turn and sitting.window()
                else None
            ),
        )

    def _change_until_written(self, turn: int, decision_of: Callable[[Sitting], Consequences | None]) -> None:
        """Make an automatic change, and retry until it is written."""

        async def try_on() -> None:
            try:
                while True:
                    try:
                        return await self.change(decision_of)
                    except Exception:
                        log.exception(
                            "writing an automatic change failed; retrying",
                            extra={"table": self.sitting.facts.id},
                        )
                        await asyncio.sleep(AGAIN)
            finally:
                self._due.discard(turn)

        if turn not in self._due:
            self._due.add(turn)
            self._spawn(try_on())

    async def _bot_turn(self, seat: int, asked_since: int) -> None:
        """Let a bot choose, wait until its answer is due, and play the move if it is still asked for.

        Whatever happens, `schedule` then starts the turns that are due.
        """
        sitting, settings = self.sitting, self.house.settings
        try:
            if not self._moved_here:
                await asyncio.sleep(OTHERS_FIRST)
            level, begun = sitting.seats[seat].level, time.monotonic()
            if level and sitting.asked_since.get(seat) == asked_since and seat in sitting.legal_moves:
                secret = sitting.has_secret(seat)
                move = await self._chosen(seat, level)
                thought = time.monotonic() - begun
                answers = answers_after(thought, settings.bot_delay, settings.bot_seconds, is_open=not secret)
                await asyncio.sleep(answers - thought)
                while (
                    early := sitting.not_before() - now()
                ) > 0:  # people can end the wait by saying they are ready
                    await asyncio.sleep(min(early / 1000, LOOKS_AGAIN))

                def decision_of(sitting: Sitting) -> Consequences | None:
                    is_still_asked = (
                        seat in sitting.legal_moves
                        and sitting.asked_since[seat] == asked_since
                        and sitting.phase == "playing"
                    )
                    if not is_still_asked or sitting.seats[seat].level != level or seat in sitting.chosen:
                        return None
                    if move is None or (
                        move not in sitting.legal_moves[seat] and not is_built_in(sitting.variant.game, level)
                    ):
                        return self._another(seat, level)
                    return consequences.play(sitting, seat, move, now())

                await self.change(decision_of)
        except Refused as refusal:
            log.warning(
                "a bot's move was refused: %s", refusal, extra={"table": sitting.facts.id, "seat": seat}
            )
            await asyncio.sleep(0.2)
        except Exception:
            log.exception("a bot's turn failed", extra={"table": sitting.facts.id, "seat": seat})
            await asyncio.sleep(1)
        finally:
            self._thinking.pop(seat, None)
        self.schedule()

    async def _chosen(self, seat: int, level: str) -> str | None:
        """Return a bot's move; None if an external bot failed or is no longer installed."""
        try:
            sitting, pace = self.sitting, self.sitting.pace.settings
            is_challenge = (
                sitting.facts.challenge is not None
            )  # the same for each player: limited by nodes, with a fixed seed
            seconds = None if is_challenge else self.house.settings.bot_seconds
            seed = sitting.seed_of_bot(seat) if is_challenge else None
            asked = question(sitting.table, seat, level, seconds, pace, whose=self.last_address, seed=seed)
        except BadOption:
            return None
        begun = time.perf_counter()
        try:
            return await self.house.players.choose(asked, lambda rules: self._tell_getting_ready(seat, rules))
        finally:
            self.house.measures.thoughts.observe(time.perf_counter() - begun)

    def _another(self, seat: int, level: str) -> Consequences:
        """Replace an external bot that failed, broke the rules or timed out by a built-in one."""
        log.warning(
            "a bot has lost its seat", extra={"table": self.sitting.facts.id, "seat": seat, "level": level}
        )
        new = stand_in(self.sitting.variant.game)
        return Consequences(
            [BotSeated(seat=seat, level=new, name=self.sitting.seats[seat].bot_name, at=now())]
        )

    def _tell_getting_ready(self, seat: int, rules: int) -> None:
        """Send all listeners how many rules the bot of a seat has yet to compile."""
        if self._getting_ready.get(seat, 0) != rules:
            others = {other: at for other, at in self._getting_ready.items() if other != seat}
            self._getting_ready = others | ({seat: rules} if rules else {})
            self.tell_presence()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task that `stop` cancels; its errors are logged."""
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("a table's clock failed", extra={"table": self.sitting.facts.id})

    def stop(self) -> None:
        """Cancel all tasks and timers of the table."""
        self.adviser.stop()
        for task in [*self._thinking.values(), *self._tasks]:
            task.cancel()
        if self._window_timer:
            self._window_timer[1].cancel()
        if self._clock_timer:
            self._clock_timer.cancel()


def answers_after(thought: float, delay: float, seconds: float, *, is_open: bool) -> float:
    """Return the seconds from question to answer, given the thinking time.

    In games with hidden hands the time must not reveal how hard the choice was, so answers come at multiples
    of a fixed interval.
    """
    if is_open:
        return max(delay, thought)
    beat = max(delay, EVEN * seconds)
    return beat * max(1, math.ceil(thought / beat)) if beat else thought
