"""Requests whose reply shows a secret: once only like all others, and kept unreadable."""

import secrets
from collections.abc import Awaitable, Callable
from hashlib import shake_256

from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import Database, Driver
from app.services.base.idempotency import KeyClaim, Reply, once_kept, replay_or_claim, to_keep
from app.values import replace

_SALT = 16


async def reply_once(
    database: Database, claim: KeyClaim, presented: str, make: Callable[[Driver], Awaitable[Reply]]
) -> Reply:
    """Carry out ``make`` in one transaction, once; its reply is kept sealed with the ``presented`` token.

    Raises RequestInFlight, KeyReused, DatabaseUnavailable and what ``make`` raises.
    """
    return await once_kept(lambda: _reply_once(database, claim, presented, make))


async def _reply_once(
    database: Database, claim: KeyClaim, presented: str, make: Callable[[Driver], Awaitable[Reply]]
) -> Reply:
    async with database.transaction() as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return replace(earlier, body=unsealed(earlier.body or b"", presented))
        reply = await make(driver)
        kept = replace(reply, body=sealed(reply.body or b"", presented))
        await keep_reply(driver, claim.scope, to_keep(claim, kept))
    return reply


def sealed(text: bytes, secret: str) -> bytes:
    """``text`` unreadable without ``secret``: a fresh salt, then the text under that salt's key stream."""
    salt = secrets.token_bytes(_SALT)
    return salt + _under(text, salt, secret)


def unsealed(text: bytes, secret: str) -> bytes:
    """What `sealed` was given."""
    return _under(text[_SALT:], text[:_SALT], secret)


def _under(text: bytes, salt: bytes, secret: str) -> bytes:
    stream = shake_256(salt + secret.encode()).digest(len(text))
    return bytes(left ^ right for left, right in zip(text, stream, strict=True))
