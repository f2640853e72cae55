"""One folder a game. A folder put here is found; nothing else need be edited."""
