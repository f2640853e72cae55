"""Our games in the worlds of others: PettingZoo, Gymnasium, OpenSpiel.

Each needs its own library: pip install 'ludothek[peers]'.
"""
