"""From refusals to problem documents (RFC 9457). The only file that knows which status a refusal has."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from app.api.http.languages import locale_of
from app.api.http.problem_pages import PAGES
from app.narration.catalogue import Weapons
from app.narration.refusals import refusal, title
from app.persistence.base.json_text import MalformedJson, pointer_to, pointer_within
from app.persistence.base.session import DatabaseUnavailable
from app.persistence.packs.pack_queries import PackChanged
from app.rules.common.errors import (
    Illegal,
    Invalid,
    InvalidAnswer,
    InvalidDocument,
    Problem,
    ReplayMismatch,
    RulesError,
)
from app.rules.common.tables import InvalidPack
from app.services.ahead.previews import checks_view
from app.services.base.refusals import (
    ComputingBusy,
    DecisionOutdated,
    DecisionPending,
    DiceSourceNotAllowed,
    EncounterBusy,
    EncounterFull,
    ExternalRefTaken,
    Forbidden,
    KeyInvalid,
    KeyMissing,
    NoKeyYet,
    NotFound,
    NothingToRedo,
    NothingToSimulate,
    NothingToUndo,
    PackInUse,
    PreconditionMissing,
    Refused,
    RequestInFlight,
    SaltTooLate,
    StaleVersion,
    TooManyPacks,
    TooManyRequests,
    TooManySimulations,
    TooManyStreams,
    TooManyTokens,
    TooManyWebhooks,
    Unauthenticated,
    UploadsBusy,
)
from app.services.base.slots import CallerLeft
from app.services.packs.cache import Library
from app.services.packs.campaign_packs import problem_views

MEDIA_TYPE = "application/problem+json"
Json: TypeAlias = dict[str, Any]
"""Any: JSON."""


class BodyTooLarge(Refused):
    """The body is longer than this route takes."""

    code = "body_too_large"


class BodyTooSlow(Refused):
    """The body takes longer to come than the service waits for it."""

    code = "request_too_slow"


class UnsupportedMediaType(Refused):
    """The body is not announced as plain JSON."""

    code = "unsupported_media_type"


STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (MalformedJson, 400),
    (KeyMissing, 400),
    (KeyInvalid, 400),
    (NoKeyYet, 400),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (NotFound, 404),
    (Illegal, 409),
    (ReplayMismatch, 409),
    (EncounterFull, 409),
    (TooManyTokens, 409),
    (TooManyPacks, 409),
    (PackInUse, 409),
    (PackChanged, 409),
    (ExternalRefTaken, 409),
    (TooManyWebhooks, 409),
    (RequestInFlight, 409),
    (DecisionPending, 409),
    (DecisionOutdated, 409),
    (NothingToUndo, 409),
    (NothingToRedo, 409),
    (NothingToSimulate, 409),
    (TooManySimulations, 409),
    (DiceSourceNotAllowed, 409),
    (SaltTooLate, 409),
    (StaleVersion, 412),
    (TooManyRequests, 429),
    (BodyTooSlow, 408),
    (BodyTooLarge, 413),
    (UnsupportedMediaType, 415),
    (PreconditionMissing, 428),
    (EncounterBusy, 503),
    (ComputingBusy, 503),
    (TooManyStreams, 503),
    (UploadsBusy, 503),
    (Invalid, 422),
    (Refused, 422),
    (DatabaseUnavailable, 503),
)
"""The first type that fits gives the status."""

CODES = {
    404: "unknown_route",
    405: "method_not_allowed",
    500: "internal_error",
}
"""Of what the framework refuses by itself."""

CONFLICTS = frozenset({"combatant_name_taken"})
"""Codes of a game's own refusals that depend on the encounter as it stands, not on the document alone."""

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
RETRY_AFTER = "1"


def status_of(error: Exception) -> int:
    """The status that ``error`` is answered with."""
    if getattr(error, "code", None) in CONFLICTS:
        return 409
    return next(status for form, status in STATUSES if isinstance(error, form))


def problem(request: Request, status: int, code: str, detail: str, **members: Any) -> Response:
    """A problem document, its title in the language that the request asks for. Any: JSON."""
    page, locale = PAGES.get(code), locale_of(request)
    document: Json = {
        "type": f"/problems/{code}",
        "title": title(code, page.title if page else HTTPStatus(status).phrase, locale),
        "status": status,
        "detail": detail,
        "instance": request.url.path,
        "code": code,
        "request_id": request.state.request_id,
        **{name: value for name, value in members.items() if value not in (None, {}, [])},
    }
    headers = {"Content-Language": locale, "Vary": "Accept-Language"}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 408:
        headers["Connection"] = "close"  # the rest of the body would stand for the next request
    if status == 503 or code == RequestInFlight.code:
        headers["Retry-After"] = RETRY_AFTER
    return Response(to_json(document), status, headers, MEDIA_TYPE)


async def on_rules_error(request: Request, error: Exception) -> Response:
    """A refusal of the rules or of a document."""
    assert isinstance(error, RulesError)
    return of_rules(request, error)


