"""Once only: a request with an idempotency key is carried out once, and its reply given again."""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import TypeVar

from pydantic_core import from_json, to_json

from app.persistence.base.key_queries import KeptReply, KeyScope, KeyTaken, claim_key, find_reply
from app.persistence.base.session import Driver
from app.services.base.action_json import with_events
from app.services.base.refusals import KeyReused, in_flight
from app.values import replace, value

T = TypeVar("T")

ATTEMPTS = 3
"""One that meets the key, one that reads what was kept under it, and one to spare."""
SHARED_BY_GMS = "gm"
"""Stands for the token where a campaign's GMs share a key; no token has this id."""


@value
class KeyClaim:
    """A request's idempotency key, and the fingerprint of its body that tells it from another one.

    Where the key is shared with other tokens, ``own`` is its scope as the token's alone, and ``scope`` the
    shared one.
    """

    scope: KeyScope
    fingerprint: bytes
    own: KeyScope | None = None


class KeyOfAnother(Exception):
    """Another token uses the shared key for another request: the caller's is then its own."""


@value
class Reply:
    """What the caller gets, and gets again when it repeats the request.

    A ``body`` of None stands for the result of the action that the request made. ``refused`` is JSON: what a
    group's answer says of the command that was refused.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes | None
    is_replayed: bool = False
    refused: bytes = b"null"


def claim_of(campaign_id: str, token_id: str, route: str, key: str, body: bytes) -> KeyClaim:
    """The claim of the token's request with ``body`` to ``route``."""
    return KeyClaim(KeyScope(campaign_id, token_id, route, key), sha256(body).digest())


def shared(claimed: KeyClaim) -> KeyClaim:
    """The claim of a key that all of a campaign's GMs share, who see the same of everything.

    The same request under the same key is carried out once, whichever of them sends it.
    """
    return replace(claimed, scope=replace(claimed.scope, token_id=SHARED_BY_GMS), own=claimed.scope)


def to_keep(claimed: KeyClaim, reply: Reply) -> KeptReply:
    """``reply`` as it is kept."""
    return KeptReply(claimed.fingerprint, reply.status, to_json(reply.headers).decode(), reply.body)


async def earlier_reply(driver: Driver, wanted: KeyClaim) -> Reply | None:
    """The reply kept for the same request, while what it answers exists; raises KeyReused and KeyOfAnother
    where it was another one.
    """
    found = await find_reply(driver, wanted.scope)
    if found is None:
        return None
    kept, body = found.reply, found.reply.body
    if body is None:  # it is the result of an action
        if found.result is None or found.events is None:
            return None
        body = with_events(found.result, found.events)
    if kept.fingerprint != wanted.fingerprint:
        if wanted.own is not None and found.token_id != wanted.own.token_id:
            raise KeyOfAnother
        raise KeyReused("This Idempotency-Key was used for another request; take a new one.")
    return Reply(kept.status, from_json(kept.headers), body, is_replayed=True)


async def replay_or_claim(driver: Driver, wanted: KeyClaim) -> Reply | None:
    """The earlier reply, or None and the key is claimed for this transaction.

    It is claimed before it is looked for: what another transaction keeps under it meanwhile is seen.
    Raises RequestInFlight, KeyReused and KeyOfAnother.
    """
    is_ours = await claim_key(driver, wanted.scope)
    reply = await earlier_reply(driver, wanted)
    if reply is None and not is_ours:
        raise in_flight()
    return reply


async def once_kept(attempt: Callable[[], Awaitable[T]]) -> T:
    """What ``attempt`` comes to, made anew where its key was kept between its look and its write.

    The next attempt sees the reply that was kept. Raises RequestInFlight where none can be seen, and what
    ``attempt`` raises.
    """
    for _ in range(ATTEMPTS):
        try:
            return await attempt()
        except KeyTaken:
            continue
    raise in_flight()
