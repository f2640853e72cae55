"""What is kept: the database, the journals in it, and the news that processes on one database send each other."""
