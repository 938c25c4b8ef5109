"""Writes what of the client follows from the contract, and its synchronous half."""
