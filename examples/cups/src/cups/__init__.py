"""Under the Cups: the example of a game with hidden dice that lives outside Ludothek, and brings a player
along.
"""
