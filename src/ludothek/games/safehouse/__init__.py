"""Safehouse, from the box SafeHouse – Das Würfelspiel."""

BOX = "SafeHouse – Das Würfelspiel"
AGE = 12
MINUTES = 20
TOGETHER = True  # all seats win or lose as one
