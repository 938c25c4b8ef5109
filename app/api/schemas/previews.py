"""What is answered to a command that is looked at before it is given."""

from typing import Literal

from app.api.schemas.common import Command, Document, FailedCheck, Shape


class PreviewPart(Shape):
    """One part of the total `of`; where not `applied`, what it yields to."""

    of: str
    label: str
    text: str
    value: int | None
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None


class Total(Shape):
    """A total with all its parts."""

    of: str
    total: int | None
    parts: list[PreviewPart]


class Asked(Shape):
    """What the command would ask for first: a roll with its totals, or a choice with its options."""

    kind: Literal["roll", "choice"]
    who: str
    purpose: str
    notation: str | None
    totals: list[Total]
    options: list[str]
    default: str | None
    rules: list[str]


class Preview(Shape):
    """A command looked at: nothing was rolled, nothing is stored.

    `failed_checks` is everything that forbids it. `awaiting` is what it would ask for first; `events` is all
    that it does, where it asks for nothing. `charge` is the geometry of a charge, and `totals` are those of
    the roll at its end, in the d20 games; elsewhere `null` and none. `undisclosed` are pointers to what
    rests on figures that the caller does not know, and is `null`.
    """

    encounter_id: str
    version: int
    command: Command
    legal: bool
    failed_checks: list[FailedCheck]
    awaiting: list[Asked]
    events: list[Document]
    charge: Document | None
    totals: list[Total]
    undisclosed: list[str]
