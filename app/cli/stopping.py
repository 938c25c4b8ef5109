"""Why a command ends before it has begun."""


class CannotStart(Exception):
    """What a command needs is not there, or not as it must be; the text says why and what to do about it."""


class ServerUnusable(Exception):
    """The server cannot be reached, or does not let us set the encounter up."""
