"""Migrations, of an empty database and of one in which people are playing already."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

import app.persistence.packs.models
import app.persistence.play.models
import app.persistence.simulations.models  # noqa: F401 — all fill Base.metadata
from app.persistence.base.orm import Base
from app.shipped import shipped
from tests.conftest import new_database

PLAYING = """
INSERT INTO campaign (id, name) VALUES ('cmp_1', 'Old');
INSERT INTO encounter (campaign_id, id, ruleset, title, status, version, last_event, state, table_pack,
    table_pack_version, tables_hash, created_at, updated_at, dice_open_seed, dice_hidden_seed)
VALUES ('cmp_1', 'enc_1', 'harp-tdm', '', 'free', 1, 0, '{}', 'harp-tdm', '1', '', now(), now(), '', '');
INSERT INTO encounter_action (campaign_id, encounter_id, seq, id, kind, command, answers, events, result,
    state_after, first_event, last_event, engine_version, tables_hash, token_id, created_at)
VALUES ('cmp_1', 'enc_1', 1, 'act_1', 'add', '{}', '[]', '[]', '{}', '{}', 1, 0, '', '', 'tok_1', now());
INSERT INTO idempotency_key (campaign_id, token_id, route, key, fingerprint, status, headers, expires_at)
VALUES ('cmp_1', 'tok_1', '/', 'used', '', 201, '{}', now() + interval '7 days')
"""
COUNTED = "SELECT (SELECT count(*) FROM encounter_action), (SELECT count(*) FROM idempotency_key)"


async def migrate_to(connection: AsyncConnection, revision: str) -> None:
    def move(on: Connection) -> None:
        alembic = Config()
        alembic.set_main_option("script_location", str(shipped("migrations")))
        alembic.attributes["connection"] = on
        (command.downgrade if revision.startswith("-") else command.upgrade)(
            alembic, revision.removeprefix("-")
        )

    await connection.run_sync(move)


async def test_the_log_and_its_keys_outlive_every_migration(postgres_server: URL) -> None:
    async with new_database(postgres_server) as address:
        engine = create_async_engine(address, poolclass=NullPool)
        async with engine.begin() as connection:
            await migrate_to(connection, "0015")
            for statement in PLAYING.split(";"):
                await connection.execute(text(statement))
        for revision in ("head", "-0015", "head"):
            async with engine.begin() as connection:
                await migrate_to(connection, revision)
                assert (await connection.execute(text(COUNTED))).one() == (1, 1)
        await engine.dispose()


def test_no_revision_is_used_twice() -> None:
    files = [path.name.partition("_")[0] for path in Path(shipped("migrations"), "versions").glob("*.py")]
    assert len(files) == len(set(files))


async def test_the_migrations_make_the_tables_that_the_models_describe(database: URL) -> None:
    def differences(on: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(on), Base.metadata)

    engine = create_async_engine(database, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()
