"""Clear the board, from the box FIVE!"""
