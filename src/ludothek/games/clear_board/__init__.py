"""Clear the board, from the box FIVE!"""

BOX = "FIVE!"
AGE = 8
MINUTES = 15
