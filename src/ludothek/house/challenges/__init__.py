"""Daily challenges, and the counted tries of a house."""
