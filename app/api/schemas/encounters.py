"""Campaigns, encounters and combatants as they are answered."""

from typing import Literal

from app.api.schemas.actions import Awaited
from app.api.schemas.common import Document, ExternalName, Moment, Shape, Sheet
from app.rules.common.disclosure import HpDisclosure, Known, Visibility
from app.services.visibility.viewer import Fares


class DisclosedAtMost(Shape):
    """What is disclosed at most to those who do not control a combatant; null is no limit."""

    hp: HpDisclosure | None
    defence: Known | None
    initiative: Known | None


class Campaign(Shape):
    id: str
    name: str
    disclosure: DisclosedAtMost
    created_at: Moment


class OpenedCampaign(Campaign):
    """A new campaign; `token` is its GM's."""

    token: str


class PackReference(Shape):
    id: str
    version: str
    hash: str


class EnvironmentModifier(Shape):
    """A modifier to all attacks of the encounter, or a row of the table of surroundings by its `id`."""

    label: str | None = None
    value: int | None = None
    id: str | None = None


class Waiting(Shape):
    """The action that waits, and for what."""

    action_id: str
    awaiting: list[Awaited]


class Encounter(Shape):
    """`version` counts the changes, `last_event` is the number of the newest event. While an action is
    `pending`, nothing happens but its answers or its end.

    How far it has come is the game's own; the OpenAPI document adds it from its types.
    """

    id: str
    ruleset: str
    title: str
    status: Literal["free", "strict", "ended"]
    version: int
    last_event: int
    options: Document
    environment: list[EnvironmentModifier]
    map: Document | None
    combatants: int
    dice_policy: Document
    pending: Waiting | None
    table_pack: PackReference
    created_at: Moment
    updated_at: Moment


class Disclosed(Shape):
    """What players are shown of a combatant; null is what its side has by default."""

    visibility: Visibility
    name_mask: str | None
    hp: HpDisclosure | None
    defence: Known | None
    initiative: Known | None


class Combatant(Shape):
    """A combatant: who it is, its sheet as given; then what play has left of it and what follows from that.

    The figures of play are the game's own; the OpenAPI document adds them from its types.
    """

    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    disclosure: Disclosed
    sheet: Sheet


class Health(Shape):
    """How a combatant fares, as far as its `disclosure` tells.

    `taken` is what it has lost, `left` what it has of the `most` it can have.
    """

    disclosure: HpDisclosure
    left: int | None
    most: int | None
    taken: int | None
    fares: Fares | None


class SeenCombatant(Shape):
    """A combatant of which a player does not know everything: what can be seen, and what is disclosed.

    `states` is everything that the rules find it in, whether hit points or a condition bring it. `defence`
    has the figures that the game has; null is what is not disclosed, or what there is none of.
    """

    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    health: Health
    defence: Document | None
    initiative: int | None
    is_down: bool
    states: list[str]
    conditions: list[str]
    mount: str | None
    at: list[int] | None
    facing: str | None
    elevation: int | None
    cells: int | None
    space: list[list[int]] | None


class SeenEncounter(Encounter):
    """An encounter as players see it: of `round`, `combatants` and `pending` what they may know."""

    has_ended: bool
    round: Document | None
    surprised: list[str] | None = None


class Scenario(Shape):
    """A scenario as `estoc play` reads it; see the page about scenarios for its members."""

    scenario: Literal[1]
    title: str
    ruleset: str
    options: Document | None = None
    environment: list[EnvironmentModifier] | None = None
    map: Document | None = None
    combatants: list[Document]
    play: list[Document]
    expect: Document
