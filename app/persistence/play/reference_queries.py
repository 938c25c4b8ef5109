"""Names of other systems: which encounter of a campaign holds which combatant's, which actions bear which."""

from collections.abc import Collection, Mapping

from app.persistence.base.session import Driver
from app.values import value

_HELD = "SELECT ref, combatant_id FROM external_ref WHERE campaign_id = $1 AND encounter_id = $2"
_RELEASE = "DELETE FROM external_ref WHERE campaign_id = $1 AND encounter_id = $2 AND ref = ANY($3)"
# In one order everywhere, so that two encounters that want the same names cannot wait for each other.
_TAKE = """
INSERT INTO external_ref (campaign_id, ref, encounter_id, combatant_id)
SELECT $1, wanted.ref, $2, wanted.combatant_id
FROM unnest($3::text[], $4::text[]) AS wanted (ref, combatant_id) ORDER BY wanted.ref
ON CONFLICT DO NOTHING RETURNING ref
"""
_HOLDER = "SELECT encounter_id FROM external_ref WHERE campaign_id = $1 AND ref = $2"


async def hold_refs(
    driver: Driver, campaign_id: str, encounter_id: str, wanted: Mapping[str, str]
) -> str | None:
    """Have the encounter hold just the ``wanted`` references, each with its combatant's id.

    Returns the first one that another encounter of the campaign holds, None where there is none.
    """
    rows = await driver.fetch(_HELD, campaign_id, encounter_id)
    held = {row["ref"]: row["combatant_id"] for row in rows}
    if gone := [ref for ref, combatant_id in held.items() if wanted.get(ref) != combatant_id]:
        await driver.execute(_RELEASE, campaign_id, encounter_id, gone)
    new = [ref for ref, combatant_id in wanted.items() if held.get(ref) != combatant_id]
    if not new:
        return None
    taken = await driver.fetch(_TAKE, campaign_id, encounter_id, new, [wanted[ref] for ref in new])
    ours = {row["ref"] for row in taken}
    return next((ref for ref in new if ref not in ours), None)


async def holder_of(driver: Driver, campaign_id: str, ref: str) -> str | None:
    """The id of the encounter that holds the reference."""
    return await driver.fetchval(_HOLDER, campaign_id, ref)


_REFERRED = """
SELECT DISTINCT action_ids, is_group FROM action_ref
WHERE campaign_id = $1 AND encounter_id = $2 AND ref = ANY($3) ORDER BY action_ids
"""
_REFER = """
INSERT INTO action_ref (campaign_id, encounter_id, ref, action_ids, is_group)
SELECT $1, $2, wanted.ref, $4, $5 FROM unnest($3::text[]) AS wanted (ref)
"""


@value
class Referred:
    """A request that bears a reference: the ids of its actions in order, whether done yet or not."""

    action_ids: tuple[str, ...]
    is_group: bool


async def referred_to(
    driver: Driver, campaign_id: str, encounter_id: str, refs: Collection[str]
) -> tuple[Referred, ...]:
    """The requests of the encounter that bear one of the references, the oldest first."""
    rows = await driver.fetch(_REFERRED, campaign_id, encounter_id, refs)
    return tuple(Referred(tuple(row["action_ids"]), row["is_group"]) for row in rows)


async def refer_to(
    driver: Driver, campaign_id: str, encounter_id: str, refs: Collection[str], wanted: Referred
) -> None:
    """Have the request bear the references, of which none is used in the encounter yet."""
    await driver.execute(_REFER, campaign_id, encounter_id, refs, wanted.action_ids, wanted.is_group)
