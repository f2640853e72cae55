"""Ludothek as a folder of files, for any web server: tables on the device of whoever opens it, with no server of ours behind it."""
