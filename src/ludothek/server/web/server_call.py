"""A call of the HTTP interface: the request, and what its answer sets besides the content."""

from dataclasses import dataclass, field

from litestar.datastructures import Cookie

from ludothek.house.api.person_types import Me
from ludothek.house.api.routes import Call
from ludothek.house.api.table_types import OpenedTable
from ludothek.house.people.person import COOKIE, Person, checked_name, fresh
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.http_requests import (
    base_path_of,
    cookie_for,
    house_of,
    origin_of,
    person_of,
    service_for,
    was_signed_out,
)
from ludothek.server.web.parameters import AnyRequest


@dataclass(frozen=True)
class ServerCall(Call):
    """A call with the request, and with the headers and cookies of its response."""

    request: AnyRequest
    headers: dict[str, str] = field(default_factory=dict)  # of the answer
    cookies: list[Cookie] = field(default_factory=list)  # of the answer

    @classmethod
    def of(cls, request: AnyRequest) -> "ServerCall":
        return cls(service_for(request), request)

    @property
    def house(self) -> ServerHouse:
        return house_of(self.request)

    @property
    def person(self) -> Person | None:
        return person_of(self.request)

    @property
    def known_person(self) -> Person:
        """The person; a client without one is refused."""
        return self.service.known_person

    @property
    def language(self) -> str:
        return self.service.language

    @property
    def household(self) -> str:
        """The client's address, as rate limits count it."""
        return self.service.address

    @property
    def origin(self) -> str:
        """The origin of the page that sends the request."""
        return origin_of(self.request)

    @property
    def user_agent(self) -> str:
        return self.request.headers.get("user-agent", "")

    def sign_in(self, person: Person) -> None:
        """Set the cookie that identifies a person."""
        self.cookies.append(cookie_for(self.request, person))

    def sign_out(self) -> None:
        """Delete the cookie that identifies the person."""
        self.cookies.append(Cookie(key=COOKIE, path=base_path_of(self.request), expires=0, max_age=0))

    async def introduce(self) -> Me:
        person, register = self.person or fresh(), self.house.register
        await register.note_seen(person)
        is_known = await register.devices_of(person.id) is not None
        self.sign_in(person)
        return Me(person.id, person.name, is_known, was_signed_out(self.request))

    async def rename(self, name: str) -> Me:
        old, new_name = self.known_person, checked_name(name)
        await self.house.register.rename(old.id, new_name)
        person = Person(old.id, new_name, old.device)
        await self.house.champions.rename(person)
        self.sign_in(person)
        return Me(person.id, person.name)

    async def bring_table(self, content: bytes) -> OpenedTable:
        live = await self.house.bring(self.known_person, content, self.language, self.household)
        return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def prepare_printing(self) -> None:
        """Do nothing: a server has the print library."""
