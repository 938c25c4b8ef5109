"""Pathfinder 1e: its profile, and what only it has."""
