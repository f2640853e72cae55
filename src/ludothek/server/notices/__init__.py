"""Calling people who are away: when it is their turn, on the ways they have chosen, once."""
