"""Bearer tokens: ``estoc_<campaign>_<secret>``, 256 bits, hashed at rest."""

import re
import secrets
import time
from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest

from sqlalchemy import select

from app.persistence.base.session import Database
from app.persistence.play.models import CampaignRow, TokenRow
from app.services.access.disclosure import CEILING, NO_CEILING, Ceiling
from app.services.base.refusals import Unauthenticated
from app.services.base.single_flight import Looks
from app.values import value

TRUSTED_FOR = 1.0
"""Seconds that a worker goes on trusting a token it has looked up: how late a revocation can be noticed."""
_REMEMBERED = 10_000
_SHAPE = re.compile(r"estoc_(cmp_[0-9a-z]{26})_[A-Za-z0-9_-]{43}")


@value
class Grant:
    """What a token opens: one campaign, in a role.

    ``scopes`` narrow what the role may do, None does not. ``controls`` are the names (id, `ref` or external
    reference) of the combatants that its holder plays, in whichever encounter they are. ``ceiling`` is the
    most that the campaign discloses of all others.
    """

    campaign_id: str
    token_id: str
    role: str
    scopes: frozenset[str] | None = None
    controls: frozenset[str] = frozenset()
    ceiling: Ceiling = NO_CEILING

    @classmethod
    def stored(
        cls,
        campaign_id: str,
        token_id: str,
        role: str,
        scopes: Iterable[str] | None,
        controls: Iterable[str],
        disclosure: str,
    ) -> "Grant":
        """What the rows of a token and of its campaign say."""
        return cls(
            campaign_id,
            token_id,
            role,
            None if scopes is None else frozenset(scopes),
            frozenset(controls),
            CEILING.load(disclosure),
        )


def new_token(campaign_id: str) -> str:
    """The text of a new token; it is shown once and never stored."""
    return f"estoc_{campaign_id}_{secrets.token_urlsafe(32)}"


def digest(token: str) -> bytes:
    """What is stored of a token. A secret of 256 bits needs no slow hash."""
    return sha256(token.encode()).digest()


class Tokens:
    """Looks tokens up, at most once a second each."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._trusted: dict[bytes, tuple[Grant, float]] = {}
        self._looks: Looks[bytes, Grant] = Looks()
        self._forgotten = 0

    def has_seen(self, token: str) -> bool:
        """Whether ``token`` was good lately; to find out needs no look at the database."""
        return digest(token) in self._trusted

    async def grant(self, token: str) -> Grant:
        """What ``token`` opens; raises Unauthenticated."""
        presented = digest(token)
        grant, until = self._trusted.get(presented, (None, 0.0))
        if grant is not None and time.monotonic() < until:
            return grant
        return await self._looks.share(presented, lambda: self._trust(token, presented))

    def forget(self, token_id: str) -> None:
        """Look a token up again before it opens anything, because it was revoked."""
        for known, (grant, _) in list(self._trusted.items()):
            if grant.token_id == token_id:
                del self._trusted[known]
        self._look_anew()

    def forget_campaign(self, campaign_id: str) -> None:
        """Look the campaign's tokens up again, because its ceiling has changed."""
        for known, (grant, _) in list(self._trusted.items()):
            if grant.campaign_id == campaign_id:
                del self._trusted[known]
        self._look_anew()

    def _look_anew(self) -> None:
        """What is being looked up may be as it was before: nobody trusts it, and nobody new waits for it."""
        self._forgotten += 1
        self._looks.forget()

    async def _trust(self, token: str, presented: bytes) -> Grant:
        forgotten = self._forgotten
        grant = await self._look_up(token, presented)
        if forgotten == self._forgotten:
            if len(self._trusted) >= _REMEMBERED:
                self._trusted.clear()
            self._trusted[presented] = (grant, time.monotonic() + TRUSTED_FOR)
        return grant

    async def _look_up(self, token: str, presented: bytes) -> Grant:
        if shape := _SHAPE.fullmatch(token):
            async with self._database.session() as session:
                rows = await session.execute(
                    select(TokenRow, CampaignRow.disclosure)
                    .join(CampaignRow, CampaignRow.id == TokenRow.campaign_id)
                    .where(TokenRow.campaign_id == shape[1], TokenRow.revoked_at.is_(None))
                )
            for row, disclosure in rows:
                if compare_digest(row.digest, presented):
                    return Grant.stored(
                        row.campaign_id, row.id, row.role, row.scopes, row.controls, disclosure
                    )
        raise Unauthenticated("This token opens nothing.")
