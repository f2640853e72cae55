"""The games as the shelf shows them: their pages, kits, prints and puzzles."""
