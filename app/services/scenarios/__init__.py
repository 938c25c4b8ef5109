"""Scenarios: an encounter, the commands and dice that were played, and what must come of them."""
