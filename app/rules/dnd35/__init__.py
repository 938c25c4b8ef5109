"""D&D 3.5: its profile, and what only it has."""
