"""Actions: whatever changes an encounter, and the log of it."""

import re
from collections.abc import Callable

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import CANCEL, action_of, answers_or_override
from app.api.http.documentation import body, documented, list_of, replies
from app.api.http.errors import MEDIA_TYPE, spent
from app.api.http.languages import wanted_by
from app.api.http.requests import Called, Cursor, Granted, Limit, Service
from app.api.schemas.actions import ActionResult
from app.services.base.action_json import group_body, with_events
from app.services.base.idempotency import Reply
from app.services.play import answers as answering
from app.services.play import encounters
from app.services.play.actions import act
from app.services.play.external_refs import SentBefore
from app.services.play.run import Refusal
from app.services.play.sent_before import Earlier, actions_called, earlier_answer
from app.services.play.suspension import Outcome

router = APIRouter()

_TOLD_IN = re.compile(rb'"text":\{"locale":"([a-z]+)"')
WAITS = replies(202, ActionResult, "What is waited for; nothing else happens in the encounter meanwhile.")


@router.post(
    "/encounters/{encounter_id}/actions",
    operation_id="act",
    summary="Act: attack, add, remove",
    tags=["actions"],
    **documented(
        replies(
            201, ActionResult, "What was rolled, how, and what came of it.", example="Dafur strikes the orc"
        )
        | WAITS,
        body(
            "ActionRequest",
            "Dafur strikes with dice from the table",
            "Dafur strikes, the server rolls",
            "Dafur charges across the map",
        ),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def carry_out(encounter_id: str, request: Request) -> Response:
    """One action, or a group of them in order (then the reply is `{"actions": […], "refused": null}`).

    A group of which one is not allowed is refused whole, and stores nothing, as long as no die of the server
    has fallen. After that what came before counts, and `refused` says the index of the `command` that was
    not carried out, nor any after it, its `action_id` in the log, and the `problem`. The refusal of a single
    action whose dice had fallen is kept too, and names its `action_id`: dice that fell are spent.

    The dice and choices given answer what the rules ask, in order; the rest is answered by whom the
    encounter's dice policy names: the server, or people, who are then waited for (202, `awaiting`).
    It is told in the language of the request, and again in that one when it is read and none is asked for.
    Dice that nobody asked for come back in `unused_dice`, or are refused where the action is `strict`.
    The reply is sent after the action is safely stored.

    With `external_refs` it is done once in its encounter, whoever sends it: who comes later gets the
    answer of the first as it stands by then, with `Idempotency-Replayed: true`. All of a group have them; of
    one that was cut short `refused` then says which command and its `action_id`, without the `problem`.
    """
    # Asked for here, not as dependencies of the framework: they are a tenth of what an action costs.
    service, grant = await reading.service_of(request), await reading.grant_of(request)
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.action_body_of(request, grant)
        action = action_of(asked.document)
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    try:
        reply = await act(service, wanted, action, replying(request, encounter_id, 201))
    except SentBefore as sent:
        earlier = await earlier_answer(service, grant, encounter_id, sent.referred, wanted.locale)
        reply = _answered_before(request, encounter_id, earlier)
    return reading.answer(reply)


def _answered_before(request: Request, encounter_id: str, earlier: Earlier) -> Reply:
    is_whole_group = earlier.is_group and not earlier.waits
    headers = _headers(request, encounter_id, None if is_whole_group else earlier.action_id, earlier.version)
    body = group_body(earlier.actions, earlier.refused) if earlier.is_group else earlier.actions[0]
    reply = Reply(202 if earlier.waits else 201, headers, body, is_replayed=True)
    return reading.preferred(request, reply)


@router.post(
    "/encounters/{encounter_id}/actions/{action_id}/answers",
    operation_id="answerDecisions",
    summary="Answer what an action waits for",
    tags=["actions"],
    **documented(
        replies(200, ActionResult, "What came of it.") | WAITS,
        body("AnswersBody", "The die that fell", "A choice", "The GM's own die instead"),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def answer(
    encounter_id: str, action_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Every die of a roll, or only their `total` where every throw with that sum means the same; an option;
    or nothing but the `decision_id`: then the server rolls, or the choice takes its default.

    Several decisions can be answered at once and in any order. With `override` the GM puts other dice in the
    place of a roll made already.
    """
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        given = answers_or_override(asked.document)
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    reply = replying(request, encounter_id, 200)
    if given.override is not None:
        return reading.answer(await answering.override(service, wanted, action_id, given.override, reply))
    return reading.answer(await answering.answer(service, wanted, action_id, given.answers, reply))


@router.post(
    "/encounters/{encounter_id}/actions/{action_id}/cancel",
    operation_id="cancelAction",
    summary="Give up an action that waits",
    tags=["actions"],
    **documented(
        replies(200, ActionResult, "The action, of which nothing has happened."),
        body("CancelBody", "A misunderstanding"),
        is_stored=True,
        is_versioned=True,
        is_worded=True,
    ),
)
async def cancel(
    encounter_id: str, action_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """Its dice are spent; the log keeps them."""
    async with encounters.of_campaign(service, grant, encounter_id):
        asked = await reading.body_of(request, grant)
        reason = CANCEL.read(asked.document).reason
    wanted = reading.wanted(request, grant, encounter_id, asked.claim)
    reply = replying(request, encounter_id, 200)
    return reading.answer(await answering.cancel(service, wanted, action_id, reason, reply))


def replying(request: Request, encounter_id: str, status: int) -> Callable[[Outcome], Reply]:
    """How what was done is answered: with ``status``, or 202 while somebody is waited for."""

    def reply(outcome: Outcome) -> Reply:
        is_whole_group = outcome.is_group and outcome.pending is None
        headers = _headers(
            request, encounter_id, None if is_whole_group else outcome.action_id, outcome.version
        )
        now = status if outcome.pending is None else 202
        if outcome.refused is None:
            body = _group(outcome, b"null") if outcome.is_group else None
            return reading.preferred(request, Reply(now, headers, body))
        refused = _cut_short(request, outcome.refused)
        return Reply(now, headers, _group(outcome, refused), refused=refused)

    return or_refused(request, reply)


def or_refused(request: Request, reply: Callable[[Outcome], Reply]) -> Callable[[Outcome], Reply]:
    """``reply``, or the refusal where a first command was refused after its dice had fallen."""

    def answered(outcome: Outcome) -> Reply:
        if outcome.refused is None or outcome.done:
            return reply(outcome)
        refusal = spent(request, outcome.refused.error, outcome.action_id)
        headers = {
            "ETag": reading.viewing(request).tag(outcome.version),
            "Content-Type": MEDIA_TYPE,
            "Content-Language": refusal.headers["Content-Language"],
        }
        return Reply(refusal.status_code, headers, bytes(refusal.body))

    return answered


def _cut_short(request: Request, refused: Refusal) -> bytes:
    """Which command of a group was refused, and why."""
    action_id = refused.planned.action_id
    why = bytes(spent(request, refused.error, action_id).body)
    return to_json({"command": refused.number, "action_id": action_id})[:-1] + b',"problem":' + why + b"}"


def _group(outcome: Outcome, refused: bytes) -> bytes:
    return group_body((with_events(action.result, action.events) for action in outcome.done), refused)


def _headers(request: Request, encounter_id: str, action_id: str | None, version: int) -> dict[str, str]:
    """Where what was done is to be read, in the log where it is several; and the encounter's tag."""
    viewing = reading.viewing(request)
    location = f"/v1/encounters/{encounter_id}/actions"
    return {
        "Location": location if action_id is None else f"{location}/{action_id}",
        "ETag": viewing.tag(version),
        "Content-Language": viewing.locale,
    }


@router.get(
    "/encounters/{encounter_id}/actions",
    operation_id="listActions",
    summary="Read the log",
    tags=["actions"],
    **documented(replies(200, list_of(ActionResult), "One page of the log."), is_worded=True),
)
async def list_all(
    encounter_id: str,
    request: Request,
    service: Service,
    grant: Granted,
    limit: Limit = 50,
    cursor: Cursor = None,
    external_ref: Called = None,
) -> Response:
    """Actions in the order they were done, each as it was answered; undo and redo are actions too.

    With `Accept-Language` all are told in that language; without it each in the one it was done in. With
    `external_ref` only those that bear it, then also while they wait.
    """
    if external_ref is not None:
        called = await actions_called(service, grant, encounter_id, external_ref, wanted_by(request))
        return _told(b'{"items":[' + b",".join(called) + b'],"next":null}')
    limit = min(limit, reading.MAX_PAGE)
    scope = f"actions of {encounter_id}"
    after = reading.read_cursor(scope, cursor, int) or 0
    log = await encounters.read_log(service, grant, encounter_id, after, limit + 1, wanted_by(request))
    shown = log[:limit]
    following = f'"{reading.cursor_to(scope, shown[-1][0])}"' if len(log) > limit else "null"
    items = b",".join(action for _, action in shown)
    return _told(b'{"items":[' + items + b'],"next":' + following.encode() + b"}")


@router.get(
    "/encounters/{encounter_id}/actions/{action_id}",
    operation_id="getAction",
    summary="Read one action",
    tags=["actions"],
    **documented(replies(200, ActionResult, "The action as it was answered last."), is_worded=True),
)
async def read(
    encounter_id: str, action_id: str, request: Request, service: Service, grant: Granted
) -> Response:
    """The very bytes that were answered then; `reverted_by` names the undo of an action taken back since.

    Where `Accept-Language` asks for another language than it was done in, `narration` and the texts of
    `breakdown` are in that one. Names, and whatever else people wrote themselves, stay as they are.
    """
    action = await encounters.read_action(service, grant, encounter_id, action_id, wanted_by(request))
    return _told(action)


def _told(actions: bytes) -> Response:
    """Actions, with the languages that they are told in."""
    languages = sorted({found.decode() for found in _TOLD_IN.findall(actions)})
    headers = {"Vary": "Accept-Language"}
    if languages:
        headers["Content-Language"] = ", ".join(languages)
    return Response(actions, 200, headers, "application/json")
