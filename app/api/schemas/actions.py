"""Actions and events as they are answered."""

from typing import Literal

from pydantic import Field

from app.api.schemas.common import (
    Anything,
    Command,
    Document,
    ExternalName,
    Fact,
    Moment,
    Shape,
    Source,
)
from app.rules.resolution.answers import Stream
from app.services.dice.draw import Privacy


class Die(Shape):
    sides: int
    value: int


class Roll(Shape):
    """`rolled` is the sum of the dice, `total` that with its modifiers; `against` what it is held against.

    A roll of the server is number `index` (from 0) of a `stream` of the encounter's fair dice in that `epoch`
    (see `/dice-proof`); a roll given by hand has neither stream nor index. `as_sum`: only their sum was told;
    the dice shown are one of the throws that make it. A figure that is null is not disclosed to the caller.
    """

    purpose: str
    text: str
    who: str
    notation: str
    dice: list[Die]
    rolled: int
    modifier: int | None
    total: int | None
    against: int | None
    source: Source
    epoch: int
    stream: Stream | None
    index: int | None
    as_sum: bool
    facts: dict[str, Fact]
    rules: list[str]


class Choice(Shape):
    """A decision that a rule asked for."""

    purpose: str
    text: str
    who: str
    choice: str
    options: list[str]
    source: Source
    rules: list[str]


class Modifier(Shape):
    """One part of the total `of`; where not `applied`, what it yields to."""

    of: str
    label: str
    text: str
    value: int
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None


class Part(Modifier):
    """One part of a total of the roll with that index."""

    roll: int


class DiceAsked(Shape):
    """The dice of a roll; one that shows `open_from` or more is thrown again and added."""

    notation: str
    sides: list[int]
    open_from: int | None


class Awaited(Shape):
    """A roll or a choice that is waited for. Answer it by its `decision_id`.

    `who` is the combatant, `asked` whose answer it is; `modifiers` are what will be added to the dice and
    `modifier` their sum. A choice has `options`, and the `default` that holds when nobody answers.
    `text` says the `purpose` in words, `option_texts` the options but for combatants.
    """

    decision_id: str
    kind: Literal["roll", "choice"]
    who: str
    asked: Literal["players", "gm"]
    purpose: str
    text: str
    dice: DiceAsked | None
    modifier: int
    modifiers: list[Modifier]
    options: list[str]
    option_texts: dict[str, str]
    default: str | None
    facts: dict[str, Fact]
    rules: list[str]
    expires_at: Moment | None


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
    """`result` are the figures of the action's first roll; `seq` is the encounter's version after it.

    While somebody is waited for (`awaiting`), `rolls` and `narration` tell what the action has come to so
    far; nothing of it has happened. Of what was `refused` nothing has happened either, and the `rolls` that
    had fallen are spent. An undo or redo names in `reverts` the actions that it is about; of an
    action that is taken back `reverted_by` names the undo. `external_refs` is there where any were given.
    """

    id: str
    seq: int
    encounter_id: str
    at: Moment
    status: Literal["resolved", "awaiting", "cancelled", "refused"]
    command: Command
    result: dict[str, Fact]
    rolls: list[Roll]
    choices: list[Choice]
    breakdown: list[Part]
    rules: list[str]
    changes: list[Change]
    narration: Narration
    awaiting: list[Awaited]
    privacy: Privacy
    unused_dice: list[int]
    unused_choices: list[str]
    external_refs: list[ExternalName] = Field(default=[])
    reverts: list[str]
    reverted_by: str | None
    events: list[Event | Skip]
