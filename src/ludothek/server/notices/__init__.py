"""Notifications for people who are away: preferences, outbox, Web Push, mail, web hooks."""
