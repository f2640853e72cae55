"""The table on the net: seats, persistence, live updates, HTTP. `run.serve` starts it, `app.build` makes the application."""
