"""Rulesets, table packs and the small answers of health."""

from typing import Literal

from pydantic import ConfigDict

from app.api.schemas.common import Document, Shape
from app.api.schemas.encounters import PackReference
from app.rules.resolution.policies import Policy


class FightingPolicy(Shape):
    """How somebody fights in a simulation."""

    id: Policy
    description: str


class Ruleset(Shape):
    """A ruleset with its commands, its options as they are when not said, and the policies of simulations."""

    id: str
    name: str
    commands: list[str]
    options: Document
    policies: list[FightingPolicy]
    table_pack: PackReference


class RulesetSchema(Shape):
    """JSON Schemas (2020-12)."""

    command: Document
    sheet: Document
    options: Document
    event: Document


class TablePack(Shape):
    id: str
    version: str
    hash: str
    ruleset: str
    title: str
    licence: str


class TablePackContents(TablePack):
    tables: list[str]


class Table(Shape):
    """A table as the pack has it: an object or a list."""

    id: str
    pack: TablePack
    table: Document | list[Document]


class Lookup(Shape):
    """What a roll reads: a cell of an attack table, or an entry of a critical or fumble table."""

    model_config = ConfigDict(extra="allow")

    table: str
    roll: int
    column: str


class TableEntry(Shape):
    """A row of a table that is a list; a weapon of the d20 games with its damage by the wielder's size."""

    model_config = ConfigDict(extra="allow")

    table: str
    key: str
    row: Document


class Ping(Shape):
    service: Literal["estoc"]
    version: str


class Ready(Shape):
    status: Literal["alive", "ready"]


class ProblemPage(Shape):
    code: str
    title: str
    meaning: str
    remedy: str
