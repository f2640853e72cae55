"""Open tables of this process: subscribers, presence, clocks, advice, reviews."""
