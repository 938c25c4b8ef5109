"""Statements for the driver: a function whose body is its SQL.

    @statement(f"SELECT {columns(Token)} FROM token WHERE campaign_id = :campaign_id AND id = :token_id")
    async def read_token(driver: Driver, campaign_id: str, token_id: str) -> Token | None: ...

`:name` is the parameter of that name, `:new.title` a member of one, `:rows[].seq` the array of that member of
all in one. The driver gets them as ``$1``, ``$2``, ….

The annotation of the return value says what becomes of the rows. A value is made of the first row, field by
field in the order of the columns (a field that is a value itself takes as many columns as it has fields), and
a list of them of all rows; a dict maps the first column to the second; anything else is the first column of
the first row. None: nothing is read.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from inspect import Parameter, signature
from operator import attrgetter
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql

from app.persistence.base.orm import Base

F = TypeVar("F", bound=Callable[..., Awaitable[Any]])

PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+(?:\[\])?(?:\.[a-z_]+)*)")
_DIALECT = postgresql.dialect()
STATEMENTS: dict[str, str] = {}
"""Every statement as the driver gets it, by the name of its function."""


def columns(form: type, alias: str = "", /, *without: str, **named: str) -> str:
    """The columns that a value of the class ``form`` is made of: one for each field, by its name, or the SQL
    that ``named`` gives for it. An ``alias`` that begins with a colon is a parameter, whose members they are;
    one that ends with ``_`` is the beginning of their names.

    The fields ``without`` are left out.
    """
    prefix = alias if alias.endswith("_") or not alias else f"{alias}."
    shown = (field.name for field in fields(form) if field.name not in without)
    return ", ".join(named.get(name, prefix + name) for name in shown)


def insertion(table: type[Base], /, **forms: type) -> str:
    """The INSERT of a row of ``table`` from the fields of values, which are the parameters of those names."""
    given = {field.name: f":{name}.{field.name}" for name, form in forms.items() for field in fields(form)}
    return f"INSERT INTO {table.__tablename__} ({', '.join(given)}) VALUES ({', '.join(given.values())})"


def arrays(rows: str, table: type[Base], form: type, /, *without: str, member: str = "") -> dict[str, str]:
    """Parameters for `unnested` by their columns: the fields of ``form``, which is the class of the values in
    the list ``rows``, or of their ``member``. Types are those of the columns of ``table``.
    """
    types = cast("Table", table.__table__).columns
    path, prefix = (f"{member}.", f"{member}_") if member else ("", "")
    return {
        prefix + field.name: f":{rows}[].{path}{field.name}::{types[field.name].type.compile(_DIALECT)}[]"
        for field in fields(form)
        if field.name not in without
    }


def unnested(rows: str, given: Mapping[str, str]) -> str:
    """The list that is the parameter ``rows`` as a table of that name, with the columns ``given``."""
    return f"unnest({', '.join(given.values())}) AS {rows} ({', '.join(given)})"


def statement(text: str) -> Callable[[F], F]:
    """Have the decorated function carry out ``text`` on the driver's connection that is its first argument.

    Raises ValueError for a named parameter that the function has not.
    """
    names = tuple(dict.fromkeys(PARAMETER.findall(text)))
    sql = PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", text)

    def bound(function: F) -> F:
        parameters = list(signature(function).parameters.values())[1:]
        places = [parameter.name for parameter in parameters]
        defaults = {one.name: one.default for one in parameters if one.default is not Parameter.empty}
        picked = [_picked(name) for name in names]
        if unknown := [argument for argument, _ in picked if argument not in places]:
            raise ValueError(f"{function.__name__} has no parameters {unknown}")
        read = _reader(get_type_hints(function)["return"])
        STATEMENTS[f"{function.__module__}.{function.__name__}"] = sql

        @wraps(function)
        async def run(driver: Any, *given: Any, **said: Any) -> Any:
            arguments = {**defaults, **dict(zip(places, given, strict=False)), **said}
            return await read(driver, sql, [pick(arguments[argument]) for argument, pick in picked])

        return cast("F", run)

    return bound


def _picked(name: str) -> tuple[str, Callable[[Any], Any]]:
    """Of which argument a parameter is, and what it is of that. Any: the arguments' own types."""
    argument, _, path = name.partition(".")
    if not path:
        return argument, lambda whole: whole
    member = attrgetter(path)
    if argument.endswith("[]"):
        return argument.removesuffix("[]"), lambda rows: [member(row) for row in rows]
    return argument, member


def _reader(form: Any) -> Callable[[Any, str, list[Any]], Awaitable[Any]]:
    """What carries out a statement and makes ``form`` of its rows. Any: the driver, and any type form."""
    origin, kinds = get_origin(form), get_args(form)
    if form is type(None):
        return _execute
    if origin in (Union, UnionType):
        kind = next(kind for kind in kinds if kind is not type(None))
        return _first_column if kind is bool else _reader(kind)
    if origin in (list, Sequence):
        make = _maker(kinds[0])

        async def every(driver: Any, sql: str, given: list[Any]) -> Any:
            return [make(row) for row in await driver.fetch(sql, *given)]

        return every
    if origin is dict:

        async def pairs(driver: Any, sql: str, given: list[Any]) -> Any:
            return {row[0]: row[1] for row in await driver.fetch(sql, *given)}

        return pairs
    if origin is tuple or is_dataclass(form):
        make = _maker(form)

        async def first(driver: Any, sql: str, given: list[Any]) -> Any:
            row = await driver.fetchrow(sql, *given)
            return None if row is None else make(row)

        return first
    return _is_there if form is bool else _first_column


async def _execute(driver: Any, sql: str, given: list[Any]) -> None:
    await driver.execute(sql, *given)


async def _first_column(driver: Any, sql: str, given: list[Any]) -> Any:
    return await driver.fetchval(sql, *given)


async def _is_there(driver: Any, sql: str, given: list[Any]) -> bool:
    """False too where no row comes back."""
    return bool(await driver.fetchval(sql, *given))


@cache
def _maker(form: Any) -> Callable[[Any], Any]:
    """What makes ``form`` of a row: a value, a tuple, or its only column. Any: any type form."""
    if get_origin(form) is tuple:
        return tuple
    if not is_dataclass(form):
        return lambda row: row[0]
    kind = cast("Any", form)
    hints = get_type_hints(kind)
    parts = [hints[field.name] for field in fields(kind)]
    if not any(map(is_dataclass, parts)):
        return lambda row: kind(*row)
    widths = [_width(part) for part in parts]
    makers = [_maker(part) if is_dataclass(part) else lambda columns: columns[0] for part in parts]

    def made(row: Sequence[Any]) -> Any:
        at, values = 0, list[Any]()
        for make, width in zip(makers, widths, strict=True):
            values.append(make(row[at : at + width]))
            at += width
        return kind(*values)

    return made


def _width(form: Any) -> int:
    """How many columns a field takes. Any: any type form."""
    if not is_dataclass(form):
        return 1
    hints = get_type_hints(form)
    return sum(_width(hints[field.name]) for field in fields(form))
