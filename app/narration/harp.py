"""Which message tells an event of HARP | TdM."""

from collections.abc import Mapping
from dataclasses import fields

from app.narration.catalogue import Message
from app.rules.harp.events import (
    ActionDeclared,
    AttackHit,
    CombatantAdded,
    CriticalSuffered,
    DeathApproached,
    Event,
    InitiativeRolled,
    OrderChanged,
    StruckDead,
    TurnsLost,
    WeaponLost,
    Wounded,
)
from app.rules.harp.events_care import CombatantEdited, Resisted

_COMBATANTS = frozenset({"actor", "target"})
_CATALOGUE_IDS = frozenset({"weapon", "table", "action", "effect"})


def message_of(event: Event, names: Mapping[str, str]) -> Message:
    """The message of ``event``; ``names`` are the combatants' names by id."""
    match event:
        case CombatantAdded() | CombatantEdited():
            return Message(event.type, {"target": event.combatant.identity.name})
        case ActionDeclared(said):
            action = said.action.replace("-", " ")
            return Message(event.type, {"actor": names[said.combatant], "action": action})
        case InitiativeRolled(order) | OrderChanged(order):
            return Message(event.type, {"order": ", ".join(names[place.combatant] for place in order)})
        case _:
            return Message(_id_of(event), _params(event, names))


def _params(event: Event, names: Mapping[str, str]) -> dict[str, str | int]:
    params: dict[str, str | int] = {}
    for field in fields(event):
        value: str | int | None = getattr(event, field.name)
        if field.name == "type" or value is None:
            continue
        if field.name in _COMBATANTS:
            value = names.get(str(value), str(value))
        elif field.name in _CATALOGUE_IDS:
            value = str(value).replace("-", " ").replace("_", " ")
        params[field.name] = value
    return params


def _id_of(event: Event) -> str:
    match event:
        case AttackHit(severity=str()):
            return "attack_hit.critical"
        case CriticalSuffered(additional=True):
            return "critical_suffered.additional"
        case Wounded(penalty=0):
            return "wounded.bleeding"
        case Wounded(bleed_per_round=0):
            return "wounded.hindered"
        case StruckDead(rounds=0):
            return "struck_dead.at_once"
        case TurnsLost(turns=0):
            return "turns_lost.this_one"
        case DeathApproached(rounds=0):
            return "death_approached.dying"
        case Resisted(success=False):
            return "resisted.failed"
        case WeaponLost():
            return f"weapon_lost.{event.condition}"
        case _:
            return event.type
