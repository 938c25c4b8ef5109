"""Keys that tabletop modules have asked for and a GM has not said yes or no to, or has just now."""

from datetime import datetime

from sqlalchemy import Boolean, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base.orm import Base
from app.persistence.play.models import Moment


class DeviceAuthorizationRow(Base):
    """A wish for a token, from somebody without one at ``address``; of its device code only the SHA-256.

    Whose campaign it is for is known once its GM approves. ``pause`` is in seconds, between two polls.
    ``sealed`` is the text of the token, unreadable without the device code: it is there from the delivery
    until ``expires_at``, so that an answer that got lost can be had again.
    """

    __tablename__ = "device_authorization"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    user_code: Mapped[str] = mapped_column(Text, unique=True)
    client_name: Mapped[str] = mapped_column(Text)
    address: Mapped[str] = mapped_column(Text)
    role: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    controls: Mapped[list[str]] = mapped_column(ARRAY(Text))
    pause: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(Moment)
    expires_at: Mapped[datetime] = mapped_column(Moment, index=True)
    polled_at: Mapped[datetime | None] = mapped_column(Moment)
    is_denied: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    campaign_id: Mapped[str | None] = mapped_column(Text)
    token_id: Mapped[str | None] = mapped_column(Text)
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)

    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "token_id"], ["token.campaign_id", "token.id"], ondelete="CASCADE"
        ),
        Index(None, "address"),
    )
