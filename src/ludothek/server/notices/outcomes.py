"""What can come of sending something, other than success."""


class Outcome(Exception):
    """Carries a few words for the log; never an address."""


class Later(Outcome):
    """It has certainly not arrived, and may next time."""


class Unclear(Outcome):
    """It may have arrived: nobody has said so. It is not sent again, for nobody is called twice."""


class Never(Outcome):
    """It has not arrived, and will not."""


class Gone(Never):
    """Nobody is there any more, and it is to be forgotten."""
