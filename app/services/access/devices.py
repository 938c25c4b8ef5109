"""Keys for whoever has none: a device asks, the GM reads its code and says yes or no, the device fetches.

The shape is that of RFC 8628. A wish belongs to no campaign until its GM approves it. Then a token is written
that nothing opens; its text is made when the device fetches it, sealed with the device code, which is kept
nowhere, and forgotten a minute later.
"""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import Field
from pydantic_core import to_json

from app.persistence.access import device_queries as queries
from app.persistence.access.device_queries import Poll, Wish
from app.persistence.access.token_queries import Token, give_text, read_token
from app.persistence.base.session import Driver
from app.rules.common.errors import InvalidDocument, Problem
from app.services.access.secret_replies import reply_once, sealed, unsealed
from app.services.access.table_tokens import (
    Controls,
    Scopes,
    Seat,
    TokenBody,
    check_scopes,
    misplaced_controls,
    token_from,
    token_view,
    write,
)
from app.services.access.tokens import Grant, digest, new_token
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.refusals import (
    AccessDenied,
    AuthorizationPending,
    DeviceCodeExpired,
    DeviceCodeUnknown,
    NoKeyYet,
    NotFound,
    SlowDown,
    TooManyRequests,
)
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.values import replace, value

LASTS = timedelta(minutes=10)
INTERVAL = 5
"""Seconds that a device waits between two polls; each time it does not, as many more."""
LONGEST_INTERVAL = 60
TOLERANCE = timedelta(milliseconds=500)
"""By which a poll may come too early: the ways through the network differ."""
FETCHED_WITHIN = timedelta(minutes=2)
"""After the approval, however late that came."""
AGAIN_WITHIN = timedelta(minutes=1)
"""After the delivery, for whom the answer was lost on its way."""
AT_MOST = 20
"""Wishes of one address that wait."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Those of user codes: no vowels, so no words, and nothing like a digit."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that count as printable and show nothing."""
_DEVICE_CODE = re.compile(r"estoc_device_[A-Za-z0-9_-]{43}")
_USER_CODE = re.compile(f"[{LETTERS}]{{8}}")
_DRAWS = 5


@value
class DeviceBody:
    """A key that is asked for; what it may is the GM's to say. Without `scopes` all that its role may.

    `client_name` is what the GM is shown, and the label of the token unless the GM gives another one.
    """

    client_name: Annotated[str, Field(min_length=1, max_length=100)]
    role: Seat
    scopes: Scopes | None = None
    controls: Controls = ()


@value
class DeviceTokenBody:
    """The device that asks whether its key is there."""

    device_code: Annotated[str, Field(min_length=1, max_length=200)]


async def ask(service: Estoc, body: DeviceBody, address: str) -> Json:
    """Keep a wish from ``address``; its device code is in this answer and nowhere else.

    Raises InvalidDocument, TooManyRequests and DatabaseUnavailable.
    """
    _check(body)
    device_code = f"estoc_device_{secrets.token_urlsafe(32)}"
    now = datetime.now(UTC)
    async with service.database.reading() as driver:
        if await queries.count_wishes(driver, address) >= AT_MOST:
            wait = int(LASTS.total_seconds())
            raise TooManyRequests(
                "{most} keys are asked for from here already; wait a while.", wait, way="keys", most=AT_MOST
            )
        for _ in range(_DRAWS):
            wish = Wish(
                new_user_code(),
                body.client_name,
                address,
                body.role,
                None if body.scopes is None else list(body.scopes),
                list(body.controls),
                now,
                now + LASTS,
            )
            if await queries.write_wish(driver, digest(device_code), wish, INTERVAL):
                break
        else:
            raise TooManyRequests("No code is free at the moment.", INTERVAL, way="codes")
    return {
        "device_code": device_code,
        "user_code": wish.user_code,
        "expires_in": int(LASTS.total_seconds()),
        "interval": INTERVAL,
    }


def new_user_code() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(8))
    return f"{drawn[:4]}-{drawn[4:]}"


def read_user_code(text: str) -> str:
    """The code of what somebody typed, in small letters perhaps and without its hyphen; raises NotFound."""
    plain = text.upper().replace("-", "").replace(" ", "")
    if not _USER_CODE.fullmatch(plain):
        raise _nobody_waits()
    return f"{plain[:4]}-{plain[4:]}"


async def look(service: Estoc, user_code: str) -> Json:
    """Who asks for what; raises NotFound, be the code unknown, too old or answered already."""
    async with service.database.reading() as driver:
        return _wish_view(_there(await queries.read_wish(driver, user_code)))


