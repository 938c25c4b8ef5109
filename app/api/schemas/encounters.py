"""Campaigns, encounters and combatants as they are answered."""

from typing import Literal

from app.api.schemas.common import Document, Moment, Shape, Sheet


class Campaign(Shape):
    id: str
    name: str
    created_at: Moment


class OpenedCampaign(Campaign):
    """A new campaign; `token` is its GM's."""

    token: str


class PackReference(Shape):
    id: str
    version: str
    hash: str


class EnvironmentModifier(Shape):
    """A modifier to all attacks of the encounter."""

    label: str
    value: int


class Encounter(Shape):
    """`version` counts the actions, `last_event` is the number of the newest event."""

    id: str
    ruleset: str
    title: str
    status: Literal["free"]
    version: int
    last_event: int
    options: Document
    environment: list[EnvironmentModifier]
    combatants: int
    table_pack: PackReference
    created_at: Moment
    updated_at: Moment


class ExternalName(Shape):
    """The name another system has for the combatant."""

    system: str
    kind: str
    id: str


class Wound(Shape):
    bleed_per_round: int
    penalty: int


class Conditions(Shape):
    """Own turns left of each; `initiative` is for the next roll."""

    stunned: int
    must_parry: int
    no_parry: int
    shaken: bool
    lost_turns: int
    initiative: int


class WeaponState(Shape):
    """A weapon that is not at hand."""

    weapon: str
    condition: str
    rounds: int


class Combatant(Shape):
    """A combatant of HARP | TdM: its sheet as given, what is left of it, and the figures that follow."""

    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    sheet: Sheet
    hits: int
    wounds: list[Wound]
    conditions: Conditions
    dying_in: int | None
    weapons: list[WeaponState]
    is_struck_dead: bool
    is_unconscious: bool
    bleeding: int
    penalty: int
