"""Museum by night, the dice game from the box Die Schule der magischen Tiere."""

BOX = "Die Schule der magischen Tiere"
AGE = 8
MINUTES = 30
TOGETHER = True  # all seats win or lose as one
