"""Commands by which damage, healing and a GM's word change a combatant without an attack."""

from typing import Literal, TypeAlias

from app.rules.common.disclosure import Disclosure
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import ExternalRef
from app.rules.harp.table.sheet import Part, Sheet
from app.values import value

Resistance: TypeAlias = Literal["body", "mind", "magic"]
EffectName: TypeAlias = Literal[
    "stunned", "must_parry", "no_parry", "shaken", "lost_turns", "bleeding", "penalty", "death", "prone"
]


@value
class Damage:
    """Hits from anything but an attack: a fall, fire, a spell. ``cause`` is told as it is."""

    target: str
    hits: int
    cause: str = "damage"
    type: Literal["damage"] = "damage"


@value
class Heal:
    """Hits given back, bleeding and penalty (both 0 or more) taken away, and by the GM's word revival.

    Whatever reduces penalties also ends must parry and no parry (H-EFF-MUSTPARRY).
    """

    target: str
    hits: int = 0
    bleeding: int = 0
    penalty: int = 0
    revive: bool = False
    type: Literal["heal"] = "heal"


@value
class EffectAdd:
    """Effects of a spell, poison or ruling, as a critical would bring them (H-EFF-…); ``prone`` is a fall."""

    target: str
    stunned: int = 0
    must_parry: int = 0
    no_parry: int = 0
    shaken: bool = False
    bleeding: int = 0
    penalty: int = 0
    death_in_rounds: int | None = None
    prone: bool = False
    type: Literal["effect-add"] = "effect-add"


@value
class EffectRemove:
    """Effects that end at once, named."""

    target: str
    effects: tuple[EffectName, ...]
    type: Literal["effect-remove"] = "effect-remove"


@value
class SaveOrResist:
    """A resistance roll against ``difficulty`` (DH-7)."""

    target: str
    resistance: Resistance
    difficulty: int
    modifiers: tuple[Part, ...] = ()
    type: Literal["save-or-resist"] = "save-or-resist"


@value
class Edit:
    """The GM's word on a combatant: what is given replaces what was."""

    target: str
    name: str | None = None
    side: str | None = None
    disclosure: Disclosure | None = None
    hits: int | None = None
    sheet: Sheet | None = None
    weapons_at_hand: bool = False
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int | None = None
    cells: int | None = None
    ref: str | None = None
    external_refs: tuple[ExternalRef, ...] | None = None
    type: Literal["edit"] = "edit"


CareCommand: TypeAlias = Damage | Heal | EffectAdd | EffectRemove | SaveOrResist | Edit
