"""Ludothek: eight tabletop games, their rules written once, for people and for machines."""

__version__ = "0.1.0"
