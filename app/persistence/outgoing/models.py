"""What events need beside the log itself: stream tickets, webhooks with how far each has come, jobs."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    Text,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base.orm import Base
from app.persistence.play.models import Moment


class StreamTicketRow(Base):
    """A ticket that nobody has used yet; only the SHA-256 of its text is kept."""

    __tablename__ = "stream_ticket"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    token_id: Mapped[str] = mapped_column(Text)
    encounter_id: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime] = mapped_column(Moment, index=True)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "token_id"], ["token.campaign_id", "token.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["campaign_id", "encounter_id"], ["encounter.campaign_id", "encounter.id"], ondelete="CASCADE"
        ),
    )


class WebhookRow(Base):
    """Where events are sent. Every message is signed with ``secret``, so it is kept as it is.

    After a rotation ``previous_secret`` signs too until ``previous_until``. A webhook that was given up has
    ``disabled_at`` and says why; of a deleted one the row stays without its secrets.
    """

    __tablename__ = "webhook"

    campaign_id: Mapped[str] = mapped_column(
        Text, ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    token_id: Mapped[str] = mapped_column(Text)
    url: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(Text)
    previous_secret: Mapped[str | None] = mapped_column(Text)
    previous_until: Mapped[datetime | None] = mapped_column(Moment)
    failures: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    last_tried_at: Mapped[datetime | None] = mapped_column(Moment)
    last_outcome: Mapped[str | None] = mapped_column(Text)
    disabled_at: Mapped[datetime | None] = mapped_column(Moment)
    disabled_reason: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)


class WebhookPositionRow(Base):
    """How far a webhook has come in an encounter: the number of the last event delivered."""

    __tablename__ = "webhook_position"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    webhook_id: Mapped[str] = mapped_column(Text, primary_key=True)
    encounter_id: Mapped[str] = mapped_column(Text, primary_key=True)
    last_event: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "webhook_id"], ["webhook.campaign_id", "webhook.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["campaign_id", "encounter_id"], ["encounter.campaign_id", "encounter.id"], ondelete="CASCADE"
        ),
    )


class JobRow(Base):
    """Work to be done after ``run_at`` by whichever worker comes first; one row for each thing to do.

    ``asked`` counts how often it was asked for, so that what is asked for while it is being done is not taken
    for done. Whoever does it has it until ``locked_until``; ``holder`` is drawn anew each time. The service's
    own work has no campaign: its ``campaign_id`` is empty.
    """

    __tablename__ = "job"

    campaign_id: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    payload: Mapped[str] = mapped_column(Text)
    run_at: Mapped[datetime] = mapped_column(Moment, index=True)
    asked: Mapped[int] = mapped_column(BigInteger, server_default=text("1"))
    attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    holder: Mapped[str | None] = mapped_column(Text)
    locked_until: Mapped[datetime | None] = mapped_column(Moment)
    last_error: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())
