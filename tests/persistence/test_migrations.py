"""Migrations on a database in which people are playing already."""

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
INSERT INTO encounter (campaign_id, id, ruleset, title, status, version, last_event, state, table_pack,
    table_pack_version, tables_hash, created_at, updated_at)
SELECT 'cmp_1', 'enc_' || n, 'harp-tdm', '', 'free', 0, 0, '{}', 'harp-tdm', '1', '', now(), now()
FROM generate_series(1, 3) n
"""


async def migrate_to(connection: AsyncConnection, revision: str) -> None:
    def move(on: Connection) -> None:
        alembic = Config()
        alembic.set_main_option("script_location", str(shipped("migrations")))
        alembic.attributes["connection"] = on
        (command.downgrade if revision.startswith("-") else command.upgrade)(
            alembic, revision.removeprefix("-")
        )

    await connection.run_sync(move)


async def test_encounters_under_way_get_seeds_of_their_own(postgres_server: URL) -> None:
    async with new_database(postgres_server) as address:
        engine = create_async_engine(address, poolclass=NullPool)
        async with engine.begin() as connection:
            await migrate_to(connection, "0002")
            await connection.execute(text("INSERT INTO campaign (id, name) VALUES ('cmp_1', 'Old')"))
            await connection.execute(text(PLAYING))
        for _ in range(2):  # there, back, and there again
            async with engine.begin() as connection:
                await migrate_to(connection, "0003")
                rows = (await connection.execute(text("SELECT * FROM encounter"))).all()
            seeds = {seed for row in rows for seed in (row.dice_open_seed, row.dice_hidden_seed)}
            assert len(rows) == 3
            assert len(seeds) == 6
            assert {len(seed) for seed in seeds} == {32}
            assert {(row.dice_epoch, row.dice_open, row.dice_hidden, row.dice_salt) for row in rows} == {
                (1, 0, 0, "")
            }
            async with engine.begin() as connection:
                await migrate_to(connection, "-0002")
                (columns,) = (
                    await connection.execute(
                        text(
                            "SELECT count(*) FROM information_schema.columns"
                            " WHERE table_name IN ('encounter', 'dice_epoch') AND column_name LIKE 'dice_%'"
                        )
                    )
                ).one()
                assert columns == 0
        await engine.dispose()


async def test_the_migrations_make_the_tables_that_the_models_describe(database: URL) -> None:
    def differences(on: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(on), Base.metadata)

    engine = create_async_engine(database, poolclass=NullPool)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


KEYS = """
INSERT INTO token (campaign_id, id, role, digest) VALUES
    ('cmp_1', 'tok_1', 'gm', '1'), ('cmp_1', 'tok_2', 'assistant', '2'), ('cmp_1', 'tok_3', 'player', '3');
INSERT INTO idempotency_key (campaign_id, token_id, route, key, fingerprint, status, headers, expires_at)
SELECT 'cmp_1', token_id, route, key, '', 201, '{}', now() + interval '7 days' FROM (VALUES
    ('tok_1', '/v1/encounters/enc_1/actions', 'both'), ('tok_2', '/v1/encounters/enc_1/actions', 'both'),
    ('tok_2', '/v1/encounters/enc_1/actions', 'one'), ('tok_3', '/v1/encounters/enc_1/actions', 'one'),
    ('tok_1', '/v1/encounters/enc_1/undo', 'one')) AS kept (token_id, route, key)
"""


async def test_keys_of_gms_that_were_used_already_stay_used(postgres_server: URL) -> None:
    async with new_database(postgres_server) as address:
        engine = create_async_engine(address, poolclass=NullPool)
        async with engine.begin() as connection:
            await migrate_to(connection, "0013")
            await connection.execute(text("INSERT INTO campaign (id, name) VALUES ('cmp_1', 'Old')"))
            for statement in KEYS.split(";"):
                await connection.execute(text(statement))
            await migrate_to(connection, "0015")
            kept = await connection.execute(text("SELECT route, key, token_id FROM idempotency_key"))
        assert {(row.route.rpartition("/")[2], row.key, row.token_id) for row in kept} == {
            ("actions", "both", "gm"),
            ("actions", "both", "tok_2"),
            ("actions", "one", "gm"),
            ("actions", "one", "tok_3"),
            ("undo", "one", "tok_1"),
        }
        await engine.dispose()
