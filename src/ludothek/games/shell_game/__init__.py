"""Shell game, from the box FIVE!"""

BOX = "FIVE!"
AGE = 5
MINUTES = 15
