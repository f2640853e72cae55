"""Quiet hours in a person's time zone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from ludothek.house.table.refusals import Refused

DAY = 24 * 60  # minutes


@dataclass(frozen=True)
class QuietHours:
    """An interval of the day in minutes, which may span midnight; none if both ends are the same."""

    begins: int
    ends: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.begins < DAY and 0 <= self.ends < DAY):
            raise Refused("bad_hours")
        if self.zone not in available_timezones():
            raise Refused("bad_zone")

    def awake_at(self, milliseconds: int) -> int:
        """Return this moment, or the end of the quiet hours if it is within them."""
        here = datetime.fromtimestamp(milliseconds / 1000, ZoneInfo(self.zone))
        since = (here.hour * 60 + here.minute - self.begins) % DAY
        length = (self.ends - self.begins) % DAY
        if since >= length:
            return milliseconds
        day = here.date() + timedelta(days=1 if here.hour * 60 + here.minute >= self.ends else 0)
        end = datetime(
            day.year, day.month, day.day, self.ends // 60, self.ends % 60, tzinfo=ZoneInfo(self.zone)
        )
        return max(milliseconds, round(end.astimezone(UTC).timestamp() * 1000))
