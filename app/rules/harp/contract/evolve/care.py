"""How healing and a GM's word change the state."""

from collections.abc import Iterable
from typing import assert_never

from app.rules.harp.contract.commands.care import EffectName
from app.rules.harp.contract.events.care import (
    CameTo,
    CareEvent,
    CombatantEdited,
    EffectEnded,
    FellDown,
    Healed,
    Resisted,
    Revived,
)
from app.rules.harp.table.state import Combatant, Encounter, Wound
from app.values import replace


def evolve_care(encounter: Encounter, event: CareEvent) -> Encounter:
    """The encounter after an event of healing or of the GM's word."""
    match event:
        case CameTo() | Resisted():
            return encounter
        case CombatantEdited(combatant):
            return encounter.with_combatant(combatant)
        case Healed(target):
            return encounter.with_combatant(_healed(encounter.combatant(target), event))
        case Revived(target):
            return encounter.with_combatant(replace(encounter.combatant(target), dying_in=None))
        case FellDown(target):
            return encounter.with_combatant(laid_down(encounter.combatant(target)))
        case EffectEnded(target, effect):
            return encounter.with_combatant(_without(encounter.combatant(target), effect))
        case _:
            assert_never(event)


def laid_down(target: Combatant) -> Combatant:
    """The combatant on the ground."""
    return replace(target, conditions=replace(target.conditions, prone=True))


def _healed(target: Combatant, event: Healed) -> Combatant:
    whole = eased(target, bleeding=event.bleeding, penalty=event.penalty)
    return replace(whole, hits=target.hits + event.hits)


def eased(target: Combatant, *, bleeding: int = 0, penalty: int = 0) -> Combatant:
    """The combatant with so much less bleeding and penalty, both 0 or more."""
    bleeds = _less([wound.bleed_per_round for wound in target.wounds], bleeding)
    burdens = _less([-wound.penalty for wound in target.wounds], penalty)
    wounds = tuple(
        Wound(bleed, -burden) for bleed, burden in zip(bleeds, burdens, strict=True) if bleed or burden
    )
    return replace(target, wounds=wounds)


def _less(amounts: Iterable[int], off: int) -> list[int]:
    """``amounts`` with ``off`` taken from them, the oldest wound first."""
    left: list[int] = []
    for amount in amounts:
        taken = min(amount, off)
        off -= taken
        left.append(amount - taken)
    return left


def _freed(target: Combatant, **ended: int) -> Combatant:
    """The combatant without these counts; suffered anew in the same turn they count from the next (DH-52)."""
    activity = replace(target.activity, began_under=replace(target.activity.began_under, **ended))
    return replace(target, conditions=replace(target.conditions, **ended), activity=activity)


def _without(target: Combatant, effect: EffectName) -> Combatant:
    match effect:
        case "bleeding":
            closed = (replace(wound, bleed_per_round=0) for wound in target.wounds)
            return replace(target, wounds=tuple(wound for wound in closed if wound.penalty))
        case "penalty":
            eased = (replace(wound, penalty=0) for wound in target.wounds)
            return replace(target, wounds=tuple(wound for wound in eased if wound.bleed_per_round))
        case "death":
            return replace(target, dying_in=None)
        case "shaken":
            return replace(target, conditions=replace(target.conditions, shaken=False))
        case "stunned":
            return _freed(target, stunned=0)
        case "must_parry":
            return _freed(target, must_parry=0)
        case "no_parry":
            return _freed(target, no_parry=0)
        case "prone":
            return replace(target, conditions=replace(target.conditions, prone=False))
        case "lost_turns":
            return _freed(target, lost_turns=0)
        case _:
            assert_never(effect)
