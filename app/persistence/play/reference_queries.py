"""Names of other systems: which encounter of a campaign holds which combatant's, which actions bear which."""

from collections.abc import Collection, Mapping

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value


async def hold_refs(
    driver: Driver, campaign_id: str, encounter_id: str, wanted: Mapping[str, str]
) -> str | None:
    """Have the encounter hold just the ``wanted`` references, each with its combatant's id.

    Returns the first one that another encounter of the campaign holds, None where there is none.
    """
    held = await _held(driver, campaign_id, encounter_id)
    if gone := [ref for ref, combatant_id in held.items() if wanted.get(ref) != combatant_id]:
        await _release(driver, campaign_id, encounter_id, gone)
    new = [ref for ref, combatant_id in wanted.items() if held.get(ref) != combatant_id]
    if not new:
        return None
    ours = {*await _take(driver, campaign_id, encounter_id, new, [wanted[ref] for ref in new])}
    return next((ref for ref in new if ref not in ours), None)


@statement("""
SELECT ref, combatant_id FROM external_ref
WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id
""")
async def _held(driver: Driver, campaign_id: str, encounter_id: str) -> dict[str, str]: ...


@statement("""
DELETE FROM external_ref
WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id AND ref = ANY(:refs)
""")
async def _release(driver: Driver, campaign_id: str, encounter_id: str, refs: list[str]) -> None: ...


# In one order everywhere, so that two encounters that want the same names cannot wait for each other.
@statement("""
INSERT INTO external_ref (campaign_id, ref, encounter_id, combatant_id)
SELECT :campaign_id, wanted.ref, :encounter_id, wanted.combatant_id
FROM unnest(:refs::text[], :combatants::text[]) AS wanted (ref, combatant_id) ORDER BY wanted.ref
ON CONFLICT DO NOTHING RETURNING ref
""")
async def _take(
    driver: Driver, campaign_id: str, encounter_id: str, refs: list[str], combatants: list[str]
) -> list[str]: ...


@statement("SELECT encounter_id FROM external_ref WHERE campaign_id = :campaign_id AND ref = :ref")
async def holder_of(driver: Driver, campaign_id: str, ref: str) -> str | None:
    """The id of the encounter that holds the reference."""
    ...


@value
class Referred:
    """A request that bears a reference: the ids of its actions in order, whether done yet or not."""

    action_ids: list[str]
    is_group: bool


@statement(f"""
SELECT DISTINCT {columns(Referred)} FROM action_ref
WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id AND ref = ANY(:refs) ORDER BY action_ids
""")
async def referred_to(
    driver: Driver, campaign_id: str, encounter_id: str, refs: Collection[str]
) -> list[Referred]:
    """The requests of the encounter that bear one of the references, the oldest first."""
    ...


@statement("""
INSERT INTO action_ref (campaign_id, encounter_id, ref, action_ids, is_group)
SELECT :campaign_id, :encounter_id, wanted.ref, :wanted.action_ids, :wanted.is_group
FROM unnest(:refs::text[]) AS wanted (ref)
""")
async def refer_to(
    driver: Driver, campaign_id: str, encounter_id: str, refs: Collection[str], wanted: Referred
) -> None:
    """Have the request bear the references, of which none is used in the encounter yet."""
    ...
