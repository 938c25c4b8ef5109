"""What other systems call an action: a request that bears a reference is carried out once in its encounter,
whoever sends it and under whatever key.

A reference stays used whatever becomes of the action: while it waits, when it is cancelled, after an undo.
Only a refused request uses none.
"""

from collections.abc import Sequence

from app.persistence.base.session import Driver
from app.persistence.play.reference_queries import Referred, refer_to, referred_to
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction


class SentBefore(Exception):
    """The request was carried out already; its answer is that of the actions ``referred`` to."""

    def __init__(self, referred: Referred) -> None:
        super().__init__(*referred.action_ids)
        self.referred = referred


async def check_unused(driver: Driver, campaign_id: str, encounter_id: str, refs: Sequence[str]) -> None:
    """Raises SentBefore with the oldest request that bears one of the references.

    The encounter is locked: who comes second sees what the first has committed.
    """
    if not refs:
        return
    if found := await referred_to(driver, campaign_id, encounter_id, refs):
        raise SentBefore(found[0])


async def refer(transaction: Transaction, refs: Sequence[str], outcome: Outcome) -> None:
    """Have what was done, or waits now, bear the references; a request of which nothing was done bears none.

    The command that cut a group short belongs to its answer, as the last.
    """
    if not refs or (outcome.pending is None and not outcome.done):
        return
    pending = outcome.pending
    ids = (
        [one.id for one in outcome.actions]
        if pending is None
        else [one.action_id for one in pending.commands]
    )
    wanted = Referred(ids, outcome.is_group)
    await refer_to(transaction.driver, transaction.campaign_id, transaction.encounter_id, refs, wanted)
