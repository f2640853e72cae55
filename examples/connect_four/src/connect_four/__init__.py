"""Connect four: an example of a game in a package of its own."""
