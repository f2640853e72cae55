"""The table on the net: `run.serve` starts it, `app.build` makes the application. Which room is for what: docs/architecture.md."""
