"""The OpenAPI document: what routes say, the schemas of the games, and what everything means."""
