"""Number poker, from the box FIVE!"""

BOX = "FIVE!"
AGE = 9
MINUTES = 10
