"""Simulations: what is to be played, how far it has come, and what came of it."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Integer, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base.orm import Base
from app.persistence.play.models import Moment


class SimulationRow(Base):
    """A fight as it stood, to be fought by itself many times.

    ``body`` says how, ``state`` is the fight; ``so_far`` is what it came to before, as the beginning of a
    scenario. ``outcomes`` are those of the first ``done`` runs, ``result`` what they come to. All are JSON.
    ``encounter_id`` tells where it was taken from and is no foreign key: whatever becomes of the encounter
    does not matter here. A deleted one keeps nothing of its fight; it is forgotten after ``expires_at``.
    """

    __tablename__ = "simulation"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    ruleset: Mapped[str] = mapped_column(Text)
    table_pack: Mapped[str] = mapped_column(Text)
    table_pack_version: Mapped[str] = mapped_column(Text)
    tables_hash: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    so_far: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="running")
    runs: Mapped[int] = mapped_column(Integer)
    done: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    outcomes: Mapped[str] = mapped_column(Text, server_default="{}")
    result: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    expires_at: Mapped[datetime | None] = mapped_column(Moment)

    __table_args__ = (Index(None, "expires_at", postgresql_where=text("expires_at IS NOT NULL")),)
