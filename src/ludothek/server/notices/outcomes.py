"""Ways in which a delivery can fail."""


class Outcome(Exception):
    """A failed delivery, with a few words for the log; never an address."""


class RetryLater(Outcome):
    """It has certainly not arrived; a retry may succeed."""


class OutcomeUnknown(Outcome):
    """It may have arrived, but was not acknowledged. It is not sent again, to avoid duplicates."""


class NeverDeliverable(Outcome):
    """It has not arrived, and a retry would not succeed."""


class TargetGone(NeverDeliverable):
    """The subscription or address no longer exists, and its channel is to be removed."""
