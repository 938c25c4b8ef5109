"""How healing and a GM's word change the state."""

from collections.abc import Iterable
from typing import assert_never

from app.rules.harp.contract.commands.care import EffectName
from app.rules.harp.contract.events import care as events
from app.rules.harp.table.state import Combatant, Encounter, Wound
from app.rules.resolution.changes import On
from app.values import replace


def laid_down(target: Combatant) -> Combatant:
    """The combatant on the ground."""
    return replace(target, conditions=replace(target.conditions, prone=True))


def _healed(target: Combatant, event: events.Healed) -> Combatant:
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


def freed(target: Combatant, **ended: int) -> Combatant:
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
            return freed(target, stunned=0)
        case "must_parry":
            return freed(target, must_parry=0)
        case "no_parry":
            return freed(target, no_parry=0)
        case "prone":
            return replace(target, conditions=replace(target.conditions, prone=False))
        case "lost_turns":
            return freed(target, lost_turns=0)
        case _:
            assert_never(effect)


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.CombatantEdited, lambda state, event: state.with_combatant(event.combatant)),
    on.target(events.Healed, _healed),
    on.target(events.Revived, lambda it, _event: replace(it, dying_in=None)),
    on.target(events.FellDown, lambda it, _event: laid_down(it)),
    on.target(events.EffectEnded, lambda it, event: _without(it, event.effect)),
    *on.nothing(events.CameTo, events.Resisted),
)
