"""People and what their finished games say: the person, remembered games, statistics."""
