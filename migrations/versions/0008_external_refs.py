"""Names that other systems have for combatants: each at most once in a campaign, among fights that go on.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | None = None
depends_on: str | None = None

_HELD = """
INSERT INTO external_ref (campaign_id, ref, encounter_id, combatant_id)
SELECT e.campaign_id, concat_ws(':', told.system, told.kind, told.id), e.id, who.identity ->> 'id'
FROM encounter e
CROSS JOIN LATERAL json_to_recordset(coalesce(e.state::json -> 'combatants', '[]')) AS who (identity json)
CROSS JOIN LATERAL json_to_recordset(coalesce(who.identity -> 'external_refs', '[]'))
    AS told (system text, kind text, id text)
WHERE e.status <> 'ended'
ORDER BY e.created_at
ON CONFLICT DO NOTHING
"""
"""Where two fights had the same name, it goes to the older one."""


def upgrade() -> None:
    op.create_table(
        "external_ref",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("combatant_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_external_ref_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("campaign_id", "ref", name=op.f("pk_external_ref")),
    )
    op.create_index(
        op.f("ix_external_ref_campaign_id_encounter_id"),
        "external_ref",
        ["campaign_id", "encounter_id"],
        unique=False,
    )
    op.execute(_HELD)


def downgrade() -> None:
    op.drop_table("external_ref")
