"""Number poker, from the box FIVE!"""
