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
    """What the command would ask for first: a roll with its totals, or a choice with its options.

    `text` says the `purpose` in words, `option_texts` the options but for combatants.
    """

    kind: Literal["roll", "choice"]
    who: str
    purpose: str
    text: str
    notation: str | None
    totals: list[Total]
    options: list[str]
    option_texts: dict[str, str]
    default: str | None
    rules: list[str]


class Preview(Shape):
    """A command looked at: nothing was rolled, nothing is stored.

    `failed_checks` is everything that forbids it. `awaiting` is what it would ask for first; `events` is all
    that it does, where it asks for nothing. `charge` is the geometry of a charge and `splash` that of a
    thrown splash weapon, and `totals` are those of its roll, in the d20 games; elsewhere `null` and none.
    `undisclosed` are pointers to what rests on figures that the caller does not know, and is `null`.
    """

    encounter_id: str
    version: int
    command: Command
    legal: bool
    failed_checks: list[FailedCheck]
    awaiting: list[Asked]
    events: list[Document]
    charge: Document | None
    splash: Document | None
    totals: list[Total]
    undisclosed: list[str]


class FirstAsked(Shape):
    """What an action would ask for first; a preview tells with which modifiers."""

    kind: Literal["roll", "choice"]
    who: str
    purpose: str
    text: str


class ReadyBody(Shape):
    """The body of an action, to be sent as it is."""

    command: Command


class LegalAction(Shape):
    """An action that the rules accept now. Without `asks` it is carried out at once.

    `target_is` says whether the target can still fight, is down (unconscious, helpless) or dead.
    """

    type: str
    label: str
    target: str | None
    target_is: Literal["fighting", "down", "dead"] | None
    weapon: str | None
    asks: list[FirstAsked]
    body: ReadyBody


class Unclear(Shape):
    """What would have to be stated, and where in the body of an action."""

    pointer: str
    code: str
    message: str


class ImpossibleAction(Shape):
    """A type of action of which nothing is possible now: all that forbids the likeliest one.

    Neither, where there is nobody and nothing to do it with; `unclear` where nothing forbids it, but
    something has to be stated that is not known, such as a distance without a map.
    """

    type: str
    label: str
    failed_checks: list[FailedCheck]
    unclear: Unclear | None


class LegalActions(Shape):
    """What a combatant can do now. Of the types in `truncated` there is more than is shown."""

    encounter_id: str
    version: int
    combatant: str
    possible: list[LegalAction]
    impossible: list[ImpossibleAction]
    truncated: list[str]
