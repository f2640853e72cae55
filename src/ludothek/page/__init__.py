"""The house in a browser page (Pyodide): IndexedDB journal, routes, bot worker and site builder."""
