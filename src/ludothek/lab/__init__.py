"""Experiments with the games: simulation and what is built on it."""
