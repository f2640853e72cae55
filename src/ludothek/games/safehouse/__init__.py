"""Safehouse, from the box SafeHouse – Das Würfelspiel."""

BOX = "SafeHouse – Das Würfelspiel"
AGE = 12
MINUTES = 20