def of_rules(request: Request, error: RulesError, **members: Any) -> Response:
    """The same, with members of its own. Any: JSON."""
    status = status_of(error)
    match error:
        case Illegal():
            checks = list(checks_view(error.checks, locale_of(request), _weapons(request)))
            code, detail = error.checks[0].code.lower(), " ".join(check["message"] for check in checks)
            return problem(request, status, code, detail, failed_checks=checks, **members)
        case InvalidDocument():
            entries = [_entry(request, fault) for fault in error.problems]
            code, detail = error.problems[0].code, " ".join(entry["message"] for entry in entries)
            return problem(request, status, code, detail, errors=entries, **members)
        case InvalidPack():
            detail = f"The table pack has {len(error.problems)} problem(s)."
            return problem(request, status, error.code, detail, errors=list(problem_views(error)))
        case _:
            return _refusal(request, error, _pointer(error), **members)


def spent(request: Request, error: RulesError | Refused, action_id: str) -> Response:
    """The refusal of a command whose dice had fallen; ``action_id`` names it in the log."""
    if isinstance(error, RulesError):
        return of_rules(request, error, action_id=action_id)
    return _refusal(request, error, error.pointer, action_id=action_id)


def _pointer(error: RulesError) -> str | None:
    match error:
        case InvalidAnswer(index=int() as index):
            return pointer_to("dice", index)
        case InvalidAnswer() if (purpose := error.params.get("purpose")) is not None:
            return pointer_to("choices", str(purpose))
        case Invalid():
            return error.pointer
        case _:
            return None


def _refusal(request: Request, error: RulesError | Refused, pointer: str | None, **members: Any) -> Response:
    """The problem of one refusal, in the language that the request asks for. Any: JSON."""
    detail = refusal(error.code, error.text, error.params, locale_of(request), _weapons(request))
    entries: list[Json] = []
    if pointer is not None:
        entries = [{"pointer": _as_sent(request, pointer), "code": error.code, "message": detail}]
    return problem(
        request, status_of(error), error.code, detail, errors=entries, params=error.params, **members
    )


def _entry(request: Request, fault: Problem) -> Json:
    message = refusal(fault.code, fault.text, dict(fault.params), locale_of(request), _weapons(request))
    return {"pointer": _as_sent(request, fault.pointer), "code": fault.code, "message": message}


def _weapons(request: Request) -> Weapons:
    """The weapons of the shipped tables, whose models refusals name in the caller's language."""
    library: Library = request.app.state.estoc.library
    return library.weapons


def _as_sent(request: Request, pointer: str) -> str:
    """``pointer`` as far as it leads in the body that was sent, at most to a member that is missing there."""
    sent: object = getattr(request.state, "sent", None)
    return pointer if sent is None else pointer_within(sent, pointer)


async def on_refused(request: Request, error: Exception) -> Response:
    """A refusal of the service."""
    assert isinstance(error, Refused)
    response = _refusal(request, error, error.pointer)
    if isinstance(error, StaleVersion | PreconditionMissing):
        response.headers["ETag"] = request.state.viewing.tag(error.version)
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(error.wait)
    return response


async def on_unavailable(request: Request, error: Exception) -> Response:
    """The database cannot serve now; what it said goes to the log and not to the caller."""
    assert isinstance(error, DatabaseUnavailable)
    request.app.state.disk.note(error)
    english = "The database cannot serve this request now. Send it again with the same Idempotency-Key."
    code = DatabaseUnavailable.code
    return problem(request, status_of(error), code, refusal(code, english, {}, locale_of(request)))


async def on_caller_left(_request: Request, _error: Exception) -> Response:
    """Nobody is there to read it; 499 is what servers write down then."""
    return Response(status_code=499)


async def on_http_exception(request: Request, error: Exception) -> Response:
    """An unknown route or method."""
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "invalid")
    detail = refusal(code, str(error.detail), {}, locale_of(request))
    response = problem(request, error.status_code, code, detail)
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["Allow"] = ", ".join(_methods_of(request))
    return response


def _methods_of(request: Request) -> Iterator[str]:
    """Every method that the path takes; the framework names those of one route only."""
    for method in METHODS:
        asked = {**request.scope, "method": method}
        if any(route.matches(asked)[0] is Match.FULL for route in request.app.routes):
            yield method
            if method == "GET":
                yield "HEAD"


async def on_unreadable_query(request: Request, error: Exception) -> Response:
    """A parameter of the path or query that is not what it should be."""
    assert isinstance(error, RequestValidationError)
    faults = [
        {
            "parameter": str(fault["loc"][-1]),
            "code": "missing" if fault["type"] == "missing" else "wrong_value",
            "message": f"{fault['msg']}.",
        }
        for fault in error.errors()
    ]
    detail = " ".join(f"{fault['parameter']}: {fault['message']}" for fault in faults)
    return problem(request, 422, "invalid_query", detail, errors=faults)


def internal_error(request: Request) -> Response:
    """What a caller learns of a defect: its request's id."""
    english = "Something is wrong with the service. The log tells more under this request's id."
    return problem(request, 500, CODES[500], refusal(CODES[500], english, {}, locale_of(request)))


def install(app: FastAPI) -> None:
    """Answer every refusal with a problem document."""
    app.add_exception_handler(RulesError, on_rules_error)
    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(DatabaseUnavailable, on_unavailable)
    app.add_exception_handler(HTTPException, on_http_exception)
    app.add_exception_handler(CallerLeft, on_caller_left)
    app.add_exception_handler(RequestValidationError, on_unreadable_query)
