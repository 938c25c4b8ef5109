"""Stream tickets, webhooks, and jobs.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "stream_ticket",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "token_id"],
            ["token.campaign_id", "token.id"],
            name=op.f("fk_stream_ticket_token"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_stream_ticket_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("campaign_id", "digest", name=op.f("pk_stream_ticket")),
    )
    op.create_index(op.f("ix_stream_ticket_expires_at"), "stream_ticket", ["expires_at"], unique=False)
    op.create_table(
        "webhook",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("previous_secret", sa.Text(), nullable=True),
        sa.Column("previous_until", MOMENT, nullable=True),
        sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("last_tried_at", MOMENT, nullable=True),
        sa.Column("last_outcome", sa.Text(), nullable=True),
        sa.Column("disabled_at", MOMENT, nullable=True),
        sa.Column("disabled_reason", sa.Text(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_webhook_campaign"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_webhook")),
    )
    op.create_table(
        "webhook_position",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("webhook_id", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("last_event", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "webhook_id"],
            ["webhook.campaign_id", "webhook.id"],
            name=op.f("fk_webhook_position_webhook"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_webhook_position_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "campaign_id", "webhook_id", "encounter_id", name=op.f("pk_webhook_position")
        ),
    )
    op.create_table(
        "job",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("run_at", MOMENT, nullable=False),
        sa.Column("asked", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.Column("locked_until", MOMENT, nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "kind", "key", name=op.f("pk_job")),
    )
    op.create_index(op.f("ix_job_run_at"), "job", ["run_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_job_run_at"), table_name="job")
    op.drop_table("job")
    op.drop_table("webhook_position")
    op.drop_table("webhook")
    op.drop_index(op.f("ix_stream_ticket_expires_at"), table_name="stream_ticket")
    op.drop_table("stream_ticket")
