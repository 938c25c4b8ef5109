"""The rule tables.

Revision ID: 0001
Revises: None
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "pack",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("statuses", sa.JSON(), nullable=False),
        sa.Column("loaded_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", "version", name=op.f("pk_pack")),
    )
    op.create_table(
        "action_duration",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("rounds_from", sa.Integer(), nullable=False),
        sa.Column("rounds_to", sa.Integer(), nullable=True),
        sa.Column("during_another_action", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_action_duration_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_action_duration")),
    )
    op.create_table(
        "armour",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("armour_type", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("defensive_bonus", sa.Integer(), nullable=False),
        sa.Column("manoeuvre_penalty_min", sa.Integer(), nullable=False),
        sa.Column("manoeuvre_penalty_max", sa.Integer(), nullable=False),
        sa.Column("casting_penalty", sa.Integer(), nullable=False),
        sa.Column("fitting_half_days", sa.Integer(), nullable=False),
        sa.Column("fitting_difficulty", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_armour_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "armour_type", name=op.f("pk_armour")),
    )
    op.create_table(
        "attack_table",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("default_critical", sa.Text(), nullable=False),
        sa.Column("cap_tiny", sa.Integer(), nullable=False),
        sa.Column("cap_small", sa.Integer(), nullable=False),
        sa.Column("cap_medium", sa.Integer(), nullable=False),
        sa.Column("cap_large", sa.Integer(), nullable=False),
        sa.Column("cap_huge", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_attack_table_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_attack_table")),
    )
    op.create_table(
        "critical_table",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_critical_table_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_critical_table")),
    )
    op.create_table(
        "fumble_column",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_fumble_column_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_fumble_column")),
    )
    op.create_table(
        "location",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("en", sa.JSON(), nullable=False),
        sa.Column("fr", sa.JSON(), nullable=False),
        sa.Column("it", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_location_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_location")),
    )
    op.create_table(
        "manoeuvre_row",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("row_from", sa.Integer(), nullable=True),
        sa.Column("row_to", sa.Integer(), nullable=True),
        sa.Column("percentage", sa.Integer(), nullable=False),
        sa.Column("bonus", sa.Integer(), nullable=False),
        sa.Column("rr", sa.Integer(), nullable=False),
        sa.Column("utility", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_manoeuvre_row_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "position", name=op.f("pk_manoeuvre_row")),
    )
    op.create_table(
        "modifier",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_modifier_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "kind", "id", name=op.f("pk_modifier")),
    )
    op.create_table(
        "shield",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("bonus_untrained", sa.Integer(), nullable=False),
        sa.Column("bonus_trained", sa.Integer(), nullable=False),
        sa.Column("attacks_covered", sa.Integer(), nullable=False),
        sa.Column("covers_front", sa.Boolean(), nullable=False),
        sa.Column("covers_flank", sa.Boolean(), nullable=False),
        sa.Column("hand_holds", sa.Text(), nullable=False),
        sa.Column("parrying_weapon", sa.Boolean(), nullable=False),
        sa.Column("plantable", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_shield_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_shield")),
    )
    op.create_table(
        "weapon_group",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_weapon_group_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_weapon_group")),
    )
    op.create_table(
        "weapon_unclassified",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("weight_grams", sa.Integer(), nullable=False),
        sa.Column("price_gold", sa.Integer(), nullable=False),
        sa.Column("rare", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_weapon_unclassified_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "position", name=op.f("pk_weapon_unclassified")),
    )
    op.create_table(
        "attack_cell",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("row_from", sa.Integer(), nullable=False),
        sa.Column("armour_type", sa.Integer(), nullable=False),
        sa.Column("row_to", sa.Integer(), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=True),
        sa.CheckConstraint("severity IN ('A', 'B', 'C', 'D', 'E')", name=op.f("ck_attack_cell_severity")),
        sa.CheckConstraint("armour_type BETWEEN 1 AND 10", name=op.f("ck_attack_cell_armour_type")),
        sa.CheckConstraint("hits >= 1", name=op.f("ck_attack_cell_hits")),
        sa.CheckConstraint("row_from <= row_to", name=op.f("ck_attack_cell_row_in_order")),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "table_id"],
            ["attack_table.pack_id", "attack_table.pack_version", "attack_table.id"],
            name=op.f("fk_attack_cell_attack_table"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "pack_id", "pack_version", "table_id", "row_from", "armour_type", name=op.f("pk_attack_cell")
        ),
    )
    op.create_table(
        "critical_entry",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("row_from", sa.Integer(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("row_to", sa.Integer(), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("gravity", sa.Integer(), nullable=False),
        sa.Column("effects", sa.JSON(), nullable=False),
        sa.Column("gear", sa.JSON(), nullable=False),
        sa.CheckConstraint("severity IN ('A', 'B', 'C', 'D', 'E')", name=op.f("ck_critical_entry_severity")),
        sa.CheckConstraint("row_from <= row_to", name=op.f("ck_critical_entry_row_in_order")),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "table_id"],
            ["critical_table.pack_id", "critical_table.pack_version", "critical_table.id"],
            name=op.f("fk_critical_entry_critical_table"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "pack_id", "pack_version", "table_id", "row_from", "severity", name=op.f("pk_critical_entry")
        ),
    )
    op.create_table(
        "fumble_entry",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("column_id", sa.Text(), nullable=False),
        sa.Column("row_from", sa.Integer(), nullable=False),
        sa.Column("row_to", sa.Integer(), nullable=False),
        sa.Column("effects", sa.JSON(), nullable=False),
        sa.CheckConstraint("row_from <= row_to", name=op.f("ck_fumble_entry_row_in_order")),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "column_id"],
            ["fumble_column.pack_id", "fumble_column.pack_version", "fumble_column.id"],
            name=op.f("fk_fumble_entry_fumble_column"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "pack_id", "pack_version", "column_id", "row_from", name=op.f("pk_fumble_entry")
        ),
    )
    op.create_table(
        "fumble_use",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("member", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("column_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "column_id"],
            ["fumble_column.pack_id", "fumble_column.pack_version", "fumble_column.id"],
            name=op.f("fk_fumble_use_fumble_column"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "member", "key", name=op.f("pk_fumble_use")),
    )
    op.create_table(
        "pack_text",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("gravity", sa.Integer(), nullable=False),
        sa.Column("text", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "table_id"],
            ["critical_table.pack_id", "critical_table.pack_version", "critical_table.id"],
            name=op.f("fk_pack_text_critical_table"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "table_id", "gravity", name=op.f("pk_pack_text")),
    )
    op.create_table(
        "weapon",
        sa.Column("pack_id", sa.Text(), nullable=False),
        sa.Column("pack_version", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("attack_table", sa.Text(), nullable=False),
        sa.Column("size", sa.Text(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("reach_class", sa.Text(), nullable=False),
        sa.Column("ob_modifier", sa.Integer(), nullable=False),
        sa.Column("fumble_range", sa.Integer(), nullable=False),
        sa.Column("weight_grams_from", sa.Integer(), nullable=True),
        sa.Column("weight_grams_to", sa.Integer(), nullable=True),
        sa.Column("price_gold_from", sa.Integer(), nullable=True),
        sa.Column("price_gold_to", sa.Integer(), nullable=True),
        sa.Column("rare", sa.Boolean(), nullable=False),
        sa.Column("range", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "attack_table"],
            ["attack_table.pack_id", "attack_table.pack_version", "attack_table.id"],
            name=op.f("fk_weapon_attack_table"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version", "group"],
            ["weapon_group.pack_id", "weapon_group.pack_version", "weapon_group.id"],
            name=op.f("fk_weapon_weapon_group"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pack_id", "pack_version"],
            ["pack.id", "pack.version"],
            name=op.f("fk_weapon_pack"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("pack_id", "pack_version", "id", name=op.f("pk_weapon")),
    )


def downgrade() -> None:
    op.drop_table("weapon")
    op.drop_table("pack_text")
    op.drop_table("fumble_use")
    op.drop_table("fumble_entry")
    op.drop_table("critical_entry")
    op.drop_table("attack_cell")
    op.drop_table("weapon_unclassified")
    op.drop_table("weapon_group")
    op.drop_table("shield")
    op.drop_table("modifier")
    op.drop_table("manoeuvre_row")
    op.drop_table("location")
    op.drop_table("fumble_column")
    op.drop_table("critical_table")
    op.drop_table("attack_table")
    op.drop_table("armour")
    op.drop_table("action_duration")
    op.drop_table("pack")
