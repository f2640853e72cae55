"""How much advice a person may want; what each position means is said in `house/live/advice.py`."""

DIAL = ("silent", "warn", "advise", "play_along")
