"""The product without I/O technology: tables, people, the catalogue and the interface; runs in a server and
in a page.
"""
