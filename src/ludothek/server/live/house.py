"""All that one server process has: its database, its open tables, its bots, and what it hears from other processes."""

import asyncio
import logging
import secrets
from collections import OrderedDict

from ludothek.bots import levels
from ludothek.core import BadKit, BadOption, Refusal, Variant
from ludothek.core.chance import SecretSeed
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table, seat_of
from ludothek.server.live.advice import hints_by_default
from ludothek.server.live.clock import now
from ludothek.server.live.limits import Limit
from ludothek.server.live.open_table import OpenTable
from ludothek.server.players.pool import Players
from ludothek.server.settings import Settings
from ludothek.server.store import database
from ludothek.server.store.journal import Journal, NoTable
from ludothek.server.store.news import News
from ludothek.server.table import decide
from ludothek.server.table.entries import Entry, Facts
from ludothek.server.table.pace import Pace, has_windows
from ludothek.server.table.people import Person, Signer, checked_name, checked_text
from ludothek.server.table.shapes import NewTable, SeatWish
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.words import TEXTS, Refused

TITLE_LENGTH = 40
ID_LENGTH = 32
PEOPLE_AT_AN_ADDRESS = 10  # who open tables at the same time
log = logging.getLogger(__name__)


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.engine = database.engine_for(settings.db)
        self.journal = Journal(self.engine, self.process)
        self.players = Players(settings.workers())
        self.news = News(self.engine, self.process, self._heard, self._missed)
        self.openings = Limit(settings.tables_per_minute, 60)
        self.openings_from = Limit(settings.tables_per_minute * PEOPLE_AT_AN_ADDRESS, 60)  # whoever makes themselves a new person each time
        self.requests = Limit(2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2)  # by address, of those that ask without a socket
        self.chats = Limit(settings.chats_per_minute, 60)
        self.hints = Limit(settings.hints_per_minute, 60)
        self.signer = Signer(settings.secret or secrets.token_hex(32))
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False

    async def start(self) -> None:
        await database.migrate(self.engine)
        if not self.settings.secret:
            async with self.engine.begin() as connection:
                self.signer = Signer(await database.kept_secret(connection, secrets.token_hex(32)))
        await self.news.start()

    def say_goodbye(self) -> None:
        self.is_closing = True
        for live in self._open.values():
            for listener in live.listeners:
                listener.close()

    async def stop(self) -> None:
        self.say_goodbye()
        for live in self._open.values():
            live.stop()
        await self.news.stop()
        self.players.stop()
        await self.engine.dispose()

    @property
    def open_tables(self) -> int:
        return len(self._open)

    @property
    def connections(self) -> int:
        return sum(len(live.listeners) for live in self._open.values())

    async def table(self, table: str) -> OpenTable:
        """The table of that id, read from the database where it is not open yet."""
        if (live := self._open.get(table)) is not None:
            self._open.move_to_end(table)
            return live
        if not 1 <= len(table) <= ID_LENGTH or not table.isascii() or not table.isprintable():
            raise Refused("no_table")
        async with self._opening.setdefault(table, asyncio.Lock()):
            try:
                if table not in self._open:
                    self._keep(await self._read(table))
            except NoTable:
                raise Refused("no_table") from None
            finally:
                self._opening.pop(table, None)
        return self._open[table]

    async def _read(self, table: str) -> OpenTable:
        sitting = Sitting(await self.journal.facts(table), self.settings.time_scale)
        for entry in await self.journal.read(table):
            sitting.apply(entry)
        return OpenTable(self, sitting)

    def _keep(self, live: OpenTable) -> None:
        self._open[live.sitting.facts.id] = live
        for table, other in list(self._open.items())[: max(0, len(self._open) - self.settings.kept_open)]:
            if other.is_idle and other is not live:
                del self._open[table]
        live.schedule()

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str) -> OpenTable:
        self.openings.use(person.id)
        self.openings_from.use(address)
        facts = self._facts(person, wish)
        at, guest = facts.created, TEXTS[language]["words.guest"]
        sitting = Sitting(facts, self.settings.time_scale, written=[])
        for seat, wanted in enumerate(wish.seats):
            if wanted.kind == "me":
                name = checked_name(wanted.name or person.name or guest)
                sitting.apply(decide.sit_down(seat, person.id, decide.unlike(name, sitting), at))
            elif wanted.kind == "bot":
                level = wanted.level or levels(sitting.variant.game)[0]
                sitting.apply(decide.seat_bot(sitting, seat, level, set(sitting.names), person.id, at))
        return await self._opened(sitting)

    def _facts(self, person: Person, wish: NewTable) -> Facts:
        if wish.game not in game_ids():
            raise Refused("no_game", f"there is no game {wish.game!r}; there are: {', '.join(game_ids())}")
        game = find(wish.game)
        try:
            variant = game.variant(len(wish.seats), wish.options, wish.kit)
            pace = Pace(variant, wish.pace, clock=False).settings
        except BadKit as refusal:
            raise Refused("bad_kit", refusal) from None
        except BadOption as refusal:
            raise Refused("bad_option", str(refusal)) from None
        for wanted in wish.seats:
            _check(wanted)
        has_open_seat = any(wanted.kind == "open" for wanted in wish.seats)
        _check_beginning(variant, wish)
        return Facts(
            id=secrets.token_urlsafe(16),
            game=game.id,
            seats=variant.seats,
            options=variant.options,
            kit=wish.kit,
            pace=pace,
            name=checked_text(wish.name, TITLE_LENGTH, "bad_title", marks="<>", least=0),
            companion=wish.companion,
            public=wish.public,
            child_safe=wish.child_safe,
            clock=has_windows(game) and (has_open_seat if wish.clock is None else wish.clock),
            creator=person.id,
            seed=SecretSeed.fresh().seed.hex(),
            created=now(),
            hints=hints_by_default(game, wish) if wish.hints is None else wish.hints,
            beginning=wish.moves,
        )

    async def open_again(self, old: Sitting) -> str:
        """A new table for the same people: all move on by one seat, so that somebody else begins."""
        new = {"id": secrets.token_urlsafe(16), "seed": SecretSeed.fresh().seed.hex(), "created": now(), "creator": old.host}
        facts = Facts(**{name: getattr(old.facts, name) for name in Facts.__struct_fields__} | new)
        sitting = Sitting(facts, self.settings.time_scale, written=[])
        count = len(old.chairs)
        for seat in range(count):
            chair = old.chairs[(seat + 1) % count]
            if chair.owner:
                sitting.apply(decide.sit_down(seat, chair.owner, chair.name, facts.created))
            if chair.level:
                sitting.apply(Entry(kind="bot", seat=seat, text=chair.level, note=chair.bot_name, person=old.host, at=facts.created))
        return (await self._opened(sitting)).sitting.facts.id

    async def _opened(self, prepared: Sitting) -> OpenTable:
        """Write a new table; its game begins at once where nobody is waited for."""
        facts = prepared.facts
        if all(chair.kind != "open" for chair in prepared.chairs):
            prepared.apply(Entry(kind="start", at=facts.created))
            for entry in decide.chance_moves(prepared, [], facts.created).entries:
                prepared.apply(entry)
        await self.journal.open(facts, prepared.written or [], prepared.phase)
        prepared.written = None
        if any(chair.level for chair in prepared.chairs):
            self.players.warm_up()
        live = OpenTable(self, prepared)
        self._keep(live)
        return live

    # Other processes

    def announce(self, live: OpenTable) -> None:
        """Tell the other processes who is at a table here."""
        if self.news.is_shared and not self.is_closing:
            self._spawn_tell("here", live)

    def _spawn_tell(self, word: str, live: OpenTable) -> None:
        people = " ".join([self.process, *live.people_here()][:200])
        task = asyncio.get_running_loop().create_task(self.news.tell(word, live.sitting.facts.id, people))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, word: str, table: str, rest: str) -> None:
        live = self._open.get(table)
        if live is None:
            return
        if word == "changed":
            task = asyncio.get_running_loop().create_task(live.catch_up())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        process, *people = rest.split(" ")
        is_new = process not in live.elsewhere
        live.elsewhere[process] = people
        live.tell_presence()
        if is_new and live.listeners:  # a process that has just opened the table does not know who is here
            self.announce(live)

    def _missed(self) -> None:
        for table in self._open:
            self._heard("changed", table, "")


def _check(wanted: SeatWish) -> None:
    if wanted.kind not in ("me", "bot", "open"):
        raise Refused("bad_request", f"a seat is for 'me', 'bot' or 'open', not {wanted.kind!r}")


def _check_beginning(variant: Variant, wish: NewTable) -> None:
    """A record may be gone on from where its chance was not drawn by us: there the seed of the table would prove nothing."""
    if any(seat == "chance" for seat, _ in wish.moves) and not wish.companion:
        raise Refused("bad_moves", "a record with dice or cards in it can only be gone on from with the box on the table (companion)")
    table = Table(variant)
    try:
        for seat, move in wish.moves:
            table.play(seat_of(seat), move)
    except Refusal as refusal:
        raise Refused("bad_moves", f"move {len(table.moves)}: {refusal}") from None
