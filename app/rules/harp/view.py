"""A combatant as it is shown: its state with the totals that the rules read from it."""

from dataclasses import dataclass

from app.rules.common.identity import ExternalRef
from app.rules.harp.sheet import Sheet
from app.rules.harp.state import Activity, Combatant, Conditions, WeaponState, Wound


@dataclass(frozen=True, slots=True)
class CombatantView:
    """``bleeding`` is hits a round, ``penalty`` 0 or less, ``dying_in`` rounds and None for the living;
    ``initiative`` is the last one rolled.
    """

    id: str
    name: str
    side: str
    ref: str | None
    external_refs: tuple[ExternalRef, ...]
    sheet: Sheet
    hits: int
    max_hits: int
    bleeding: int
    penalty: int
    conditions: Conditions
    wounds: tuple[Wound, ...]
    weapons: tuple[WeaponState, ...]
    is_unconscious: bool
    is_struck_dead: bool
    dying_in: int | None
    activity: Activity
    initiative: int | None


def view(combatant: Combatant) -> CombatantView:
    """Everything about ``combatant``, for those who may see everything."""
    identity = combatant.identity
    return CombatantView(
        id=identity.id,
        name=identity.name,
        side=identity.side,
        ref=identity.ref,
        external_refs=identity.external_refs,
        sheet=combatant.sheet,
        hits=combatant.hits,
        max_hits=combatant.sheet.hits,
        bleeding=combatant.bleeding,
        penalty=combatant.penalty,
        conditions=combatant.conditions,
        wounds=combatant.wounds,
        weapons=combatant.weapons,
        is_unconscious=combatant.is_unconscious,
        is_struck_dead=combatant.is_struck_dead,
        dying_in=combatant.dying_in,
        activity=combatant.activity,
        initiative=combatant.initiative,
    )
