"""How a rule is run: what it may ask, how it is answered, and the loop that plays it to the end."""
