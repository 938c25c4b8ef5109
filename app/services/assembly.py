"""The service put together from its parts."""

from app.persistence.session import Database
from app.services.egress import Egress
from app.services.estoc import Estoc
from app.services.jobs import Jobs
from app.services.library import Library
from app.services.simulations.computing import Computing
from app.services.tokens import Tokens
from app.services.watch import Watch


def assemble(database: Database, egress: Egress | None = None) -> Estoc:
    """The service on ``database``; its library is still closed. Without ``egress`` it sends nothing out."""
    return Estoc(
        database,
        Library(database),
        Tokens(database),
        Watch(database),
        Jobs(database),
        egress or Egress(),
        Computing(),
    )
