"""One table, pure: actions, decisions, entries, state and frames.

No clock, network or database: time and chance are passed in, and entries are returned. The package
therefore runs in a server, in a page and in tests.
"""
