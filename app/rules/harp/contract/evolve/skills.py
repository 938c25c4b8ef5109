"""How manoeuvres and first aid change the state, and what spoils first aid."""

from typing import assert_never

from app.rules.harp.contract.events.event import CombatantRemoved, Event, HitsTaken, Stunned
from app.rules.harp.contract.events.movement import SetOff
from app.rules.harp.contract.events.skills import FirstAidGiven, ManoeuvreMade, SkillEvent
from app.rules.harp.contract.evolve.care import eased
from app.rules.harp.table.state import Busy, Care, Combatant, Encounter
from app.values import replace


def evolve_skills(encounter: Encounter, event: SkillEvent) -> Encounter:
    """The encounter after a manoeuvre, which by itself changes nothing, or after first aid."""
    match event:
        case ManoeuvreMade():
            return encounter
        case FirstAidGiven(_, target, bleeding):
            return encounter.with_combatant(eased(encounter.combatant(target), bleeding=bleeding))
        case _:
            assert_never(event)


def spoil_care(encounter: Encounter, event: Event) -> Encounter:
    """First aid comes to nothing when its giver or its patient is hit, stunned or moves (H-EFF-WOUND)."""
    match event:
        case HitsTaken(touched, _, cause) if cause != "bleeding":
            return _spoilt(encounter, touched)
        case Stunned(touched) | SetOff(touched) | CombatantRemoved(touched):
            return _spoilt(encounter, touched)
        case _:
            return encounter


def _spoilt(encounter: Encounter, touched: str) -> Encounter:
    for giver in encounter.combatants:
        task = giver.busy
        if task is not None and task.care is not None and touched in (giver.id, task.care.patient):
            encounter = encounter.with_combatant(_disturbed(giver, task, task.care))
    return encounter


def _disturbed(giver: Combatant, task: Busy, care: Care) -> Combatant:
    return replace(giver, busy=replace(task, care=replace(care, is_spoilt=True)))
