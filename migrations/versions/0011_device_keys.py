"""Keys that tabletop modules ask for and a GM approves.

Revision ID: 0011
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0011"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None

_TABLE = "device_authorization"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        _TABLE,
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("user_code", sa.Text(), nullable=False),
        sa.Column("client_name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.Column("controls", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("pause", sa.Integer(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.Column("polled_at", moment, nullable=True),
        sa.Column("is_denied", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("campaign_id", sa.Text(), nullable=True),
        sa.Column("token_id", sa.Text(), nullable=True),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id", "token_id"],
            ["token.campaign_id", "token.id"],
            name=op.f("fk_device_authorization_token"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_device_authorization")),
        sa.UniqueConstraint("user_code", name=op.f("uq_device_authorization_user_code")),
    )
    for column in ("address", "expires_at"):
        op.create_index(op.f(f"ix_device_authorization_{column}"), _TABLE, [column], unique=False)


def downgrade() -> None:
    op.drop_table(_TABLE)
