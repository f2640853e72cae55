"""Terminal prompt: print the server's address, ask whether to open it to the home network, show a QR code."""

import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from typing import TextIO

import segno

from ludothek.core import Phrase
from ludothek.core.texts import LANGUAGES, Texts
from ludothek.server.home_network.lan_access import LanAccess

TEXTS = {
    language: Texts.read(files("ludothek.server.home_network") / "texts", language) for language in LANGUAGES
}
YES = ("y", "yes", "j", "ja", "1")


class LanPrompt:
    """Reads answers from one stream and prints to another, in one language."""

    def __init__(self, door: LanAccess, language: str, answers: TextIO, paper: TextIO) -> None:
        self.door = door
        self._texts = TEXTS[language]
        self._answers = answers
        self._paper = paper

    def attend(self, open_door: Callable[[str], None], at_once: bool = False) -> None:
        """Print the address, then wait in a daemon thread for the answer that opens the home network."""
        if self.door.addresses:
            self.show(self.door.addresses[0])
            return
        self._say("here", address=self.door.own_address)
        candidates = self.door.candidates
        if not candidates:
            self._say("none")
        elif at_once:
            open_door(candidates[0])
        else:
            self._ask(candidates)
            threading.Thread(target=self._wait, args=(candidates, open_door), daemon=True).start()

    def _ask(self, candidates: list[str]) -> None:
        self._say("question", n=len(candidates))
        if len(candidates) > 1:
            for number, address in enumerate(candidates, 1):
                print(f"  {number}  {address}", file=self._paper, flush=True)

    def _wait(self, candidates: list[str], open_door: Callable[[str], None]) -> None:
        for line in self._answers:
            answer = line.strip().lower()
            if answer.isdecimal() and len(answer) < 3 and 1 <= int(answer) <= len(candidates):
                open_door(candidates[int(answer) - 1])
                return
            if answer in YES and len(candidates) == 1:
                open_door(candidates[0])
                return
            if answer:
                self._ask(candidates)

    def show(self, address: str) -> None:
        """Print the address as text and as a QR code, and what does not work there without https."""
        self._say("open", address=address)
        with suppress(
            UnicodeEncodeError
        ):  # the terminal has no block characters: the printed address suffices
            segno.make(address, error="m").terminal(self._paper, border=2, compact=True)
        self._say("https" if address.startswith("https:") else "http", address=address)

    def refuse(self, why: object) -> None:
        self._say("failed", why=str(why))

    def _say(self, key: str, **gaps: object) -> None:
        print(self._texts.say(Phrase(f"door.{key}", **gaps)), file=self._paper, flush=True)
