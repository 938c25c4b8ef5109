"""Errors that end a command before it has begun."""


class CannotStart(Exception):
    """Something that a command needs is missing or unusable; the text says why and what to do about it."""


class ServerUnusable(Exception):
    """The server cannot be reached, or does not let us set the encounter up."""
