"""What is refused, and why: every message is a sentence for the person who asked."""


class Refusal(Exception):
    """The request cannot be carried out as it stands; nothing has changed."""


class UnknownGame(Refusal):
    """No game of that name is installed."""


class BadOption(Refusal):
    """An option, or a number of seats, that the game does not have."""


class BadKit(Refusal):
    """A kit whose figures are not those of the box; the message begins with the key."""


class IllegalMove(Refusal):
    """A move that is not legal for that seat now."""


class BadRecord(Refusal):
    """A record that is not one, or does not replay."""


class CannotCompile(Refusal):
    """Compiled play was asked for where Numba is not installed."""
