"""Connect four: the example of a game that lives outside Ludothek."""
