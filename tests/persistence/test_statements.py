"""Statements: named parameters, what rows become, and that every statement fits the tables."""

import importlib
import pkgutil

import pytest
from sqlalchemy.engine import URL

import app.persistence
from app.persistence.base.session import Database, Driver
from app.persistence.base.statements import STATEMENTS, arrays, columns, statement, unnested
from app.persistence.play.models import ActionRow
from app.values import value


@value
class Pair:
    first: int
    second: str


@value
class Nested:
    before: str
    pair: Pair
    after: str | None


@value
class Numbered:
    seq: int
    id: str


@statement("SELECT :before::text, :pair.first::int, :pair.second::text, :after::text, :before::text = 'a'")
async def five_columns(
    driver: Driver, pair: Pair, after: str | None = None, *, before: str = "a"
) -> tuple[str, int, str, str | None, bool]: ...


@statement("SELECT :before::text, 1, 'b', NULL")
async def nested(driver: Driver, before: str) -> Nested | None: ...


@statement("SELECT n, n::text FROM generate_series(1, :count) AS n")
async def pairs(driver: Driver, count: int) -> list[Pair]: ...


@statement("SELECT n, n::text FROM generate_series(1, :count) AS n")
async def mapped(driver: Driver, count: int) -> dict[int, str]: ...


@statement("SELECT NULL::boolean WHERE :is_there")
async def is_true(driver: Driver, is_there: bool) -> bool: ...


@statement("SELECT NULL::boolean")
async def is_known(driver: Driver) -> bool | None: ...


@statement(f"SELECT id, seq FROM {unnested('rows', arrays('rows', ActionRow, Numbered))} ORDER BY seq")
async def turned(driver: Driver, rows: list[Numbered]) -> dict[str, int]: ...


async def test_rows_become_what_the_function_says(database: URL) -> None:
    base = Database(database)
    async with base.reading() as driver:
        assert await five_columns(driver, Pair(7, "b")) == ("a", 7, "b", None, True)
        assert await five_columns(driver, Pair(7, "b"), "c", before="x") == ("x", 7, "b", "c", False)
        assert await nested(driver, "a") == Nested("a", Pair(1, "b"), None)
        assert await pairs(driver, 2) == [Pair(1, "1"), Pair(2, "2")]
        assert await pairs(driver, 0) == []
        assert await mapped(driver, 2) == {1: "1", 2: "2"}
        assert await is_true(driver, is_there=False) is False
        assert await is_known(driver) is None
        assert await turned(driver, [Numbered(2, "b"), Numbered(1, "a")]) == {"a": 1, "b": 2}
    await base.close()


def test_a_parameter_that_the_function_has_not_is_refused() -> None:
    async def wrong(driver: Driver, there: int) -> int: ...

    with pytest.raises(ValueError, match="not_there"):
        statement("SELECT :there + :not_there")(wrong)


def test_columns_are_those_of_the_fields() -> None:
    assert columns(Nested, "n", pair=columns(Pair, "p")) == "n.before, p.first, p.second, n.after"
    assert columns(Pair, ":pair", "first") == ":pair.second"
    assert columns(Pair, "w.pair_") == "w.pair_first, w.pair_second"


async def test_every_statement_fits_the_tables(database: URL) -> None:
    for module in pkgutil.walk_packages(app.persistence.__path__, "app.persistence."):
        importlib.import_module(module.name)
    ours = {name: sql for name, sql in STATEMENTS.items() if name.startswith("app.")}
    assert len(ours) > 80
    base = Database(database)
    async with base.reading() as driver:
        for sql in ours.values():
            await driver.prepare(sql)
    await base.close()
