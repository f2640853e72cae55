"""Shell game, from the box FIVE!"""
