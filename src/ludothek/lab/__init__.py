"""Simulations and statistics: batches, studies, sweeps, duels, tournaments and solvers."""
