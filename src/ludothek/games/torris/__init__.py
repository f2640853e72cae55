"""Torris, from the box FIVE!"""

BOX = "FIVE!"
AGE = 12
MINUTES = 20
