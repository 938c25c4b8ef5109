"""What D&D 3.5 and Pathfinder 1e share word for word; a frozen `Profile` holds what tells them apart."""
