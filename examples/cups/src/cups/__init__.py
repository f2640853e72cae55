"""Under the Cups: an example of a game with hidden dice and a bot, in a package of its own."""
