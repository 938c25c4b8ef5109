"""Which message tells an event of the d20 games."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType

from app.narration.arms import NO_ARMS, Arms, weapon_of
from app.narration.catalogue import Message, Params, in_order
from app.rules.common.errors import Scalar
from app.rules.common.tables import spoken_id
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed
from app.rules.d20.contract.events.care import (
    CombatantEdited,
    DamageReduced,
    Died,
    HandsEmptied,
    Healed,
    HitPointsLost,
    SaveMade,
)
from app.rules.d20.contract.events.event import CombatantAdded, Event
from app.rules.d20.contract.events.maneuvers import (
    Disarmed,
    ManoeuvreFailed,
    Overran,
    WeaponDamaged,
    WeaponDestroyed,
)
from app.rules.d20.contract.events.movement import ChargeStopped, Moved, OpportunityTaken, Pushed
from app.rules.d20.contract.events.saddle import (
    FellFromSaddle,
    FoughtFromSaddle,
    RideFailed,
    RideSucceeded,
    SpellLost,
)
from app.rules.d20.contract.events.splash import SplashLanded
from app.rules.d20.contract.events.support import AidGiven
from app.rules.d20.contract.events.turns import (
    ActionPrevented,
    ActionReadied,
    ActionUsed,
    ConditionEnded,
    ConditionGained,
    EffectEnded,
    EffectGained,
    InitiativeRolled,
    OrderChanged,
    SurpriseSettled,
)
from app.rules.d20.table.measures import FEET_PER_SQUARE
from app.rules.d20.table.state import Place
from app.rules.d20.table.tables import D20Tables

NO_FACTS: Mapping[str, Scalar] = MappingProxyType({})
COMBATANTS = frozenset({"actor", "target", "opponent", "by", "before", "mount", "ally"})
CATALOGUE_IDS = frozenset({"action", "energy", "manoeuvre"})


def message_of(
    event: Event,
    names: Mapping[str, str],
    _tables: D20Tables | None = None,
    _facts: Mapping[str, Scalar] = NO_FACTS,
    arms: Arms = NO_ARMS,
) -> Message:
    """The message of ``event``; ``names`` are the combatants' by id, ``arms`` what their weapons are."""
    way = _way(event) or _way_of_movement(event) or _way_of_manoeuvre(event)
    told = f"d20.{event.type}"
    return Message(told if way is None else f"{told}.{way}", _params_of(event, names, arms))


def _way(event: Event) -> str | None:
    """The suffix of the message id, for event types with several messages; None for the others."""
    return _way_of_turn(event) or _way_of_blow(event) or _way_of_harm(event)


def _way_of_turn(event: Event) -> str | None:
    match event:
        case SurpriseSettled(aware=()):
            return "nobody"
        case ActionReadied(_, readied) if readied.against_charge:
            return "against_charge"
        case ActionReadied(_, readied) if readied.action == "other":
            return "other" if readied.trigger else "anything"
        case ActionReadied(_, readied) if not readied.trigger:
            return "untold"
        case ActionUsed(what="") | ActionPrevented(what="") | SpellLost(what=""):
            return "untold"
        case EffectGained(_, effect) if effect.value == 0:
            return "plain"
        case AidGiven(aid="effect", what=""):
            return "untold"
        case AidGiven():
            return event.aid
        case _:
            return None


def _way_of_blow(event: Event) -> str | None:
    match event:
        case AttackHit(critical=True):
            return "critical"
        case AttackHit(multiplier=times) if times > 1:
            return "multiplied"
        case AttackMissed(concealed=True):
            return "concealed"
        case SplashLanded(squares=squares) if squares:
            return "astray"
        case _:
            return None


def _way_of_harm(event: Event) -> str | None:
    match event:
        case HitPointsLost(cause="dying") | HitPointsLost(cause="strain"):
            return event.cause
        case HitPointsLost(temporary=temporary) if temporary:
            return "temporary"
        case Healed(nonlethal=0):
            return "hit_points"
        case Died(destroyed=True):
            return "destroyed"
        case SaveMade(success=False):
            return "failed"
        case _:
            return None


def _way_of_movement(event: Event) -> str | None:
    match event:
        case Moved():
            return event.gait
        case ChargeStopped():
            return event.cause
        case OpportunityTaken():
            return event.because
        case RideSucceeded() | RideFailed():
            return event.task
        case FoughtFromSaddle():
            return event.how
        case FellFromSaddle(softly=True):
            return "softly"
        case _:
            return None


def _way_of_manoeuvre(event: Event) -> str | None:
    match event:
        case ManoeuvreFailed():
            return event.cause
        case Overran(avoided=True):
            return "avoided"
        case Disarmed(away=True):
            return "away"
        case WeaponDamaged(points=0):
            return "unharmed"
        case Pushed(squares=0):
            return "nowhere"
        case _:
            return None


def _params_of(event: Event, names: Mapping[str, str], arms: Arms) -> Params:
    match event:
        case CombatantAdded(combatant) | CombatantEdited(combatant):
            return {"target": combatant.identity.name}
        case InitiativeRolled(order) | OrderChanged(order):
            return {"order": _order(order, names)}
        case SurpriseSettled(aware):
            return {"aware": ", ".join(_name(one, names) for one in aware)}
        case ActionReadied(actor, readied):
            trigger, weapon = readied.trigger, weapon_of(arms, readied.weapon or "", actor)
            action = spoken_id(readied.action)
            return {"actor": _name(actor, names), "action": action, "trigger": trigger, "weapon": weapon}
        case EffectGained(target, effect) | EffectEnded(target, effect):
            value = f"{effect.value:+d}"
            return {"target": _name(target, names), "effect": effect.label, "value": value}
        case ConditionGained(target, condition) | ConditionEnded(target, condition):
            return {"target": _name(target, names), "condition": spoken_id(condition.id)}
        case HandsEmptied(target, weapons):
            return {
                "target": _name(target, names),
                "weapons": ", ".join(weapon_of(arms, one, target) for one in weapons),
            }
        case DamageReduced(target, points, what):
            return {"target": _name(target, names), "points": points, "reason": spoken_id(what)}
        case _:
            return dict(_plain(event, names, arms))


def _plain(event: Event, names: Mapping[str, str], arms: Arms) -> Iterator[tuple[str, str | int]]:
    """The parameters of an event whose fields are ids, numbers and texts."""
    for field in fields(event):
        value: object = getattr(event, field.name)
        if field.name == "type" or isinstance(value, bool) or not isinstance(value, str | int):
            continue  # what is or is not so is said by the message's id
        if field.name in COMBATANTS:
            value = _name(str(value), names)
        elif field.name == "weapon":
            value = weapon_of(arms, str(value), *_owners(event))
        elif field.name in CATALOGUE_IDS:
            value = spoken_id(str(value))
        elif field.name == "squares" and isinstance(value, int):
            yield "feet", value * FEET_PER_SQUARE
        yield field.name, value


def _owners(event: Event) -> tuple[str | None, str | None]:
    """The combatants on whose sheets an event's weapon is looked for, in order."""
    actor, target = getattr(event, "actor", None), getattr(event, "target", None)
    is_targets = isinstance(event, Disarmed | WeaponDamaged | WeaponDestroyed)
    return (target, actor) if is_targets else (actor, target)


def _name(combatant: str, names: Mapping[str, str]) -> str:
    return names.get(combatant, combatant)


def _order(order: tuple[Place, ...], names: Mapping[str, str]) -> str:
    return in_order((_name(place.combatant, names), place.initiative) for place in order)
