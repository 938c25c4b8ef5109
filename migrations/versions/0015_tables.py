"""All tables, in one step: what came before was never released.

Revision ID: 0015
Revises: None
"""

from pathlib import Path

from alembic import op

revision: str = "0015"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    for statement in Path(__file__).with_suffix(".sql").read_text("utf-8").split(";"):
        if statement.strip():
            op.execute(statement)


def downgrade() -> None:
    raise NotImplementedError("Before this there is nothing: drop the database instead.")
