"""Persons beyond the cookie: devices, one-time passes, recovery phrases, passkeys, ratings."""
