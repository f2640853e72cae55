"""A game for the tests of upgrades.

In version 1 the lamp was always switched on before the die was rolled; since version 2 a seat decides.
"""
