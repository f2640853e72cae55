"""Deliver a notice: encrypted for a browser, as mail, or as JSON or plain text for a web hook."""

import json
import time
from email.header import Header
from typing import Any

from ludothek.core import Phrase
from ludothek.house.settings import Settings
from ludothek.house.table.refusals import Refused
from ludothek.server.notices import mail, web_hooks, web_push
from ludothek.server.notices.channels import Channel
from ludothek.server.notices.mail import Mailer
from ludothek.server.notices.notice_texts import TEXTS, NoticeText
from ludothek.server.notices.outcomes import NeverDeliverable
from ludothek.server.notices.web_push import Subscription, Vapid

FORMS = ("json", "ntfy")  # formats of a web hook
KEPT_FOR = 24 * 3600  # seconds for which a push service keeps a message for a browser that is offline
HEADER = 200  # characters of a title in a header


class Delivery:
    def __init__(self, settings: Settings, vapid: Vapid) -> None:
        self.settings = settings
        self.mailing = Mailer(settings)
        self.vapid = vapid

    async def send(self, channel: Channel, letter: NoticeText, name: str, stops: tuple[str, str]) -> None:
        """Send a notice on a channel; raise an `Outcome` on failure.

        `name` identifies the notice. `stops` are the passes that unsubscribe: from the channel, and from the
        notice's table.
        """
        try:
            match channel.kind:
                case "push":
                    await self._push(channel, letter, name, stops[1])
                case "mail":
                    await self._mail(channel, letter, name, stops)
                case _:
                    await self._hook(channel, letter)
        except Refused as refusal:  # the settings may be stricter than when the channel was added
            raise NeverDeliverable(refusal.code) from None

    async def _push(self, channel: Channel, letter: NoticeText, name: str, stop: str) -> None:
        keys, texts = channel.details, TEXTS[channel.language]
        about = {
            "title": letter.title,
            "body": letter.text,
            "path": _path(letter),
            "tag": letter.table or "trial",
            "name": name,
        }
        if letter.table:
            about |= {"stop": stop, "stopLabel": texts["words.stop_table"]}
        body = web_push.sealed(
            _fitting(about), Subscription.read(channel.address, keys["p256dh"], keys["auth"])
        )
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Urgency": "normal",
        }
        headers |= {"Topic": name[:32], "Authorization": self.vapid.header(channel.address, int(time.time()))}
        await web_hooks.post(channel.address, body, headers, self.settings.call_hosts)

    async def _mail(self, channel: Channel, letter: NoticeText, name: str, stops: tuple[str, str]) -> None:
        texts = TEXTS[channel.language]

        def line(key: str, **gaps: Any) -> str:
            return texts.say(Phrase(f"mail.{key}", **gaps))

        links = (
            [
                line("open", link=self._at(_path(letter))),
                "",
                line("stop_table", link=self._at(f"/stop#{stops[1]}")),
            ]
            if letter.table
            else []
        )
        text = "\n".join(
            [*letter.lines, "", *links, line("stop", link=self._at(f"/stop#{stops[0]}")), "", line("why")]
        )
        headers = {"List-Unsubscribe": f"<{self._at(f'/api/calls/stop?pass={stops[0]}')}>"}  # RFC 8058
        headers |= {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        await self.mailing.send(channel.address, letter.title, text, name, headers)

    async def ask_to_confirm(self, address: str, language: str, token: str) -> None:
        texts = TEXTS[language]
        lines = [texts["mail.confirm"], "", self._at(f"/confirm#{token}"), "", texts["mail.confirm_else"]]
        await self.mailing.send(
            mail.checked(address), texts["mail.confirm_subject"], "\n".join(lines), token[:16], {}
        )

    async def _hook(self, channel: Channel, letter: NoticeText) -> None:
        link = (self.settings.address.rstrip("/") or channel.details["origin"]) + _path(letter)
        if channel.details["form"] == "ntfy":
            headers = {
                "Title": _ascii(letter.title),
                "Click": link,
                "Content-Type": "text/plain; charset=utf-8",
            }
            await web_hooks.post(
                channel.address, (letter.text or letter.title).encode(), headers, self.settings.call_hosts
            )
            return
        text = "\n".join([letter.title, *letter.lines, link])
        about = {
            "text": text,
            "title": letter.title,
            "message": letter.text,
            "url": link,
            "table": letter.table,
        }
        await web_hooks.post(
            channel.address,
            json.dumps(about).encode(),
            {"Content-Type": "application/json"},
            self.settings.call_hosts,
        )

    def _at(self, path: str) -> str:
        return f"{self.settings.address.rstrip('/')}{path}"


def _path(letter: NoticeText) -> str:
    return f"/t/{letter.table}" if letter.table else "/me/calls"


def _fitting(about: dict[str, str]) -> bytes:
    """Encode as JSON, and truncate the body until it fits into one record, the limit of a push service."""
    while True:
        written = json.dumps(about, ensure_ascii=False).encode()
        over = len(written) - web_push.MOST
        if over <= 0 or not about["body"]:
            return written
        # A character has at most four bytes in UTF-8.
        about = about | {"body": about["body"][: -max(1, over // 4)]}


def _ascii(text: str) -> str:
    """Encode a header with non-ASCII characters as RFC 2047, as ntfy reads it."""
    plain = " ".join(text[:HEADER].split())
    return plain if plain.isascii() else Header(plain, "utf-8", maxlinelen=10**6).encode()
