"""Run by Alembic, for `estoc migrate` and for the `alembic` command in a working copy alike."""

import asyncio

from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import app.persistence.access.device_models
import app.persistence.outgoing.models
import app.persistence.packs.models
import app.persistence.play.models
import app.persistence.simulations.models  # noqa: F401 — all fill Base.metadata
from app.config import load_settings
from app.persistence.base.orm import Base

ONE_AT_A_TIME = 0x6573746F63
"""Key of the advisory lock: several servers that start together migrate one after another."""


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, transactional_ddl=True)
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        context.run_migrations()


async def migrate_on_own_connection() -> None:
    engine = create_async_engine(load_settings().database, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


if "connection" in context.config.attributes:
    migrate(context.config.attributes["connection"])
else:
    asyncio.run(migrate_on_own_connection())
