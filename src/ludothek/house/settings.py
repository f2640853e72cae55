"""Settings of the server: from arguments, environment variables (`LUDOTHEK_…`) or a TOML file.

Arguments override the environment, which overrides the file.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_origin, get_type_hints

import msgspec

from ludothek.core import Refusal

PREFIX = "LUDOTHEK_"
FILE = f"{PREFIX}CONFIG"  # the environment variable that names the file
OTHERS = {
    f"{PREFIX}CACHE",
    f"{PREFIX}KERNELS",
    f"{PREFIX}LANG",
    f"{PREFIX}MACHINE",
    f"{PREFIX}SAVES",
}  # read elsewhere in Ludothek


class BadSetting(Refusal):
    """A setting that does not exist, or a value it cannot have."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""  # the public address for invitations, as https://games.example.org
    door: bool = False  # whether a user of this machine may open the server to the home network
    home_addresses: list[str] = []  # this machine's home network addresses; detected if empty
    https: bool = False  # with our own certificate, for home networks; use a proxy in public
    certificates: str = ""  # the folder of that certificate; by default in the user's data folder
    db: str = ""  # ludothek.db here where there is one, else in the user's data folder
    secret: str = ""  # signs cookies; made and kept in the database when empty
    secure: bool = False  # cookies only over https; set it behind a proxy that speaks https
    origins: list[str] = []  # other origins whose pages may talk to us, besides our own
    proxies: list[str] = []  # addresses trusted for X-Forwarded-For and -Proto; "*" trusts all
    prefix: str = ""  # the path under which a proxy shows this server, as /games
    frames: list[str] = []  # origins that may embed our pages in a frame
    static: str = ""  # the folder of the built pages; the one in the package when empty
    metrics: list[str] = msgspec.field(
        default_factory=lambda: ["127.0.0.1", "::1"]
    )  # addresses that may read /metrics; "*" for all
    log_level: str = "info"
    log_format: str = "json"  # or text
    bot_workers: int = 0  # processes for bots; 0: one less than there are cores, at least one
    bot_delay: float = 0.8  # minimum seconds before a bot's move
    players: list[str] = []  # external bots that tables may seat: GAME.NAME=module:object
    bot_seconds: float = 1.0  # seconds a bot may think
    time_scale: float = 1.0  # stretches every clock of every game; for tests
    tables_per_minute: int = 12  # that a person may open
    chats_per_minute: int = 20
    take_backs_per_minute: int = 300
    entries_per_day: int = 20_000  # that one person adds to tables
    hints_per_minute: int = 20
    reviews_per_hour: int = 30  # requested from one address
    joins_per_hour: int = 30  # attempts per address to join as a person by link, phrase or passkey
    # Seconds before an absent person is notified of their turn
    call_after: int = 60
    smtp_host: str = ""  # mail server for notices; also needs `mail_from` and `address`
    smtp_port: int = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # as Ludothek <games@example.org>
    mails_per_hour: int = 20  # to unconfirmed addresses in all; three per person and client address
    call_hosts: list[
        str
    ] = []  # hosts (or host:port) that web hooks may use despite being private or plain http
    messages_per_second: int = 40  # of one connection
    kept_open: int = 100  # tables kept in memory without connections
    keep_unfinished_days: int = 180  # after which an inactive unfinished table is deleted; 0: never
    keep_chat_days: int = 30  # after which chat texts are erased; 0: never
    connections: int = 4000  # open at a time
    connections_per_address: int = 200

    def database(self) -> str:
        """Return the database URL or file."""
        here = Path("ludothek.db")
        if self.db or here.exists():
            return self.db or str(here.resolve())
        import platformdirs  # not available in a page

        folder = platformdirs.user_data_path("ludothek", ensure_exists=True)
        return str(folder / here)

    def workers(self) -> int:
        return self.bot_workers or max(1, (os.cpu_count() or 2) - 1)


def read(given: Mapping[str, object], environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process. Arguments that are None count as not given."""
    environment = os.environ if environment is None else environment
    known = get_type_hints(Settings)
    values: dict[str, object] = {}
    if path := environment.get(FILE):
        values |= _from_file(Path(path), known)
    for name, value in environment.items():
        if name.startswith(PREFIX) and name != FILE and name not in OTHERS:
            key = name.removeprefix(PREFIX).lower()
            if key not in known:
                raise BadSetting(
                    f"{name}: there is no such setting; "
                    f"there are {', '.join(PREFIX + k.upper() for k in known)}"
                )
            values[key] = value.split(",") if get_origin(known[key]) is list else value
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"settings: {error}") from None


def _from_file(path: Path, known: Mapping[str, type | UnionType | Any]) -> dict[str, object]:
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{path}: {error}") from None
    for name in values:
        if name not in known:
            raise BadSetting(f"{path}: there is no setting {name!r}; there are {', '.join(known)}")
    return values
