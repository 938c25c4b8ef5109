"""The most that a campaign discloses of any combatant: nothing is kept back until its GM says so.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("campaign", sa.Column("disclosure", sa.Text(), server_default="{}", nullable=False))


def downgrade() -> None:
    op.drop_column("campaign", "disclosure")
