"""Texts of the notices for people who are away: that it is their turn, and what has happened since.

They contain only what every viewer of the table may see: a notice may be read on a locked screen.
"""

from dataclasses import dataclass
from importlib.resources import files

from ludothek.core import People, Phrase
from ludothek.core.texts import LANGUAGES, SPECTATOR, Texts
from ludothek.house.table.frames import FrameRenderer
from ludothek.house.table.sitting import Sitting
from ludothek.server.notices.outbox import REMINDER

TEXTS = {language: Texts.read(files("ludothek.server.notices") / "texts", language) for language in LANGUAGES}
# Without chat, which is read at the table only.
TOLD = ("move", "take_back", "join", "leave", "start", "bot", "back")
MOST_LINES = 6
HOUR = 3_600_000  # milliseconds


@dataclass(frozen=True)
class NoticeText:
    title: str
    lines: list[str]
    table: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def letter(sitting: Sitting, seat: int, kind: str, language: str, since: int, left: int = 0) -> NoticeText:
    """Write a notice to the person in a seat: what has happened after version `since`.

    `left` is the time in milliseconds until a bot stands in.
    """
    texts = TEXTS[language]
    others = People(name for other, name in enumerate(sitting.names) if name and other != seat)
    title = sitting.variant.game.texts[language]["title"]
    said = [
        line
        for event in FrameRenderer(sitting).events(SPECTATOR, language, since)[0]
        if event.kind in TOLD
        for line in event.lines
    ]
    lines = ([texts["words.more"]] if len(said) > MOST_LINES else []) + said[-MOST_LINES:]
    if kind != "turn":
        lines.append(
            texts.say(Phrase(f"lines.{kind}", n=max(1, round(left / HOUR)) if kind == REMINDER else 1))
        )
    heading = (
        Phrase(f"titles.{kind}", table=sitting.facts.name or title, who=others)
        if others
        else Phrase(f"titles.{kind}_alone", table=title)
    )
    return NoticeText(texts.say(heading), lines, sitting.facts.id)
