"""Tokens for a whole table: what each is called, may do and controls. Who sees an action stands in its row.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("token", sa.Column("label", sa.Text(), server_default="", nullable=False))
    op.add_column("token", sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=True))
    op.add_column(
        "token", sa.Column("controls", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False)
    )
    op.add_column(
        "encounter_action", sa.Column("privacy", sa.Text(), server_default="public", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("encounter_action", "privacy")
    for name in ("controls", "scopes", "label"):
        op.drop_column("token", name)
