"""My Game: twenty-one matches, and nobody wants to leave the last one."""
