"""Squid, from the box SQUID THE GAME."""

BOX = "SQUID THE GAME"
AGE = 10
MINUTES = 20
