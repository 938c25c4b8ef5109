"""Messages in each language: ids with parameters, and one catalogue of texts for each language."""
