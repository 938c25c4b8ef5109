"""The odds of a command before it is given."""

from typing import Annotated

from pydantic import Field

from app.api.schemas.common import Command, FailedCheck, Shape


class Chance(Shape):
    """A chance as a fraction and as a number from 0 to 1, rounded to six places.

    The share of samples lies within `between` 95 times of 100; what was counted has `null` there.
    """

    fraction: str
    value: float
    between: Annotated[list[float], Field(min_length=2, max_length=2)] | None


class EventOdds(Shape):
    """How likely something is to happen at all, and how many `times` it does on average.

    With a `detail` (a critical, a condition) it is counted once more beside those without one, which are all
    of that type.
    """

    type: str
    actor: str | None
    target: str | None
    detail: str | None
    chance: Chance | None
    times: float | None


class OddsOfRoll(Shape):
    """How many `times` a roll is made on average, and how likely one of them succeeds.

    `success` is `null` where the roll is held against nothing.
    """

    who: str
    purpose: str
    text: str
    times: float | None
    success: Chance | None


class ValueOdds(Shape):
    """How likely just that value is."""

    value: int
    chance: Chance


class AmountOdds(Shape):
    """By how much something changes; `lost` are hits or hit points."""

    amount: str
    mean: float | None
    quartiles: Annotated[list[int], Field(min_length=3, max_length=3)] | None
    values: list[ValueOdds] | None


class StateOdds(Shape):
    """How likely somebody is in a state at the end, and whether it is `already`."""

    state: str
    already: bool
    chance: Chance | None


class CombatantOdds(Shape):
    """What may become of a combatant. Where its figures are not disclosed, all of it is `null`."""

    combatant: str
    down: Chance | None
    dead: Chance | None
    changes: list[AmountOdds] | None
    states: list[StateOdds] | None


class AssumedChoice(Shape):
    """A choice that the request leaves open, and what was taken for it: its default."""

    who: str
    purpose: str
    text: str
    options: list[str]
    choice: str


class NotAllowed(Shape):
    """How likely it is that a command cannot be carried out by then; `command` is its place in the body."""

    command: str
    chance: Chance | None
    failed_checks: list[FailedCheck]


class Odds(Shape):
    """What may come of a command. Nothing was rolled and nothing is stored.

    `exact`: every case was counted; else it was played `samples` times. `cut` is the chance of cases that
    were not followed to the end: a die that opens four times. `failed_checks` is everything that forbids the
    command, as in a preview. `undisclosed` are pointers to what rests on figures that the caller does not
    know, and is `null`.
    """

    encounter_id: str
    version: int
    commands: list[Command]
    legal: bool | None
    failed_checks: list[FailedCheck]
    exact: bool
    samples: int | None
    cut: Chance | None
    events: list[EventOdds]
    rolls: list[OddsOfRoll]
    combatants: list[CombatantOdds]
    assumed: list[AssumedChoice]
    not_allowed: list[NotAllowed]
    undisclosed: list[str]


class VariantOdds(Shape):
    """The odds of one variant under the `name` that it was given."""

    name: str
    odds: Odds


class ComparedOdds(Shape):
    """The odds of every variant, in the order in which they were asked for."""

    variants: list[VariantOdds]
