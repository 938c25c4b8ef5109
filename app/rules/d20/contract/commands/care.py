"""Commands by which damage, healing, saves and a GM's word change a combatant without an attack."""

from typing import Literal, TypeAlias

from app.rules.common.disclosure import Disclosure
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import ExternalRef
from app.rules.d20.table.sheet import BonusType, Part, Save, Sheet
from app.rules.d20.table.state import ConditionId, Goal, Limit, Spending
from app.values import value


@value
class Damage:
    """Damage from anything but an attack: a fall, a spell, a trap; ``points`` of ``types``.

    Without types nothing reduces it. ``qualities`` are what it overcomes damage reduction with: ``magic``,
    ``silver`` (D20-DR-2).
    """

    target: str
    points: int
    types: tuple[str, ...] = ()
    nonlethal: bool = False
    qualities: tuple[str, ...] = ()
    type: Literal["damage"] = "damage"


@value
class Heal:
    """Hit points given back, which take as much nonlethal damage away (D20-HP-6).

    ``nonlethal`` takes only such damage away, ``temporary`` gives temporary points (D20-TMP-2),
    ``stabilise`` is first aid that stops the dying (D20-HP-7), ``revive`` the GM's word on the dead.
    """

    target: str
    hp: int = 0
    nonlethal: int = 0
    temporary: int = 0
    stabilise: bool = False
    revive: bool = False
    type: Literal["heal"] = "heal"


@value
class NewEffect:
    """A modifier that is to hold; ``rounds`` are counted by the turns of the target, or of ``by``."""

    label: str
    to: Goal
    value: int
    bonus: BonusType = "untyped"
    against: str | None = None
    spent_by: Spending | None = None


@value
class EffectAdd:
    """Conditions and modifiers of a spell, a poison or a ruling (D20-EFF-1).

    They last until they are removed, or until the start of the ``rounds``-th turn to come of ``by``, who
    brought them about; of the target itself where nobody is named.
    """

    target: str
    conditions: tuple[ConditionId, ...] = ()
    effects: tuple[NewEffect, ...] = ()
    rounds: int | None = None
    by: str | None = None
    type: Literal["effect-add"] = "effect-add"


@value
class EffectRemove:
    """Conditions, and effects by their label, that end at once."""

    target: str
    conditions: tuple[ConditionId, ...] = ()
    effects: tuple[str, ...] = ()
    type: Literal["effect-remove"] = "effect-remove"


@value
class SaveOrResist:
    """A saving throw against ``dc`` (D20-SAV-1).

    With ``damage`` it is against that: a save takes half of it, or all (``on_success``, D20-SAV-4).
    """

    target: str
    save: Save
    dc: int
    modifiers: tuple[Part, ...] = ()
    damage: int | None = None
    types: tuple[str, ...] = ()
    on_success: Literal["half", "none"] = "half"
    type: Literal["save-or-resist"] = "save-or-resist"


@value
class Edit:
    """The GM's word on a combatant: what is given replaces what was.

    ``limited_to`` is the one action of its present turn (D20-ACT-4).
    """

    target: str
    name: str | None = None
    side: str | None = None
    disclosure: Disclosure | None = None
    sheet: Sheet | None = None
    hp: int | None = None
    nonlethal: int | None = None
    temporary: int | None = None
    stable: bool | None = None
    dead: bool | None = None
    weapons_at_hand: bool = False
    limited_to: Limit | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int | None = None
    ref: str | None = None
    external_refs: tuple[ExternalRef, ...] | None = None
    type: Literal["edit"] = "edit"


CareCommand: TypeAlias = Damage | Edit | EffectAdd | EffectRemove | Heal | SaveOrResist


@value
class Stabilise:
    """A dying combatant's turn: it gets better by itself, or loses a hit point (D35-HP-1, PF1-HP-1)."""

    target: str


@value
class SurviveMassiveDamage:
    """A save against death from 50 points or more at once (D35-HP-3)."""

    target: str


CareStep: TypeAlias = Stabilise | SurviveMassiveDamage
