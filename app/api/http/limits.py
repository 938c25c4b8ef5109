"""How many requests a token may send, and an address before it has shown one.

Counted in this process alone, as the generic cell rate algorithm does: one moment is kept for each sender,
that at which its allowance will be whole again.
"""

import ipaddress
import time
from dataclasses import dataclass, field
from math import ceil, floor

from starlette.requests import Request

from app.services.base.refusals import TooManyRequests
from app.values import value

WINDOW = 60.0
"""Seconds in which a used up allowance grows back."""
USER_CODES = 10
"""Times that a token may look for a user code: enough for whoever mistypes it."""
_REMEMBERED = 20_000
"""Senders of which the moment is kept; those with a whole allowance need not be remembered."""


@value
class Standing:
    """What is left of an allowance: ``left`` requests, and ``whole_in`` seconds until there are all again."""

    name: str
    quota: int
    left: int
    whole_in: int

    @property
    def headers(self) -> tuple[tuple[bytes, bytes], ...]:
        """The headers of the IETF's draft on rate limits."""
        policy = f'"{self.name}";q={self.quota};w={WINDOW:.0f}'
        return (
            (b"ratelimit", f'"{self.name}";r={self.left};t={self.whole_in}'.encode()),
            (b"ratelimit-policy", policy.encode()),
        )


@dataclass(slots=True)
class Allowance:
    """``quota`` requests for each sender, growing back evenly within `WINDOW`; a quota of 0 is no limit."""

    name: str
    quota: int
    _whole_at: dict[str, float] = field(default_factory=dict[str, float])

    def take(self, request: Request, sender: str, *, cost: int = 1) -> None:
        """Count ``cost`` requests, or none and only look; raises TooManyRequests where none is left.

        The standing goes into the answer's headers either way.
        """
        if not self.quota:
            return
        now, each = time.monotonic(), WINDOW / self.quota
        whole_at = max(self._whole_at.get(sender, now), now)
        wait = whole_at + each - now - WINDOW
        if wait <= 0 and cost:
            whole_at += each * cost
            self._keep(sender, whole_at, now)
        left = max(0, floor((WINDOW - whole_at + now) / each + 1e-9))
        request.state.standing = Standing(self.name, self.quota, left, ceil(whole_at - now))
        if wait > 0:
            seconds = max(1, ceil(wait))
            raise TooManyRequests(
                "No more than {quota} requests a minute; wait {seconds} s.",
                seconds,
                quota=self.quota,
                seconds=seconds,
            )

    def _keep(self, sender: str, whole_at: float, now: float) -> None:
        if len(self._whole_at) >= _REMEMBERED and sender not in self._whole_at:
            running = sorted(
                (item for item in self._whole_at.items() if item[1] > now), key=lambda item: item[1]
            )
            self._whole_at = dict(running[-_REMEMBERED // 2 :])
        self._whole_at[sender] = whole_at


@value
class Limits:
    """The allowances of one worker."""

    tokens: Allowance
    strangers: Allowance
    user_codes: Allowance

    def admit_stranger(self, request: Request) -> None:
        """Whether this address may still try a token; raises TooManyRequests."""
        self.strangers.take(request, address_of(request), cost=0)

    def count_stranger(self, request: Request) -> None:
        """A request without a good token; raises TooManyRequests."""
        self.strangers.take(request, address_of(request))

    def count_token(self, request: Request, token_id: str) -> None:
        """A request with a good token; raises TooManyRequests."""
        self.tokens.take(request, token_id)

    def count_user_code(self, request: Request, token_id: str) -> None:
        """A look for a code that somebody told or guessed; raises TooManyRequests."""
        self.user_codes.take(request, token_id)


def address_of(request: Request) -> str:
    """The caller's address; of IPv6 the network, since a caller has all its addresses."""
    host = request.client.host if request.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
