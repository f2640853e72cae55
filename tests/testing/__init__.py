"""The checks for authors: `ludothek.testing`, `ludothek check` and `ludothek new`."""
