"""Simulations: an encounter fought many times by itself, to see how it usually goes."""
