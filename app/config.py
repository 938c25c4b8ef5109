"""The settings of the service. This module and `place` are the only readers of environment variables."""

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.place import HOST, PORT, BadSetting, Place

PAUSES = (5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0, 3 * 3600.0, 6 * 3600.0, 12 * 3600.0)
"""Seconds between the attempts to send to a webhook: altogether about a day."""
CONNECTIONS = 80
"""Of the 100 that a PostgreSQL allows unless it is told otherwise: the rest is for whoever looks after it."""
APART = 2
"""Connections of a worker beside its pool: one tells other workers of events, one hears them."""
SPELLINGS_OF_POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+asyncpg"})


def _default_folder() -> Path:
    # An account without privileges cannot enter /root, and PostgreSQL refuses to run as root.
    return (
        Path("/var/lib/estoc") if os.geteuid() == 0 else platformdirs.user_data_path("estoc", appauthor=False)
    )


def _absolute(folder: Path) -> Path:
    return folder.expanduser().absolute()


def _addresses(listed: str) -> str:
    """A list of addresses and networks, each of them one."""
    for one in filter(None, (part.strip() for part in listed.split(","))):
        ipaddress.ip_network(one)
    return listed


def _for_asyncpg(address: SecretStr) -> SecretStr:
    """Accept the spellings that hosts and libpq use and return the one that SQLAlchemy and asyncpg read."""
    try:
        url = make_url(address.get_secret_value())
    except ArgumentError as error:
        raise ValueError("should look like postgresql://user:password@host:5432/database") from error
    if url.drivername not in SPELLINGS_OF_POSTGRESQL:
        raise ValueError("should begin with postgresql://, postgres:// or postgresql+asyncpg://")
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    url = url.set(drivername="postgresql+asyncpg", query=query)
    return SecretStr(url.render_as_string(hide_password=False))


class Settings(BaseSettings):
    """Read from the environment once by each process; an empty variable counts as unset."""

    model_config = SettingsConfigDict(env_prefix="ESTOC_", env_ignore_empty=True, frozen=True)

    host: str = HOST
    port: int = Field(default=PORT, ge=1, le=65535)
    data: Annotated[Path, AfterValidator(_absolute)] = Field(default_factory=_default_folder)
    """Folder of the embedded PostgreSQL and of the GM's token."""
    admin_token: SecretStr | None = None
    """Opens campaigns. Absent: only the command line can."""
    database_url: Annotated[SecretStr, AfterValidator(_for_asyncpg)] | None = Field(
        default=None, validation_alias="DATABASE_URL"
    )
    """Absent: `estoc serve` starts a PostgreSQL of its own and hands its address to the workers."""
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    """Absent: one for each processor, as far as the connections go."""
    allow_data_loss: bool = False
    """Serve on a PostgreSQL that may forget what it confirmed: for tests."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"

    proxies: Annotated[str, AfterValidator(_addresses)] = ""
    """Addresses and networks of reverse proxies, with commas between them: what they say of the caller's
    address (`X-Forwarded-For`) is believed, and nobody else's word."""
    allowed_origins: str = "*"
    """Origins whose pages may call, with spaces between them; `*` for all."""
    rate_limit: int = Field(default=1200, ge=0, le=10**6)
    """Requests a minute that a worker takes from one token; 0 for no limit."""
    rate_limit_strangers: int = Field(default=120, ge=0, le=10**6)
    """Requests a minute that a worker takes from one address without a good token; 0 for no limit."""
    streams: int = Field(default=1000, ge=0, le=100_000)
    """Event streams that a worker serves at the same time."""
    stream_heartbeat: float = Field(default=15, gt=0, le=600)
    """Seconds between two signs of life on a stream on which nothing happens."""
    stream_write_timeout: float = Field(default=10, gt=0, le=600)
    """Seconds after which a stream is cut off whose client takes nothing."""

    webhooks: bool = False
    """Send events to the addresses that campaigns give: the only requests that the service makes itself."""
    webhooks_to_private: bool = False
    """Send to this machine and its network too, and without TLS: for tests."""
    webhook_timeout: float = Field(default=10, gt=0, le=15)
    """Seconds that a receiver has to answer."""
    webhook_pauses: tuple[Annotated[float, Field(gt=0, le=7 * 86_400)], ...] = PAUSES
    """Seconds between attempts, as JSON; one more after the last of them, then the webhook is disabled."""

    group_commit: bool = True
    """Write actions of several encounters together; off, each has a transaction of its own."""
    pool_size: int = Field(default=10, ge=1, le=500)
    """Connections a worker keeps to PostgreSQL."""
    pool_timeout: float = Field(default=1.3, gt=0, le=60)
    """Seconds a request waits for a connection before it is told to come back later."""
    connect_timeout: float = Field(default=1.3, gt=0, le=60)
    """Seconds allowed for opening a connection."""
    statement_timeout: float = Field(default=5, gt=0, le=600)
    """Seconds a statement may run."""
    lock_timeout: float = Field(default=0.7, gt=0, le=600)
    """Seconds a statement may wait for a lock."""
    idle_in_transaction_timeout: float = Field(default=10, gt=0, le=600)
    """Seconds a transaction may stay open doing nothing."""

    @property
    def worker_count(self) -> int:
        """How many workers there are to be."""
        if self.workers is not None:
            return self.workers
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return max(1, min(cores, CONNECTIONS // (self.pool_size + APART), 64))

    @property
    def place(self) -> Place:
        """Where the server listens."""
        return Place(self.host, self.port)

    @property
    def database(self) -> URL:
        """Address of the database for SQLAlchemy.

        Raises BadSetting when DATABASE_URL is unset, which no worker started by `estoc serve` meets.
        """
        if self.database_url is None:
            raise BadSetting("DATABASE_URL is not set; `estoc serve` starts a PostgreSQL and sets it")
        return make_url(self.database_url.get_secret_value())


def load_settings() -> Settings:
    """Read the environment. Raises BadSetting naming each bad variable, never showing its value."""
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"{_variable(str(fault['loc'][0]))}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors(include_input=False, include_url=False)
        ]
        raise BadSetting("\n".join(lines)) from None


def _variable(location: str) -> str:
    return location if location == "DATABASE_URL" else f"ESTOC_{location.removeprefix('ESTOC_')}".upper()
