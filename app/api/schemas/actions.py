"""Actions and events as they are answered."""

from typing import Literal

from pydantic import Field

from app.api.schemas.common import Anything, Command, Document, Fact, Moment, Shape, Source


class Die(Shape):
    sides: int
    value: int


class Roll(Shape):
    """`rolled` is the sum of the dice, `total` that with its modifiers; `against` what it is held against."""

    index: int
    purpose: str
    who: str
    notation: str
    dice: list[Die]
    rolled: int
    modifier: int
    total: int
    against: int | None
    source: Source
    facts: dict[str, Fact]
    rules: list[str]


class Choice(Shape):
    """A decision that a rule asked for."""

    purpose: str
    who: str
    choice: str
    options: list[str]
    source: Source
    rules: list[str]


class Part(Shape):
    """One part of the total `of` of the roll with that index; where not `applied`, what it yields to."""

    roll: int
    of: str
    label: str
    text: str
    value: int
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None


class Change(Shape):
    """What changed in the encounter: `path` is a JSON pointer into its combatants."""

    path: str
    # `from` is a keyword of Python.
    was: Anything = Field(alias="from")
    to: Anything


class Words(Shape):
    locale: str
    plain: str


class Line(Shape):
    message_id: str
    params: dict[str, Fact]
    text: str


class Narration(Shape):
    """The headline as a message id with its parameters, and everything in words."""

    message_id: str
    params: dict[str, Fact]
    text: Words
    lines: list[Line]


class Event(Shape):
    """One thing that happened. `seq` counts without gaps in each encounter."""

    seq: int
    id: str
    type: str
    at: Moment
    encounter_id: str
    action_id: str
    caused_by: str | None
    changes: list[Change]
    payload: Document


class Skip(Shape):
    """Stands in the place of an event that this token may not see; nothing is missing."""

    seq: int
    type: Literal["skip"]


class Reset(Shape):
    """What was asked for comes after an event that there never was: what you know is not this encounter.

    Read the encounter anew and go on after `seq`.
    """

    seq: int
    type: Literal["reset"]


LogEntry = Event | Skip | Reset
"""What a page of the log, a stream and a webhook are made of."""


class ActionResult(Shape):
    """`result` are the figures of the action's first roll; `seq` is the encounter's version after it."""

    id: str
    seq: int
    encounter_id: str
    at: Moment
    status: Literal["resolved"]
    command: Command
    result: dict[str, Fact]
    rolls: list[Roll]
    choices: list[Choice]
    breakdown: list[Part]
    rules: list[str]
    changes: list[Change]
    narration: Narration
    awaiting: list[Document]
    unused_dice: list[int]
    unused_choices: list[str]
    events: list[Event]
