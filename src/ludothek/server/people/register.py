"""Register of the people who are known by more than a cookie: their names and devices.

A person who has never asked for a second device has only a cookie and no row. From the first link, phrase or
passkey on, the person is in the register, and only the devices on their list are accepted: removing a device
from the list signs it out.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.house.people.person import Person, fresh_device
from ludothek.house.table.refusals import Refused
from ludothek.server.database.schema import devices, passes, passkeys, people
from ludothek.server.people import recovery_phrase as phrases
from ludothek.server.people.recovery_phrase import PhraseMark
from ludothek.server.people.slow_hash import SlowHash

REMEMBERED = 10_000  # people in the memory cache
MOST_DEVICES = 20
MOST_TRIES, TRIES_WITHIN = 10, 3_600_000  # attempts at one phrase; within these milliseconds
SEEN_EVERY = 3_600_000  # milliseconds between two updates of a device's `seen`
LABELS = {
    "browser": {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"},
    "system": {
        "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "CrOS": "ChromeOS",
        "Linux": "Linux",
    },
}  # fmt: skip


@dataclass(frozen=True)
class KnownPerson:
    name: str
    devices: frozenset[str]


@dataclass(frozen=True)
class Device:
    id: str
    label: str
    made: int
    seen: int


@dataclass(frozen=True)
class JoinResult:
    """A person's row in the register, with their devices."""

    kept: str
    has_phrase: bool
    devices: list[Device]


