"""Campaigns, tokens, encounters and their log in PostgreSQL.

Every key leads with the campaign, so that the tables can be distributed or partitioned by it. State,
commands, answers, events, results and headers are JSON that is written and read whole by the codec alone,
hence ``text``: PostgreSQL need neither parse nor change it, and ``state::json`` is there for whoever looks.
"""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base.orm import Base
from app.persistence.packs.pack_files import PackKey

Moment = DateTime(timezone=True)


class CampaignRow(Base):
    """A table of players: what tokens open and encounters belong to.

    ``disclosure`` is the most that is disclosed of any combatant in them, JSON.
    """

    __tablename__ = "campaign"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())
    disclosure: Mapped[str] = mapped_column(Text, server_default="{}")


class TokenRow(Base):
    """A bearer token; only the SHA-256 of its text is kept.

    ``scopes`` narrow what its role may do, None does not; ``controls`` are names of combatants.
    """

    __tablename__ = "token"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    role: Mapped[str] = mapped_column(Text)
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())
    revoked_at: Mapped[datetime | None] = mapped_column(Moment)
    label: Mapped[str] = mapped_column(Text, server_default="")
    scopes: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    controls: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")

    __table_args__ = (UniqueConstraint("campaign_id", "digest"),)


class CampaignPackRow(Base):
    """A table pack that a campaign has brought, one row a version; its document is JSON, whole.

    Of a deleted version only its name is left.
    """

    __tablename__ = "campaign_pack"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    version: Mapped[str] = mapped_column(Text, primary_key=True)
    ruleset: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    licence: Mapped[str] = mapped_column(Text)
    document: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)


class EncounterRow(Base):
    """An encounter as it stands; ``version`` counts its changes, ``last_event`` numbers its newest event.

    The seeds are those of the epoch ``dice_epoch`` and secret: they are never loaded with the row.
    ``dice_open`` and ``dice_hidden`` are the indices of the rolls to come. ``dice_policy`` is JSON.
    ``pending`` is the action that waits for somebody, JSON; the first of its decisions to run out of time
    does so at ``pending_expires_at``.
    """

    __tablename__ = "encounter"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    ruleset: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(BigInteger)
    last_event: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(Text)
    table_pack: Mapped[str] = mapped_column(Text)
    table_pack_version: Mapped[str] = mapped_column(Text)
    tables_hash: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment)
    updated_at: Mapped[datetime] = mapped_column(Moment)
    dice_epoch: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    dice_open_seed: Mapped[bytes] = mapped_column(LargeBinary, deferred=True, deferred_raiseload=True)
    dice_hidden_seed: Mapped[bytes] = mapped_column(LargeBinary, deferred=True, deferred_raiseload=True)
    dice_salt: Mapped[str] = mapped_column(Text, server_default="")
    dice_open: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    dice_hidden: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    dice_policy: Mapped[str] = mapped_column(Text, server_default="{}")
    pending: Mapped[str | None] = mapped_column(Text)
    pending_expires_at: Mapped[datetime | None] = mapped_column(Moment)

    __table_args__ = (
        Index(None, "pending_expires_at", postgresql_where=text("pending_expires_at IS NOT NULL")),
    )

    @property
    def tables(self) -> PackKey:
        """What it is played with."""
        return PackKey(self.ruleset, self.table_pack, self.table_pack_version, self.tables_hash)


class DiceEpochRow(Base):
    """Seeds of an encounter's dice that are revealed, with how many rolls each of them made."""

    __tablename__ = "dice_epoch"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text, primary_key=True)
    epoch: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    open_seed: Mapped[bytes] = mapped_column(LargeBinary)
    hidden_seed: Mapped[bytes] = mapped_column(LargeBinary)
    salt: Mapped[str] = mapped_column(Text)
    open_rolls: Mapped[int] = mapped_column(BigInteger)
    hidden_rolls: Mapped[int] = mapped_column(BigInteger)
    revealed_at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "encounter_id"], ["encounter.campaign_id", "encounter.id"], ondelete="CASCADE"
        ),
    )


