"""Commands and terminal screens: play, replay, review, the referee, the lab."""
