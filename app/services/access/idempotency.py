"""Once only: a request with an idempotency key is carried out once, and its reply given again."""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import TypeVar

from pydantic_core import from_json, to_json

from app.persistence.base.session import Driver
from app.persistence.play.action_queries import KeptReply, KeyScope, KeyTaken, claim, kept
from app.services.access.tokens import Grant
from app.services.base.refusals import KeyReused, in_flight
from app.values import replace, value

T = TypeVar("T")

ATTEMPTS = 3
"""One that meets the key, one that reads what was kept under it, and one to spare."""
SHARED_BY_GMS = "gm"
"""Stands for the token where a campaign's GMs share a key; no token has this id."""


@value
class Claim:
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


def claim_of(grant: Grant, route: str, key: str, body: bytes) -> Claim:
    """The claim of a request with ``body`` to ``route``."""
    return Claim(KeyScope(grant.campaign_id, grant.token_id, route, key), sha256(body).digest())


def shared(claimed: Claim) -> Claim:
    """The claim of a key that all of a campaign's GMs share, who see the same of everything.

    The same request under the same key is carried out once, whichever of them sends it.
    """
    return replace(claimed, scope=replace(claimed.scope, token_id=SHARED_BY_GMS), own=claimed.scope)


def to_keep(claimed: Claim, reply: Reply) -> KeptReply:
    """``reply`` as it is kept."""
    return KeptReply(claimed.fingerprint, reply.status, to_json(reply.headers).decode(), reply.body)


async def earlier_reply(driver: Driver, wanted: Claim) -> Reply | None:
    """The reply kept for the same request; raises KeyReused and KeyOfAnother where it was another one."""
    found = await kept(driver, wanted.scope)
    if found is None:
        return None
    if found.fingerprint != wanted.fingerprint:
        if wanted.own is not None and found.token_id != wanted.own.token_id:
            raise KeyOfAnother
        raise KeyReused("This Idempotency-Key was used for another request; take a new one.")
    return Reply(found.status, from_json(found.headers), found.body, is_replayed=True)


async def claimed_or_replied(driver: Driver, wanted: Claim) -> Reply | None:
    """Claim the key for this transaction, or the earlier reply; raises RequestInFlight and KeyReused."""
    is_ours = await claim(driver, wanted.scope)
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
