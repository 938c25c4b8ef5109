"""Names that other systems have for actions, each once in an encounter; keys that a campaign's GMs share.

Revision ID: 0015
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0015"
down_revision: str | None = "0013"
branch_labels: str | None = None
depends_on: str | None = None

_SHARE = """
UPDATE idempotency_key k SET token_id = 'gm'
FROM token t
WHERE t.campaign_id = k.campaign_id AND t.id = k.token_id AND t.role IN ('owner', 'gm', 'assistant')
    AND k.route LIKE '/v1/encounters/%/actions' AND NOT EXISTS (
        SELECT FROM idempotency_key other
        JOIN token of_other ON of_other.campaign_id = other.campaign_id AND of_other.id = other.token_id
        WHERE other.campaign_id = k.campaign_id AND other.route = k.route AND other.key = k.key
            AND of_other.role IN ('owner', 'gm', 'assistant') AND other.token_id < k.token_id
    )
"""
"""Where two of them used the same key, it goes to the older token; the other one's stays its own."""

_KEEP_APART = """
UPDATE idempotency_key k SET token_id = a.token_id
FROM encounter_action a
WHERE k.token_id = 'gm' AND a.campaign_id = k.campaign_id AND a.encounter_id = k.encounter_id
    AND a.seq = k.action_seq
"""


def upgrade() -> None:
    op.create_table(
        "action_ref",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("action_ids", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("is_group", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_action_ref_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("campaign_id", "encounter_id", "ref", name=op.f("pk_action_ref")),
    )
    op.execute(_SHARE)


def downgrade() -> None:
    op.execute(_KEEP_APART)
    op.drop_table("action_ref")
