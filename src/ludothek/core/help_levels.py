"""How much advice a person wants, from none to all; `house/live/advice.py` implements each level."""

HELP_LEVELS = ("silent", "warn", "advise", "play_along")
