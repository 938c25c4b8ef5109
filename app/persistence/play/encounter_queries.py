"""Campaigns and encounters: making them and looking at them."""

from collections.abc import Collection, Sequence
from dataclasses import field, fields
from datetime import datetime

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, insertion, statement
from app.persistence.play.models import ActionRow, CampaignRow, EncounterRow
from app.values import value


@value
class NewCampaign:
    """A campaign about to be written with its first token."""

    id: str
    name: str
    token_id: str
    role: str
    token_digest: bytes
    created_at: datetime


@value
class TakenCampaign:
    """A campaign that is changed in this transaction; ``disclosure`` is JSON."""

    id: str
    name: str
    disclosure: str
    created_at: datetime


@value
class NewEncounter:
    """An encounter about to be written; ``state`` and ``dice_policy`` are JSON."""

    campaign_id: str
    id: str
    ruleset: str
    title: str
    status: str
    state: str
    table_pack: str
    table_pack_version: str
    tables_hash: str
    created_at: datetime
    updated_at: datetime
    dice_open_seed: bytes = field(repr=False)
    dice_hidden_seed: bytes = field(repr=False)
    dice_policy: str
    version: int = 0
    last_event: int = 0

    @property
    def row(self) -> EncounterRow:
        """As it is read again, without its seeds and its state."""
        shown = {one.name for one in fields(self)} - {"dice_open_seed", "dice_hidden_seed", "state"}
        return EncounterRow(**{name: getattr(self, name) for name in shown})


@statement("""
WITH made AS (INSERT INTO campaign (id, name, created_at) VALUES (:new.id, :new.name, :new.created_at))
INSERT INTO token (campaign_id, id, role, digest, created_at)
VALUES (:new.id, :new.token_id, :new.role, :new.token_digest, :new.created_at)
""")
async def create_campaign(driver: Driver, new: NewCampaign) -> None:
    """Write a campaign and the token that opens it."""
    ...


@statement(f"SELECT {columns(TakenCampaign)} FROM campaign WHERE id = :campaign_id FOR NO KEY UPDATE")
async def take_campaign(driver: Driver, campaign_id: str) -> TakenCampaign | None:
    """The campaign, to be changed in this transaction."""
    ...


@statement("UPDATE campaign SET disclosure = :disclosure WHERE id = :campaign_id")
async def write_disclosure(driver: Driver, campaign_id: str, disclosure: str) -> None:
    """Change what the campaign discloses at most, JSON."""
    ...


@statement("SELECT id, disclosure FROM campaign WHERE id = ANY(:campaigns)")
async def disclosures_of(driver: Driver, campaigns: Collection[str]) -> dict[str, str]:
    """What each of the campaigns discloses at most, JSON."""
    ...


@statement(insertion(EncounterRow, new=NewEncounter))
async def create_encounter(driver: Driver, new: NewEncounter) -> None:
    """Write an encounter in which nobody is yet."""
    ...


@statement("""
WITH gone AS (
    DELETE FROM encounter WHERE campaign_id = :campaign_id AND id = :encounter_id RETURNING campaign_id, id
), log AS (
    DELETE FROM encounter_action WHERE campaign_id = :campaign_id AND encounter_id = :encounter_id
)
INSERT INTO deleted_encounter (campaign_id, id) SELECT campaign_id, id FROM gone
""")
async def delete_encounter(driver: Driver, campaign_id: str, encounter_id: str) -> None:
    """Delete an encounter with its whole log; only its id is kept.

    Its row must be locked already: then nobody is writing into its log.
    """
    ...


@statement("SELECT true FROM deleted_encounter WHERE campaign_id = :campaign_id AND id = :encounter_id")
async def was_deleted(driver: Driver, campaign_id: str, encounter_id: str) -> bool:
    """Whether the campaign had such an encounter and it was deleted."""
    ...


async def campaign(session: AsyncSession, campaign_id: str) -> CampaignRow | None:
    return await session.get(CampaignRow, campaign_id)


async def encounter(session: AsyncSession, campaign_id: str, encounter_id: str) -> EncounterRow | None:
    return await session.get(EncounterRow, (campaign_id, encounter_id))


async def encounter_anywhere(session: AsyncSession, encounter_id: str) -> EncounterRow | None:
    """The encounter of that id in whichever campaign: for the command line, which asks for nobody."""
    return await session.scalar(select(EncounterRow).where(EncounterRow.id == encounter_id))


async def encounters(
    session: AsyncSession, campaign_id: str, before: str | None, limit: int
) -> Sequence[EncounterRow]:
    """The campaign's encounters, the newest first, older than ``before`` where that is given."""
    query = select(EncounterRow).where(EncounterRow.campaign_id == campaign_id)
    if before is not None:
        query = query.where(EncounterRow.id < before)
    return (await session.scalars(query.order_by(EncounterRow.id.desc()).limit(limit))).all()


async def action(
    session: AsyncSession, campaign_id: str, encounter_id: str, action_id: str
) -> ActionRow | None:
    return await session.scalar(_actions(campaign_id, encounter_id).where(ActionRow.id == action_id))


async def actions(
    session: AsyncSession, campaign_id: str, encounter_id: str, after: int, limit: int
) -> Sequence[ActionRow]:
    """The log in order, after the action numbered ``after``."""
    query = _actions(campaign_id, encounter_id).where(ActionRow.seq > after)
    return (await session.scalars(query.order_by(ActionRow.seq).limit(limit))).all()


async def actions_done(
    session: AsyncSession, campaign_id: str, encounter_id: str, after: int, limit: int
) -> Sequence[ActionRow]:
    """The same without the rows of what was asked and answered before an action was over."""
    query = _actions(campaign_id, encounter_id).where(
        ActionRow.seq > after, ActionRow.kind.not_in(("suspend", "answer", "settle"))
    )
    return (await session.scalars(query.order_by(ActionRow.seq).limit(limit))).all()


async def ids_of(
    session: AsyncSession, campaign_id: str, encounter_id: str, numbers: Sequence[int | None]
) -> dict[int, str]:
    """The ids of those rows of the log, by their numbers."""
    wanted = {number for number in numbers if number is not None}
    if not wanted:
        return {}
    query = select(ActionRow.seq, ActionRow.id).where(
        ActionRow.campaign_id == campaign_id,
        ActionRow.encounter_id == encounter_id,
        ActionRow.seq.in_(wanted),
    )
    return {row.seq: row.id for row in await session.execute(query)}


async def has_left(session: AsyncSession, campaign_id: str, encounter_id: str, combatant_id: str) -> bool:
    """Whether that combatant was in the encounter once and was removed, and that is not taken back."""
    query = select(ActionRow.seq).where(
        ActionRow.campaign_id == campaign_id,
        ActionRow.encounter_id == encounter_id,
        or_(
            and_(ActionRow.kind == "remove", ActionRow.actor == combatant_id),
            # Whoever a sync names and is not there any more has left since, or by it.
            and_(ActionRow.kind == "sync", ActionRow.command.contains(combatant_id, autoescape=True)),
        ),
        ActionRow.reverted_by.is_(None),
    )
    return await session.scalar(query.limit(1)) is not None


def _actions(campaign_id: str, encounter_id: str) -> Select[ActionRow]:
    return select(ActionRow).where(
        ActionRow.campaign_id == campaign_id, ActionRow.encounter_id == encounter_id
    )
