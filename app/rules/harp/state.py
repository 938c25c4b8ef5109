"""The state of a HARP | TdM encounter: frozen, hashable, changed by `evolve` alone."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.rules.common.errors import UnknownCombatant
from app.rules.common.identity import Identity
from app.rules.harp.options import CHAPTER, Options
from app.rules.harp.sheet import Sheet

WeaponCondition: TypeAlias = Literal["dropped", "broken", "unstrung"]


@dataclass(frozen=True, slots=True)
class Wound:
    """One critical's lasting marks: hits lost each round, and a penalty (0 or less); wounds add up."""

    bleed_per_round: int = 0
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a combatant is under: own turns left (H-EFF-…), and ``initiative`` for the next roll."""

    stunned: int = 0
    must_parry: int = 0
    no_parry: int = 0
    shaken: bool = False
    lost_turns: int = 0
    initiative: int = 0


@dataclass(frozen=True, slots=True)
class WeaponState:
    """A weapon that is not at hand; ``rounds`` is how long it takes to have it back."""

    weapon: str
    condition: WeaponCondition
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Combatant:
    """A combatant in play: who it is, its sheet, and what has happened to it so far.

    ``dying_in`` is None for the living; after a death result it counts the rounds until the state
    becomes "dying", which it is at 0 (H-EFF-DEATH).
    """

    identity: Identity
    sheet: Sheet
    hits: int
    wounds: tuple[Wound, ...] = ()
    conditions: Conditions = Conditions()
    dying_in: int | None = None
    weapons: tuple[WeaponState, ...] = ()

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def is_struck_dead(self) -> bool:
        """Down from a death result, whether or not the rounds until "dying" have run out."""
        return self.dying_in is not None

    @property
    def is_unconscious(self) -> bool:
        """At 0 hits or less (H-DMG-1, DH-10), or struck dead."""
        return self.hits <= 0 or self.is_struck_dead

    def weapon_state(self, weapon: str) -> WeaponState | None:
        """What keeps that weapon of the sheet from being used; None when it is at hand."""
        return next((state for state in self.weapons if state.weapon == weapon), None)

    @property
    def bleeding(self) -> int:
        """Hits lost at the start of each own turn, all wounds together (H-EFF-BLEED)."""
        return sum(wound.bleed_per_round for wound in self.wounds)

    @property
    def penalty(self) -> int:
        """The penalty of all wounds together, 0 or less (H-EFF-PEN)."""
        return sum(wound.penalty for wound in self.wounds)


@dataclass(frozen=True, slots=True)
class GlobalModifier:
    """A modifier to all attacks of the encounter: fog, bad ground, light (H-OB-3)."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter; combatants stand in the order they entered."""

    options: Options = CHAPTER
    environment: tuple[GlobalModifier, ...] = ()
    combatants: tuple[Combatant, ...] = ()
    ruleset: Literal["harp-tdm"] = "harp-tdm"

    def combatant(self, name: str, pointer: str = "") -> Combatant:
        """The combatant with that id, ``ref`` or external reference; raises UnknownCombatant."""
        for combatant in self.combatants:
            if combatant.identity.answers_to(name):
                return combatant
        raise UnknownCombatant(f"No combatant «{name}» in this encounter.", pointer, name=name)

    def with_combatant(self, changed: Combatant) -> "Encounter":
        """This encounter with ``changed`` in the place of the combatant of the same id."""
        combatants = tuple(changed if old.id == changed.id else old for old in self.combatants)
        return replace(self, combatants=combatants)
