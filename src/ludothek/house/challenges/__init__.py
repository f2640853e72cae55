"""Daily challenges: what is played on a day, and the counted tries of a house."""
