"""Museum by night, the dice game from the box Die Schule der magischen Tiere."""
