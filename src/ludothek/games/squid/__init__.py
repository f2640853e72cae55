"""Squid, from the box SQUID THE GAME."""
