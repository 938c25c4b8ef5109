"""Places of the body in any language: one column for all of them, in place of one each for three.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("location", sa.Column("forms", sa.JSON()))
    op.execute("UPDATE location SET forms = json_build_object('en', en, 'fr', fr, 'it', it)")
    op.alter_column("location", "forms", nullable=False)
    for language in ("en", "fr", "it"):
        op.drop_column("location", language)


def downgrade() -> None:
    """Fails on a pack that lacks French or Italian: the older form has no place for it."""
    for language in ("en", "fr", "it"):
        op.add_column("location", sa.Column(language, sa.JSON()))
        op.execute(f"UPDATE location SET {language} = forms -> '{language}'")  # noqa: S608 -- one of the three
        op.alter_column("location", language, nullable=False)
    op.drop_column("location", "forms")
