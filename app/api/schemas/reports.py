"""A report of a fight as it is answered."""

from typing import Literal

from app.api.schemas.common import Shape


class ToldAction(Shape):
    """One action in words."""

    action_id: str
    type: str
    actor: str | None
    text: str


class ToldRound(Shape):
    """A round with its actions; `round` is null for what came before the first."""

    round: int | None
    actions: list[ToldAction]


class Deeds(Shape):
    """What a combatant did and suffered. `is_present`: it is still in the encounter."""

    id: str
    name: str
    side: str
    actions: int
    hits: int
    misses: int
    damage_dealt: int
    damage_taken: int
    is_present: bool


class ThrownDice(Shape):
    """How the dice of one kind fell for a combatant, every die of a roll by itself."""

    who: str
    sides: int
    thrown: int
    lowest: int
    highest: int
    mean: float


class Report(Shape):
    """What happened, round by round, who did what, and how the dice fell."""

    encounter_id: str
    title: str
    ruleset: str
    version: int
    status: Literal["free", "strict", "ended"]
    rounds: list[ToldRound]
    combatants: list[Deeds]
    dice: list[ThrownDice]
