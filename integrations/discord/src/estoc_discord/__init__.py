"""A Discord bot for one encounter of Estoc: everybody acts with a token of their own."""
