"""What can come of sending something, other than success."""


class Outcome(Exception):
    """Carries a few words for the log; never an address."""


class RetryLater(Outcome):
    """It has certainly not arrived, and may next time."""


class OutcomeUnknown(Outcome):
    """It may have arrived: nobody has said so. It is not sent again, for nobody is called twice."""


class NeverDeliverable(Outcome):
    """It has not arrived, and will not."""


class TargetGone(NeverDeliverable):
    """Nobody is there any more, and it is to be forgotten."""
