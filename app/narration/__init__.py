"""What happened, in words: message ids with parameters, and one catalogue of texts a language."""
