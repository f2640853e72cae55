"""Send mail by the operator's SMTP server, in threads of its own so that a slow server delays nothing else."""

import re
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr

from ludothek.house.settings import Settings
from ludothek.house.table.refusals import Refused
from ludothek.server.notices.notice_threads import NoticeThreads
from ludothek.server.notices.outcomes import NeverDeliverable, OutcomeUnknown, RetryLater

WITHIN = 20.0  # seconds for each answer of the SMTP server
AT_ONCE = 4
GOOD = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,200}$)([A-Za-z0-9]([A-Za-z0-9-]{0,62})\.)+[A-Za-z]{2,63}"
)

_hands = NoticeThreads(AT_ONCE, "mail")


def checked(address: str) -> str:
    """Normalise a typed address, host in lower case; refuse one that could be two addresses or a header."""
    address = address.strip()
    if not GOOD.fullmatch(address):
        raise Refused("bad_mail")
    name, _, host = address.rpartition("@")
    return f"{name}@{host.lower()}"


class Mailer:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def is_there(self) -> bool:
        """Whether the settings name a mail server, a sender and the address for links."""
        return bool(self.settings.smtp_host and self.settings.mail_from and self.settings.address)

    async def send(self, to: str, subject: str, text: str, name: str, headers: Mapping[str, str]) -> None:
        """Send a mail; `name` becomes its Message-ID, by which a client can detect a duplicate."""
        mail = EmailMessage(policy=SMTP)
        host = self.settings.mail_from.rpartition("@")[2].rstrip(">")
        mail["From"], mail["To"], mail["Subject"] = self.settings.mail_from, to, " ".join(subject.split())
        mail["Date"], mail["Message-ID"] = formatdate(), f"<{name}@{host}>"
        mail["Auto-Submitted"] = "auto-generated"
        for header, value in headers.items():
            mail[header] = value
        mail.set_content(text)
        await _hands.do(self._sent, mail, to)

    def _sent(self, mail: EmailMessage, to: str) -> None:
        settings, is_about_them, handed_over = self.settings, False, False
        try:
            with self._connected() as server:
                if settings.smtp_user:
                    server.login(settings.smtp_user, settings.smtp_password)
                server.ehlo_or_helo_if_needed()
                _good(server.mail(parseaddr(settings.mail_from)[1]))
                is_about_them = True
                _good(server.rcpt(to))
                handed_over = True
                _good(server.data(mail.as_bytes()))
        except (
            smtplib.SMTPResponseException
        ) as error:  # an earlier error is the operator's to fix, such as a wrong password
            raise (NeverDeliverable if is_about_them and error.smtp_code >= 500 else RetryLater)(
                str(error.smtp_code)
            ) from None
        except (OSError, smtplib.SMTPException) as error:
            raise (OutcomeUnknown if handed_over else RetryLater)(type(error).__name__) from None

    def _connected(self) -> smtplib.SMTP:
        settings = self.settings
        if settings.smtp_security == "tls":
            return smtplib.SMTP_SSL(
                settings.smtp_host, settings.smtp_port, timeout=WITHIN, context=ssl.create_default_context()
            )
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=WITHIN)
        if settings.smtp_security == "starttls":
            try:
                server.starttls(context=ssl.create_default_context())
            except (OSError, smtplib.SMTPException):
                server.close()
                raise
        return server


def _good(answer: tuple[int, bytes]) -> None:
    code, said = answer
    if code >= 300:
        raise smtplib.SMTPResponseException(code, said)
