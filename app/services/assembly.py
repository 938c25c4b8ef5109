"""The service put together from its parts."""

from app.persistence.base.session import Database
from app.services.access.tokens import Tokens
from app.services.base.service import Estoc
from app.services.outgoing.egress import Egress
from app.services.outgoing.jobs import Jobs
from app.services.outgoing.watch import Watch
from app.services.packs.cache import Library
from app.services.play.group_commit import GroupCommit
from app.services.simulations.computing import Computing


def assemble(database: Database, egress: Egress | None = None, *, group_commit: bool = True) -> Estoc:
    """The service on ``database``; its library is still closed. Without ``egress`` it sends nothing out, and
    without ``group_commit`` each action has a transaction of its own.
    """
    return Estoc(
        database,
        Library(database),
        Tokens(database),
        Watch(database),
        Jobs(database),
        egress or Egress(),
        Computing(),
        group=GroupCommit(database) if group_commit else None,
    )
