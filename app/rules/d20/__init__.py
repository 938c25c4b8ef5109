"""What D&D 3.5 and Pathfinder 1e share word for word."""
