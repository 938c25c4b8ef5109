"""What the other tests rely on: each has a database of its own, and the next one finds nothing of it."""

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine


@pytest.mark.parametrize("turn", [1, 2])
async def test_each_test_gets_an_untouched_database(database: URL, turn: int) -> None:
    engine = create_async_engine(database)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE left_by_the_other_turn (hits integer)"))
    await engine.dispose()
