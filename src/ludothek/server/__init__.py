"""The server: `run.serve` starts it, `app.build` makes the ASGI application."""
