"""What can go wrong, as types.

EstocError
├── ConnectionFailed      no answer came, as often as it was tried
├── GapInEvents           a stream left out what the log has
└── Refusal               the server said no, with a stable `code`
    ├── NotAuthenticated  401: no token, or one that holds no longer
    ├── NotAllowed        403: not with this token
    ├── NotFound          404
    ├── Conflict          409: not now
    │   ├── Illegal       the rules forbid it; `failed_checks` has every reason
    │   └── DecisionPending  an action waits for somebody first
    ├── Stale             412: somebody was faster; read again
    ├── Invalid           400, 422 …: it could never be right; `errors` says where
    ├── TooMany           429
    └── ServerFault       5xx; `request_id` is what its operator wants to know
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estoc_client.models import FailedCheck, Fault


class EstocError(Exception):
    """Whatever this package raises by itself."""


class ConnectionFailed(EstocError):
    """No answer came. What was asked may have been done: sent again with the same `key`, it is done once."""

    def __init__(self, message: str, key: str | None) -> None:
        super().__init__(message)
        self.key = key


class GapInEvents(EstocError):
    """A stream went on with an event that does not follow the last one, again and again."""


class Refusal(EstocError):
    """The server's refusal (RFC 9457).

    `code` is stable, `detail` is for people and in their language. `errors` name each fault with its
    `pointer` into the body or its `parameter`; `failed_checks` each rule that forbids it. `action_id` is
    there where dice had fallen and the refusal stands in the log. `document` is all of it.
    """

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = document
        self.code: str = document.get("code", "unknown")
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", "")
        self.request_id: str = document.get("request_id", "")
        self.errors: list[Fault] = document.get("errors", [])
        self.failed_checks: list[FailedCheck] = document.get("failed_checks", [])
        self.params: Mapping[str, str | int] = document.get("params", {})
        self.action_id: str | None = document.get("action_id")
        super().__init__(f"{self.code}: {self.detail}")

    @property
    def pointer(self) -> str | None:
        """Where in the body the first fault is."""
        return next((fault["pointer"] for fault in self.errors if "pointer" in fault), None)


class NotAuthenticated(Refusal):
    """There is no token, or it holds no longer."""


class NotAllowed(Refusal):
    """Not with this token."""


class NotFound(Refusal):
    """It is not there, or not for this token."""


class Conflict(Refusal):
    """Not as things stand now."""


class Illegal(Conflict):
    """The rules forbid it now."""


class DecisionPending(Conflict):
    """An action waits for a die or a choice, and everything else for it."""


class Stale(Refusal):
    """What it was decided on has changed since."""


class Invalid(Refusal):
    """It could never be right."""


class TooMany(Refusal):
    """More requests than the server takes."""


class ServerFault(Refusal):
    """The server could not."""


_BY_STATUS: Mapping[int, type[Refusal]] = {
    401: NotAuthenticated,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    412: Stale,
    429: TooMany,
}


def refusal(status: int, document: Mapping[str, Any]) -> Refusal:
    """The refusal of an answer, as the type that fits it best."""
    if document.get("code") == "decision_pending":
        return DecisionPending(status, document)
    if document.get("failed_checks") and status < 500:
        return Illegal(status, document)
    return _BY_STATUS.get(status, ServerFault if status >= 500 else Invalid)(status, document)
