"""Campaigns, tokens, encounters and their log.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
    )
    op.create_table(
        "idempotency_key",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("headers", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("encounter_id", sa.Text(), nullable=True),
        sa.Column("action_seq", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "token_id", "route", "key", name=op.f("pk_idempotency_key")),
    )
    op.create_index(op.f("ix_idempotency_key_expires_at"), "idempotency_key", ["expires_at"], unique=False)
    op.create_table(
        "encounter",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("last_event", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("table_pack", sa.Text(), nullable=False),
        sa.Column("table_pack_version", sa.Text(), nullable=False),
        sa.Column("tables_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_encounter_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_encounter")),
    )
    op.create_table(
        "token",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_token_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_token")),
        sa.UniqueConstraint("campaign_id", "digest", name=op.f("uq_token_campaign_id_digest")),
    )
    op.create_table(
        "encounter_action",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("state_after", sa.Text(), nullable=False),
        sa.Column("first_event", sa.BigInteger(), nullable=False),
        sa.Column("last_event", sa.BigInteger(), nullable=False),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("tables_hash", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=False),
        sa.Column("idempotency_key", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_encounter_action_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("campaign_id", "encounter_id", "seq", name=op.f("pk_encounter_action")),
        sa.UniqueConstraint(
            "campaign_id", "encounter_id", "id", name=op.f("uq_encounter_action_campaign_id_encounter_id_id")
        ),
    )
    op.create_index(
        op.f("ix_encounter_action_campaign_id_encounter_id_last_event"),
        "encounter_action",
        ["campaign_id", "encounter_id", "last_event"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_index(
        op.f("ix_encounter_action_campaign_id_encounter_id_last_event"), table_name="encounter_action"
    )
    op.drop_table("encounter_action")
    op.drop_table("token")
    op.drop_table("encounter")
    op.drop_index(op.f("ix_idempotency_key_expires_at"), table_name="idempotency_key")
    op.drop_table("idempotency_key")
    op.drop_table("campaign")
