"""What an encounter waits for and who rolls in it; which actions were taken back.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("encounter", sa.Column("pending", sa.Text(), nullable=True))
    op.add_column("encounter", sa.Column("pending_expires_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        op.f("ix_encounter_pending_expires_at"),
        "encounter",
        ["pending_expires_at"],
        unique=False,
        postgresql_where=sa.text("pending_expires_at IS NOT NULL"),
    )
    op.add_column("encounter_action", sa.Column("reverts", ARRAY(sa.BigInteger()), nullable=True))
    op.add_column("encounter_action", sa.Column("reverted_by", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("encounter_action", "reverted_by")
    op.drop_column("encounter_action", "reverts")
    op.drop_index(op.f("ix_encounter_pending_expires_at"), table_name="encounter")
    op.drop_column("encounter", "pending_expires_at")
    op.drop_column("encounter", "pending")
