"""People who are known by more than a cookie: their devices, and the ways on which they come to another one."""
