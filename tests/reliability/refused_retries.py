"""R14: whoever sends a request again that is refused gets that refusal, or "in flight", and no other."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tests.api.caller import Caller

UNARMED = {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "no such weapon"}
"""Is refused whenever it is sent."""
SENDERS = 12


@dataclass(frozen=True, slots=True)
class Retries:
    """How many answers there were, and how many of them were the refusal itself."""

    answers: int
    refusals: int

    def __str__(self) -> str:
        return (
            f"R14: {self.answers} answers to requests that are refused: {self.refusals} that refusal, the "
            "others in flight"
        )


async def try_retries(senders: Sequence[Caller], rounds: int) -> Retries:
    """Send a refused request by twelve at once, each time under one key; raises AssertionError where anybody
    gets another refusal than its own. The ``senders`` are one GM at several doors.
    """
    encounter = await senders[0].begin_fight()
    path, body = f"/encounters/{encounter}/actions", {"command": UNARMED}
    expected = (await senders[0].post(path, body)).json()["code"]
    refusals = 0
    for _ in range(rounds):
        key = secrets.token_hex(8)
        answers = await asyncio.gather(
            *(senders[number % len(senders)].post(path, body, key=key) for number in range(SENDERS))
        )
        codes = [answer.json()["code"] for answer in answers]
        assert {*codes} <= {expected, "request_in_flight"}, codes
        refusals += codes.count(expected)
    return Retries(rounds * SENDERS, refusals)
