"""The examples of games outside the package."""
