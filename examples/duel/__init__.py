"""A fourth, tiny ruleset of our own: a duel with opposed dice. It shows what a game has to say of itself."""
