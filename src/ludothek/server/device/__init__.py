"""The same house on somebody's own device: in a page, in Python that a browser runs (Pyodide), without a server.

Everything here is handed what a browser has: storage that keeps tables, and workers that think. So it can be tried without one.
"""
