"""The games at a terminal: for people (play, replay) and for other programs (referee)."""
