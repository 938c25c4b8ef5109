"""Locks that several rooms take."""

from app.persistence.base.session import Driver
from app.persistence.base.statements import statement


@statement("SELECT FROM campaign WHERE id = :campaign_id FOR NO KEY UPDATE")
async def lock_campaign(driver: Driver, campaign_id: str) -> None:
    """Of those who count what a campaign has before they add to it, let one in at a time."""
    ...
