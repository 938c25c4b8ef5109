"""Why PostgreSQL could not be started."""


class PostgresUnavailable(Exception):
    """PostgreSQL cannot be started; the text says why and what to do about it."""
