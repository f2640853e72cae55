"""Five wins, from the box FIVE!"""