class PersonRegister:
    def __init__(self, engine: AsyncEngine, clock: Callable[[], int], tell: Callable[[str], None]) -> None:
        """`tell` is called with the id of each person whose record has changed."""
        self.engine = engine
        self.clock = clock
        self.slow_hash = SlowHash()
        self._tell = tell
        self._known: OrderedDict[str, KnownPerson | None] = OrderedDict()
        self._changes = 0

    # Who asks

    async def recognise(self, person: Person) -> Person | None:
        """Return the cookie's person under their present name; None if that device was signed out."""
        known = await self._look_up(person.id)
        if known is None:
            return person
        return Person(person.id, known.name, person.device) if person.device in known.devices else None

    async def devices_of(self, person: str) -> frozenset[str] | None:
        """Return the person's registered devices; None if unregistered.

        A device of an unregistered person only needs the cookie.
        """
        known = await self._look_up(person)
        return known.devices if known else None

    async def name_of(self, person: str) -> str:
        known = await self._look_up(person)
        return known.name if known else ""

    async def _look_up(self, person: str) -> KnownPerson | None:
        if person in self._known:
            self._known.move_to_end(person)
            return self._known[person]
        changes = self._changes
        async with self.engine.connect() as connection:
            name = (await connection.execute(sa.select(people.c.name).where(people.c.id == person))).scalar()
            listed = (
                await connection.execute(sa.select(devices.c.id).where(devices.c.person == person))
            ).scalars()
            known = None if name is None else KnownPerson(name, frozenset(listed))
        if changes == self._changes:  # a record that changed during the read is not cached
            self._known[person] = known
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known

    def changed(self, person: str | None = None) -> None:
        """Invalidate the cached record of one person, or of all."""
        self._changes += 1
        if person is None:
            self._known.clear()
        else:
            self._known.pop(person, None)

    def _changed_here(self, person: str) -> None:
        self.changed(person)
        self._tell(person)

    # Being known

    async def entered(self, person: str) -> JoinResult | None:
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(people).where(people.c.id == person))).first()
            listed = await connection.execute(
                sa.select(devices).where(devices.c.person == person).order_by(devices.c.made)
            )
            found = [Device(device.id, device.label, device.made, device.seen) for device in listed]
        return JoinResult(row.kept, row.phrase is not None, found) if row else None

    async def enter(self, person: Person, label: str) -> None:
        """Register a person, with the present device as the first on their list."""
        async with self.engine.begin() as connection:
            at = self.clock()
            await connection.execute(_ENTER, {"id": person.id, "name": person.name, "at": at})
            await connection.execute(
                _ADD_DEVICE, {"person": person.id, "id": person.device, "label": label, "at": at}
            )
        self._changed_here(person.id)

    async def add_device(self, person: str, label: str) -> Person:
        """Add a device to a registered person; return the person as identified on that device."""
        async with self.engine.begin() as connection:
            name = (await connection.execute(sa.select(people.c.name).where(people.c.id == person))).scalar()
            if name is None:
                raise Refused("pass_unknown")
            count = sa.select(sa.func.count()).select_from(devices).where(devices.c.person == person)
            if (await connection.execute(count)).scalar_one() >= MOST_DEVICES:
                raise Refused("too_many_devices", n=MOST_DEVICES)
            new = Person(person, name, fresh_device())
            await connection.execute(
                _ADD_DEVICE, {"person": person, "id": new.device, "label": label, "at": self.clock()}
            )
        self._changed_here(person)
        return new

    async def rename(self, person: str, name: str) -> None:
        async with self.engine.begin() as connection:
            changed = (
                await connection.execute(people.update().where(people.c.id == person).values(name=name))
            ).rowcount
        if changed:
            self._changed_here(person)

    async def keep(self, person: str, kept: str) -> None:
        """Store what the person's pages save for their next device."""
        async with self.engine.begin() as connection:
            await connection.execute(people.update().where(people.c.id == person).values(kept=kept))

    async def note_seen(self, person: Person) -> None:
        if not await self.devices_of(person.id):
            return
        async with self.engine.begin() as connection:
            mine = (
                devices.c.person == person.id,
                devices.c.id == person.device,
                devices.c.seen < self.clock() - SEEN_EVERY,
            )
            await connection.execute(devices.update().where(*mine).values(seen=self.clock()))

    async def sign_out(self, person: Person, device: str | None) -> set[str]:
        """Take a device off the list; without `device`, all but the one that asks.

        Unused links are deleted too: it is unknown who has them.
        """
        async with self.engine.begin() as connection:
            listed = set(
                (
                    await connection.execute(sa.select(devices.c.id).where(devices.c.person == person.id))
                ).scalars()
            )
            going = listed - {person.device} if device is None else listed & {device}
            if device is not None and not going:
                raise Refused("no_device")
            if going == listed and not await _has_another_way(connection, person.id):
                raise Refused("last_device")
            await connection.execute(
                devices.delete().where(devices.c.person == person.id, devices.c.id.in_(going))
            )
            await connection.execute(
                passes.delete().where(
                    passes.c.person == person.id, passes.c.kind == "link", passes.c.used.is_(None)
                )
            )
        self._changed_here(person.id)
        return going

    # Phrases

    async def give_phrase(self, person: str) -> PhraseMark:
        """Create a phrase that replaces the previous one."""
        while True:
            new = phrases.fresh()
            values = {
                "handle": new.handle,
                "phrase": await self.slow_hash.of(new.secret),
                "tries": 0,
                "tried": 0,
            }
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(people.update().where(people.c.id == person).values(values))
                return new
            except IntegrityError:  # the handle is taken
                continue

    async def drop_phrase(self, person: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(
                people.update().where(people.c.id == person).values(handle=None, phrase=None)
            )

    async def whose(self, phrase: PhraseMark) -> str:
        """Return the person whom the phrase identifies.

        After too many attempts a handle is refused until the time limit is over.
        """
        at = self.clock()
        async with self.engine.begin() as connection:
            row = (
                await connection.execute(
                    _COUNT_TRY, {"handle": phrase.handle, "at": at, "before": at - TRIES_WITHIN}
                )
            ).first()
        if row is not None and row.tries > MOST_TRIES:
            raise Refused("too_many", retry_in_ms=row.tried + TRIES_WITHIN - at)
        if not await self.slow_hash.matches(phrase.secret, row.phrase if row else None):
            raise Refused("phrase_wrong")
        assert row is not None, "it matched"
        async with self.engine.begin() as connection:
            await connection.execute(people.update().where(people.c.id == row.id).values(tries=0))
        return str(row.id)


async def _has_another_way(connection: AsyncConnection, person: str) -> bool:
    phrase = sa.select(people.c.id).where(people.c.id == person, people.c.phrase.is_not(None))
    passkey = sa.select(passkeys.c.id).where(passkeys.c.person == person)
    return any([(await connection.execute(way.limit(1))).first() for way in (phrase, passkey)])


def label_of(user_agent: str) -> str:
    """Derive a label from a User-Agent: browser and system; empty if neither is recognised."""
    found = (
        next((name for sign, name in known.items() if sign in user_agent), "") for known in LABELS.values()
    )
    return " · ".join(filter(None, found))


_ENTER = sa.text(
    "INSERT INTO people (id, name, kept, tries, tried, made) VALUES (:id, :name, '{}', 0, 0, :at) ON CONFLICT DO NOTHING"
)
_ADD_DEVICE = sa.text(
    "INSERT INTO devices (person, id, label, made, seen) VALUES (:person, :id, :label, :at, :at) ON CONFLICT DO NOTHING"
)
_COUNT_TRY = sa.text(  # counted before the phrase is checked, so that concurrent attempts are all counted
    "UPDATE people SET tries = CASE WHEN tried > :before THEN tries + 1 ELSE 1 END,"
    " tried = CASE WHEN tried > :before THEN tried ELSE :at END WHERE handle = :handle RETURNING id, phrase, tries, tried"
)
