"""How manoeuvres and first aid change the state, and what spoils first aid."""

from app.rules.harp.contract.events import skills as events
from app.rules.harp.contract.events.event import CombatantRemoved, Event, HitsTaken, Stunned
from app.rules.harp.contract.events.movement import SetOff
from app.rules.harp.contract.evolve.care import eased
from app.rules.harp.table.state import Busy, Care, Combatant, Encounter
from app.rules.resolution.changes import On
from app.values import replace


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


on = On[Encounter, Combatant]()
CHANGES = (
    on.target(events.FirstAidGiven, lambda it, event: eased(it, bleeding=event.bleeding)),
    *on.nothing(events.ManoeuvreMade),
)
