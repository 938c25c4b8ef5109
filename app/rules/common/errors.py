"""The errors of the rules: each is a type with a stable `code` and the facts that a message needs."""

from typing import ClassVar


class RulesError(Exception):
    """A rule cannot be applied; `params` are the facts of this case."""

    code: ClassVar[str] = "rules_error"

    def __init__(self, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.params = params


class Invalid(RulesError):
    """What was asked for cannot be read or does not exist, whatever the state of the fight."""

    code = "invalid"
