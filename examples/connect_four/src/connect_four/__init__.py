"""Connect four: the example of a game that lives outside Ludothek."""

AGE = 6
MINUTES = 10