async def approve_once(
    service: Estoc, grant: Grant, user_code: str, body: TokenBody, claim: KeyClaim, presented: str
) -> Reply:
    """Let the device have a token, as ``body`` has it and not as it was asked for.

    Raises NotFound, InvalidDocument, Forbidden, TooManyTokens, RequestInFlight, KeyReused and
    DatabaseUnavailable.
    """
    if problems := misplaced_controls(body.role, body.controls):
        raise InvalidDocument(problems)
    check_scopes(grant, body)

    async def approve(driver: Driver) -> Reply:
        wish = _there(await queries.take_wish(driver, user_code))
        labelled = replace(body, label=body.label or wish.client_name)
        token = token_from(labelled, new_id("tok"), datetime.now(UTC))
        await write(driver, grant.campaign_id, [(token, secrets.token_bytes(32))])
        await queries.approve_wish(driver, wish.user_code, grant.campaign_id, token.id, FETCHED_WITHIN)
        where = f"/v1/campaigns/{grant.campaign_id}/tokens"
        return Reply(201, {"Location": where}, to_json(token_view(token)))

    return await reply_once(service.database, claim, presented, approve)


async def deny_once(service: Estoc, user_code: str, claim: KeyClaim, presented: str) -> Reply:
    """Let the device have nothing; raises NotFound, RequestInFlight, KeyReused and DatabaseUnavailable."""

    async def deny(driver: Driver) -> Reply:
        wish = _there(await queries.take_wish(driver, user_code))
        await queries.deny_wish(driver, wish.user_code)
        return Reply(204, {}, b"")

    return await reply_once(service.database, claim, presented, deny)


async def fetch(service: Estoc, body: DeviceTokenBody) -> Json:
    """The token with its text, once the GM has approved; for a minute the same one again.

    Raises AuthorizationPending, SlowDown, AccessDenied, DeviceCodeExpired, DeviceCodeUnknown and
    DatabaseUnavailable.
    """
    if not _DEVICE_CODE.fullmatch(body.device_code):
        raise _unknown()
    async with service.database.transaction() as driver:
        fetched = await _fetched(driver, body.device_code)
    if isinstance(fetched, NoKeyYet):
        raise fetched  # after the commit: when it was polled is kept
    return fetched


async def _fetched(driver: Driver, device_code: str) -> Json | NoKeyYet:
    key = digest(device_code)
    polled = await queries.poll(driver, key, TOLERANCE)
    if polled is None:
        return _unknown()
    if polled.is_denied:
        return AccessDenied("The GM said no.")
    if polled.is_expired:
        return (
            DeviceCodeExpired("Nobody answered in time; ask anew.") if polled.sealed is None else _unknown()
        )
    if polled.campaign_id is None or polled.token_id is None:
        return await _not_yet(driver, key, polled)
    if polled.sealed is not None:
        text = unsealed(polled.sealed, device_code).decode()
        token = await read_token(driver, polled.campaign_id, polled.token_id)
    else:
        text = new_token(polled.campaign_id)
        token = await give_text(driver, polled.campaign_id, polled.token_id, digest(text))
        if token is not None:
            await queries.note_delivery(driver, key, sealed(text.encode(), device_code), AGAIN_WITHIN)
    if token is None:
        return AccessDenied("The GM has revoked this key already.", way="revoked")
    return _delivered(token, polled.campaign_id, text)


async def _not_yet(driver: Driver, key: bytes, polled: Poll) -> NoKeyYet:
    interval = polled.pause
    if polled.is_too_quick:
        interval = min(interval + INTERVAL, LONGEST_INTERVAL)
    await queries.note_poll(driver, key, interval)
    if polled.is_too_quick:
        return SlowDown("Too soon; ask every {interval} s.", interval=interval)
    return AuthorizationPending("The GM has not answered yet; ask every {interval} s.", interval=interval)


def _delivered(token: Token, campaign_id: str, text: str) -> Json:
    return {**token_view(token), "campaign_id": campaign_id, "token": text}


def _wish_view(wish: Wish) -> Json:
    return {
        "user_code": wish.user_code,
        "client_name": wish.client_name,
        "address": wish.address,
        "role": wish.role,
        "scopes": wish.scopes,
        "controls": wish.controls,
        "created_at": written(wish.created_at),
        "expires_at": written(wish.expires_at),
    }


def _check(body: DeviceBody) -> None:
    problems = misplaced_controls(body.role, body.controls)
    # A GM decides by this name: nothing in it may hide, turn around or look like the end of it.
    name = body.client_name
    if not name.isprintable() or name != name.strip() or not _BLANKS.isdisjoint(name):
        message = "Letters, digits and signs that can be seen, and no space at either end."
        problems += (Problem("/client_name", "client_name_unprintable", message),)
    if problems:
        raise InvalidDocument(problems)


def _there(wish: Wish | None) -> Wish:
    if wish is None:
        raise _nobody_waits()
    return wish


def _nobody_waits() -> NotFound:
    return NotFound("Nobody waits under this code: it is mistyped, too old or answered already.", way="code")


def _unknown() -> DeviceCodeUnknown:
    return DeviceCodeUnknown("This is no device code, or its key was fetched.")
