"""Rulesets, table packs and the small answers of health."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from app.api.schemas.common import Anything, Document, Moment, Shape
from app.api.schemas.encounters import PackReference
from app.persistence.base.json_text import MAX_CHARACTERS
from app.rules.resolution.policies import Policy


class FightingPolicy(Shape):
    """How somebody fights in a simulation."""

    id: Policy
    description: str


class Ruleset(Shape):
    """A ruleset with its commands, the defaults of its options, and the policies of simulations."""

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
    is_own: bool


class TablePackVersion(TablePack):
    created_at: Moment


Text = Annotated[str, Field(max_length=MAX_CHARACTERS)]


class TablePackAbout(Shape):
    """What a pack says of itself; `statuses` explain how sure its rows are."""

    id: Text
    ruleset: Text
    version: Text
    title: Text
    licence: Text
    status: Text
    statuses: dict[str, Text]


class TablePackDocument(Shape):
    """A whole pack: beside `pack` a member for each of its tables."""

    model_config = ConfigDict(extra="allow")

    pack: TablePackAbout


class PackFault(Shape):
    pointer: str
    code: str
    message: str


class PackValidation(Shape):
    """Everything that is wrong with a pack; `pack` is null where something is."""

    valid: bool
    problems: list[PackFault]
    pack: TablePack | None


class CellChange(Shape):
    """A cell that differs; `pointer` leads to it in the second pack, or in the first where it is gone."""

    pointer: str
    kind: Literal["changed", "added", "removed"]
    was: Anything = Field(alias="from")
    now: Anything = Field(alias="to")


class PackDifference(Shape):
    """One page of the cells by which the second pack differs from the first."""

    first: TablePack = Field(alias="from")
    second: TablePack = Field(alias="to")
    items: list[CellChange]
    next: str | None


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
