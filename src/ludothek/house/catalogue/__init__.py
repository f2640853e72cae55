"""The games as the shelf and their pages show them: kits, puzzles, prints and board files."""
