"""Fair dice: the seeds of each encounter's present epoch, and the epochs that were revealed.

Revision ID: 0003
Revises: 0002
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None

SECRET = ("dice_open_seed", "dice_hidden_seed")


def upgrade() -> None:
    op.create_table(
        "dice_epoch",
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("open_seed", sa.LargeBinary(), nullable=False),
        sa.Column("hidden_seed", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("open_rolls", sa.BigInteger(), nullable=False),
        sa.Column("hidden_rolls", sa.BigInteger(), nullable=False),
        sa.Column("revealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id", "encounter_id"],
            ["encounter.campaign_id", "encounter.id"],
            name=op.f("fk_dice_epoch_encounter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("campaign_id", "encounter_id", "epoch", name=op.f("pk_dice_epoch")),
    )
    op.add_column(
        "encounter", sa.Column("dice_epoch", sa.Integer(), server_default=sa.text("1"), nullable=False)
    )
    for seed in SECRET:
        op.add_column("encounter", sa.Column(seed, sa.LargeBinary(), nullable=True))
    op.add_column("encounter", sa.Column("dice_salt", sa.Text(), server_default="", nullable=False))
    for rolls in ("dice_open", "dice_hidden"):
        op.add_column(
            "encounter", sa.Column(rolls, sa.BigInteger(), server_default=sa.text("0"), nullable=False)
        )
    op.add_column("encounter", sa.Column("dice_policy", sa.Text(), server_default="{}", nullable=False))
    _give_seeds()
    for seed in SECRET:
        op.alter_column("encounter", seed, nullable=False)


def _give_seeds() -> None:
    """Encounters under way get their first epoch; what was rolled in them before cannot be proved."""
    connection = op.get_bind()
    keys = connection.execute(sa.text("SELECT campaign_id, id FROM encounter")).all()
    if keys:
        connection.execute(
            sa.text(
                "UPDATE encounter SET dice_open_seed = :open, dice_hidden_seed = :hidden"
                " WHERE campaign_id = :campaign AND id = :id"
            ),
            [
                {
                    "campaign": campaign,
                    "id": encounter,
                    "open": secrets.token_bytes(32),
                    "hidden": secrets.token_bytes(32),
                }
                for campaign, encounter in keys
            ],
        )


def downgrade() -> None:
    for column in ("dice_policy", "dice_hidden", "dice_open", "dice_salt", *reversed(SECRET), "dice_epoch"):
        op.drop_column("encounter", column)
    op.drop_table("dice_epoch")
