"""Operator commands: backups, verification, erasure, keys, tables."""
