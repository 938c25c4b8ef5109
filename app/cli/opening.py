"""The tables and the demo fight, prepared before the first request, and the banner that tells of them."""

from sqlalchemy.engine import URL

from app.cli.gm_token import keep_token, kept_token
from app.config import Settings
from app.main import open_database
from app.services.assembly import assemble
from app.services.demo import curl_line, ensure_demo
from app.services.packs.packs import load_pack
from app.shipped import shipped_packs
from app.values import value


@value
class Opening:
    """Shown once the server answers."""

    gm_token: str | None
    first_fight: str | None
    """A `curl` command that makes an attack in the demo fight."""
    database: str
    """The database's address for psql, without its password."""


async def prepare(settings: Settings, address: URL, *, demo: bool) -> Opening:
    """Store the shipped tables and, when asked, a fight that can begin.

    Runs after the migrations and before any worker. `address` is the database's.
    """
    database = open_database(settings, address)
    try:
        async with database.session(is_long=True) as session:
            for folder in shipped_packs():
                await load_pack(session, folder)
        service = assemble(database)
        await service.library.open()
        token = kept_token(settings.data)
        fight: str | None = None
        if demo:
            ready = await ensure_demo(service, token)
            if ready.token != token:
                keep_token(settings.data, ready.token)
            token, fight = ready.token, curl_line(ready, settings.place.address)
    finally:
        await database.close()
    shown = address.set(drivername="postgresql").render_as_string(hide_password=True)
    return Opening(token if demo else None, fight, shown)
