"""What each action pays for and nothing needs: the log's foreign key, and a tree over when replies expire.

Revision ID: 0017
Revises: 0016
"""

from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | None = None
depends_on: str | None = None

_KEY = "fk_encounter_action_encounter"
_EXPIRES = "ix_idempotency_key_expires_at"


def upgrade() -> None:
    op.drop_constraint(_KEY, "encounter_action", type_="foreignkey")
    op.drop_index(_EXPIRES, "idempotency_key")
    op.create_index(_EXPIRES, "idempotency_key", ["expires_at"], postgresql_using="brin")


def downgrade() -> None:
    encounter = ["campaign_id", "encounter_id"], ["campaign_id", "id"]
    op.create_foreign_key(_KEY, "encounter_action", "encounter", *encounter, ondelete="CASCADE")
    op.drop_index(_EXPIRES, "idempotency_key")
    op.create_index(_EXPIRES, "idempotency_key", ["expires_at"])
