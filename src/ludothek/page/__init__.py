"""The house in a browser page (Pyodide): journal in IndexedDB, routes, bots in a worker, and the site builder."""
