"""One table, pure: what people may ask of it, what that means, where it stands, what each viewer is shown.

No clock, no network, no database: time and chance are handed in, and what is decided is handed out. So this
room runs wherever Python does.
"""
