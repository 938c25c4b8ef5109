"""What every change of an encounter stores, in the transaction that is open."""

from app.persistence.dice_queries import reveal_epoch
from app.persistence.play_queries import KeptReply, KeyScope, write_actions
from app.services.dice import new_seeds
from app.services.opened import Opened
from app.services.resuming import Acted


async def store(
    opened: Opened,
    acted: Acted,
    token_id: str,
    key: str | None = None,
    scope: KeyScope | None = None,
    kept: KeptReply | None = None,
) -> None:
    """Write the rows of ``acted``, the encounter after them and the indices of its dice, and keep the reply.

    An encounter that ends has its dice revealed. Raises KeyTaken.
    """
    origin, standing = opened.origin(token_id, key), acted.standing
    await write_actions(opened.driver, origin, acted.actions, standing, opened.draw.next_rolls, scope, kept)
    if opened.encounter.status != "ended" and standing.status == "ended":
        await reveal_epoch(opened.driver, opened.campaign_id, opened.encounter_id, new_seeds(), opened.at)