class DeletedEncounterRow(Base):
    """That there was such an encounter; of the encounter itself nothing is left."""

    __tablename__ = "deleted_encounter"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    deleted_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())


class ActionRow(Base):
    """One change of the log: what was asked, how it was answered, what came of it.

    ``seq`` is the encounter's version after it. An undo or redo names in ``reverts`` the rows that it took
    back or carried out again; an action that is taken back names in ``reverted_by`` the undo. Events bear
    the numbers ``first_event`` to ``last_event``; without events the last is one less than the first.
    ``result`` is the answer to the caller without its events, which are the same text as ``events``.
    ``privacy`` says who sees it. No foreign key: a row is written only while its encounter's is locked, and
    both are deleted together.
    """

    __tablename__ = "encounter_action"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text, primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    actor: Mapped[str | None] = mapped_column(Text)
    command: Mapped[str] = mapped_column(Text)
    answers: Mapped[str] = mapped_column(Text)
    events: Mapped[str] = mapped_column(Text)
    result: Mapped[str] = mapped_column(Text)
    state_after: Mapped[str] = mapped_column(Text)
    first_event: Mapped[int] = mapped_column(BigInteger)
    last_event: Mapped[int] = mapped_column(BigInteger)
    engine_version: Mapped[str] = mapped_column(Text)
    tables_hash: Mapped[str] = mapped_column(Text)
    token_id: Mapped[str] = mapped_column(Text)
    idempotency_key: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment)
    reverts: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))
    reverted_by: Mapped[int | None] = mapped_column(BigInteger)
    privacy: Mapped[str] = mapped_column(Text, server_default="public")

    __table_args__ = (
        UniqueConstraint("campaign_id", "encounter_id", "id"),
        Index(None, "campaign_id", "encounter_id", "last_event"),
    )


class ExternalRefRow(Base):
    """A name that another system has for a combatant, ``system:kind:id``: once in a campaign.

    Held by encounters that have not ended; what is held is what stands in their states.
    """

    __tablename__ = "external_ref"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    ref: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text)
    combatant_id: Mapped[str] = mapped_column(Text)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "encounter_id"], ["encounter.campaign_id", "encounter.id"], ondelete="CASCADE"
        ),
        Index(None, "campaign_id", "encounter_id"),
    )


class ActionRefRow(Base):
    """A name that another system has for a request to act, ``system:kind:id``: once in an encounter.

    ``action_ids`` are its actions in order; they stay named so whatever becomes of them.
    """

    __tablename__ = "action_ref"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text, primary_key=True)
    ref: Mapped[str] = mapped_column(Text, primary_key=True)
    action_ids: Mapped[list[str]] = mapped_column(ARRAY(Text))
    is_group: Mapped[bool] = mapped_column(Boolean)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "encounter_id"], ["encounter.campaign_id", "encounter.id"], ondelete="CASCADE"
        ),
    )


class IdempotencyRow(Base):
    """A request that was carried out, and its answer; the key is the caller's, per token and route.

    Those that a campaign's GMs share for the actions of an encounter are kept under ``gm``.
    ``body`` is absent where the answer is the result of the action ``action_seq``. No foreign keys: rows
    expire on their own, and a key must outlive what it made.
    """

    __tablename__ = "idempotency_key"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    token_id: Mapped[str] = mapped_column(Text, primary_key=True)
    route: Mapped[str] = mapped_column(Text, primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary)
    status: Mapped[int] = mapped_column(SmallInteger)
    headers: Mapped[str] = mapped_column(Text)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    encounter_id: Mapped[str | None] = mapped_column(Text)
    action_seq: Mapped[int | None] = mapped_column(BigInteger)
    expires_at: Mapped[datetime] = mapped_column(Moment)

    # They are written in the order in which they expire: a summary of each range of pages will do.
    __table_args__ = (Index(None, "expires_at", postgresql_using="brin"),)
