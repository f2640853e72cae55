"""Five wins, from the box FIVE!"""

BOX = "FIVE!"
AGE = 6
MINUTES = 20
