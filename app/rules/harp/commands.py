"""What can be commanded in HARP | TdM, and the follow-up steps that commands lead to."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.harp.sheet import Part, Sheet
from app.rules.harp.tables_combat import Severity


@dataclass(frozen=True, slots=True)
class Situation:
    """What the caller states about one attack because no map knows it.

    ``modifiers`` go to the attacker's OB and ``defence`` to the target's defence score, each by name: the
    GM's special bonuses and penalties.
    """

    flank: bool = False
    rear: bool = False
    higher_ground: bool = False
    lower_ground: bool = False
    target_surprised: bool = False
    target_down: bool = False
    drew_weapon: bool = False
    distance: Distance | None = None
    cover: str | None = None
    modifiers: tuple[Part, ...] = ()
    defence: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Add:
    """A combatant enters; ``hits`` is what it has left, its sheet's total when not said."""

    identity: Identity
    sheet: Sheet
    hits: int | None = None
    type: Literal["add"] = "add"


@dataclass(frozen=True, slots=True)
class Remove:
    """A combatant leaves the encounter."""

    actor: str
    type: Literal["remove"] = "remove"


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack with a weapon of the actor's sheet (H-ATK-1)."""

    actor: str
    target: str
    weapon: str
    situation: Situation = field(default_factory=Situation)
    type: Literal["attack"] = "attack"


Command: TypeAlias = Add | Remove | Attack


@dataclass(frozen=True, slots=True)
class CriticalRoll:
    """A critical to roll: who suffers it, on which table, how severe, and whether it is an additional one."""

    target: str
    table: str
    severity: Severity
    additional: bool = False


@dataclass(frozen=True, slots=True)
class FumbleRoll:
    """A fumble to read for ``actor``, who was attacking ``target`` with ``weapon``."""

    actor: str
    target: str
    weapon: str


@dataclass(frozen=True, slots=True)
class BreakCheck:
    """A weapon that may break (a fumble result)."""

    actor: str
    weapon: str


@dataclass(frozen=True, slots=True)
class WildAttack:
    """A fumbled missile that flies at the nearest ally with ``ob_percent`` of the shooter's OB."""

    actor: str
    weapon: str
    ob_percent: int


@dataclass(frozen=True, slots=True)
class ResistStun:
    """The victim's resistance roll against the stun it is under (H-EFF-STUN)."""

    target: str


Step: TypeAlias = Command | CriticalRoll | FumbleRoll | BreakCheck | WildAttack | ResistStun
