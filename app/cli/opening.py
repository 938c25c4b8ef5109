"""What stands ready before the first request, and what the newcomer is told."""

from dataclasses import dataclass

from sqlalchemy.engine import URL

from app.cli.gm_token import kept_token
from app.config import Settings


@dataclass(frozen=True, slots=True)
class Opening:
    """Shown once the server answers."""

    gm_token: str | None
    first_fight: str | None
    """A command line that fights."""
    database: str
    """Address for psql, without the password."""


async def prepare(settings: Settings, address: URL) -> Opening:
    """Runs after the migrations and before any worker. `address` is the database's."""
    return Opening(
        gm_token=kept_token(settings.data),
        first_fight=None,
        database=address.set(drivername="postgresql").render_as_string(hide_password=True),
    )
