"""Which message tells an event of HARP | TdM."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from types import MappingProxyType

from app.narration.arms import NO_ARMS, Arms, weapon_of
from app.narration.catalogue import OF_HARP, Message, Params, in_order
from app.rules.common.errors import Scalar
from app.rules.common.tables import Names, in_language, spoken_id
from app.rules.harp.contract.events.care import CombatantEdited, Resisted
from app.rules.harp.contract.events.defence import Disengaged, Dodged, ParryTaken
from app.rules.harp.contract.events.event import (
    ActionDeclared,
    AttackHit,
    CombatantAdded,
    CriticalSuffered,
    DeathApproached,
    Event,
    InitiativeRolled,
    InterceptionSet,
    OrderChanged,
    StruckDead,
    TurnsLost,
    WeaponLost,
    Wounded,
)
from app.rules.harp.contract.events.movement import ActionUnderWay, Harassed, Moved, SetOff, WeaponReadied
from app.rules.harp.contract.events.skills import FirstAidGiven, ManoeuvreMade
from app.rules.harp.table.guard import ParryPoints
from app.rules.harp.table.state import Place
from app.rules.harp.table.tables import HarpTables, LocationForms

NO_FACTS: Mapping[str, Scalar] = MappingProxyType({})
PLACE_AND_GRAVITY = ("location", "gravity")
_COMBATANTS = frozenset({"actor", "target", "opponent"})
_CATALOGUE_IDS = frozenset({"table", "action", "effect", "cover", "using"})


def message_of(
    event: Event,
    names: Mapping[str, str],
    tables: HarpTables | None = None,
    facts: Mapping[str, Scalar] = NO_FACTS,
    arms: Arms = NO_ARMS,
) -> Message:
    """The message of ``event``; ``names`` are the combatants' names by id, ``facts`` those of its roll, and
    ``arms`` what their weapons are.

    What a critical looks like is said in the words of ``tables``; they change nothing (H-CRT-4).
    """
    params = _params_of(event, names, arms)
    if isinstance(event, CriticalSuffered):
        params = {**params, **{name: facts[name] for name in PLACE_AND_GRAVITY if name in facts}}
    return Message(_id_of(event), params, None if tables is None else colour_of(params, tables))


def colour_of(params: Params, tables: HarpTables) -> Names | None:
    """What a critical looks like, where ``params`` tell the place of the body and how grave it is."""
    if not all(name in params for name in PLACE_AND_GRAVITY):
        return None
    return description(tables, str(params["table"]), int(params["gravity"]), str(params["location"]))


def description(tables: HarpTables, table: str, gravity: int, location: str) -> Names:
    """What a critical of that table and gravity (1 to 5) does to that place of the body, in each language."""
    phrase, forms = tables.critical_phrases[table][gravity - 1].text, tables.locations[location].forms
    return {language: _put(text, in_language(forms, language)) for language, text in phrase.items()}


@lru_cache(maxsize=2_000)
def _put(phrase: str, place: LocationForms) -> str:
    said = phrase.format_map(asdict(place))
    return said[0].upper() + said[1:]


def _id_of(event: Event) -> str:
    """The message id: the event's type, with a suffix for types with several messages."""
    way = _way_of_harm(event) or _way_of_deed(event)
    return event.type if way is None else f"{event.type}.{way}"


def _way_of_harm(event: Event) -> str | None:
    match event:
        case AttackHit(severity=str()):
            return "critical"
        case CriticalSuffered(additional=True):
            return "additional"
        case Wounded(penalty=0):
            return "bleeding"
        case Wounded(bleed_per_round=0):
            return "hindered"
        case StruckDead(rounds=0):
            return "at_once"
        case DeathApproached(rounds=0):
            return "dying"
        case TurnsLost(turns=0):
            return "this_one"
        case WeaponLost():
            return event.condition
        case _:
            return None


def _way_of_deed(event: Event) -> str | None:
    match event:
        case WeaponReadied():
            return event.condition
        case Resisted(success=False):
            return "not"
        case SetOff():
            return event.pace
        case Dodged(instinctive=True):
            return "instinctive"
        case ManoeuvreMade(success=None):
            return event.column
        case ManoeuvreMade():
            return "success" if event.success else "failure"
        case FirstAidGiven(bleeding=0):
            return "in_vain"
        case _:
            return None


def _params_of(event: Event, names: Mapping[str, str], arms: Arms) -> Params:
    match event:
        case CombatantAdded(combatant) | CombatantEdited(combatant):
            return {"target": combatant.identity.name}
        case ActionDeclared(said):
            return {"actor": _name(said.combatant, names), "action": _words(said.action)}
        case InitiativeRolled(order) | OrderChanged(order):
            return {"order": _order(order, names)}
        case InterceptionSet(actor, interception):
            return {"actor": _name(actor, names), "target": _name(interception.whom, names)}
        case ParryTaken(actor, parries):
            return {"actor": _name(actor, names), "parries": _parries(parries, names)}
        case Moved(actor, _, distance):
            return {"actor": _name(actor, names), "distance": str(distance)}
        case Harassed(target, harassment):
            by, penalty = _name(harassment.by, names), harassment.penalty
            return {"actor": by, "target": _name(target, names), "penalty": penalty}
        case ActionUnderWay(actor, busy):
            action, rounds = _words(busy.action), busy.rounds_left
            return {"actor": _name(actor, names), "action": action, "rounds": rounds}
        case Disengaged(actor, opponent):
            return {"actor": _name(actor, names), "opponent": _name(opponent, names)}
        case _:
            return dict(_plain(event, names, arms))


def _plain(event: Event, names: Mapping[str, str], arms: Arms) -> Iterable[tuple[str, str | int]]:
    """The parameters of an event whose fields are ids, numbers and texts."""
    for field in fields(event):
        value: str | int | None = getattr(event, field.name)
        if field.name == "type" or value is None or isinstance(value, bool):
            continue  # what is or is not so is said by the message's id
        if field.name in _COMBATANTS:
            value = _name(str(value), names)
        elif field.name == "weapon":
            owners = getattr(event, "actor", None), getattr(event, "target", None)
            value = weapon_of(arms, str(value), *owners)
        elif field.name in _CATALOGUE_IDS:
            value = _words(str(value))
        yield field.name, value


def _name(combatant: str, names: Mapping[str, str]) -> str:
    return names.get(combatant, combatant)


def _words(catalogue_id: str) -> str:
    return spoken_id(OF_HARP.get(catalogue_id, catalogue_id))


def _order(order: tuple[Place, ...], names: Mapping[str, str]) -> str:
    return in_order((_name(place.combatant, names), place.initiative) for place in order)


def _parries(parries: tuple[ParryPoints, ...], names: Mapping[str, str]) -> str:
    return ", ".join(f"{_name(parry.opponent, names)} +{parry.points + parry.bonus}" for parry in parries)
