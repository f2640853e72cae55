"""What an operator does beside the running server: backups, checks, forgetting, keys, tables."""
