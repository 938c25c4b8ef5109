"""How the events of moving, charging, pushing and gear change the state."""

from typing import assert_never

from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.events.movement import (
    BullRushFailed,
    ChargeBegun,
    ChargeForestalled,
    ChargeMet,
    ChargeStopped,
    Dismounted,
    Mounted,
    Moved,
    MovementEvent,
    MoveStopped,
    OpportunityTaken,
    Pushed,
    StoodUp,
    WeaponDrawn,
    WeaponDropped,
    WeaponSheathed,
)
from app.rules.d20.table.state import Combatant, Encounter, Opportunities, WeaponPlace, WeaponState
from app.values import replace


def evolve_movement(encounter: Encounter, event: MovementEvent) -> Encounter:
    """The encounter after an event of moving, charging, pushing or gear."""
    match event:
        case Moved(actor, to=to):
            mover = encounter.combatant(actor)
            if encounter.round is not None:  # without rounds no turn begins that would set the count back
                mover = _gone(mover, event)
            return put(encounter.with_combatant(mover), mover, to)
        case OpportunityTaken() if encounter.round is None:
            return encounter
        case Pushed(_, target, _, to):
            return put(encounter, encounter.combatant(target), to)
        case Mounted(actor, mount):
            carrier = encounter.combatant(mount)
            rider = encounter.combatant(actor)
            turn = replace(rider.turn, rides=(*rider.turn.rides, "control"))  # of this turn no more is asked
            return encounter.with_combatant(replace(rider, mount=carrier.id, at=carrier.at, turn=turn))
        case Dismounted(actor, to):
            return encounter.with_combatant(replace(encounter.combatant(actor), mount=None, at=to))
        case ChargeForestalled() if encounter.round is None:
            return encounter
        case ChargeBegun() | ChargeStopped() | MoveStopped() | ChargeMet() | BullRushFailed():
            return encounter
        case _:
            return encounter.with_combatant(_changed(encounter.combatant(event.actor), event))


ActorEvent = ChargeForestalled | OpportunityTaken | StoodUp | WeaponDrawn | WeaponDropped | WeaponSheathed


def _changed(actor: Combatant, event: ActorEvent) -> Combatant:
    match event:
        case OpportunityTaken(_, target, because):
            made = actor.opportunities
            met = (*made.against, target) if because == "leaving" else made.against
            return replace(actor, opportunities=Opportunities(made.used + 1, met))
        case ChargeForestalled(_, target):
            turn = replace(actor.turn, forestalled=(*actor.turn.forestalled, target))
            return replace(actor, turn=turn)
        case StoodUp():
            left = tuple(one for one in actor.conditions if one.id != "prone")
            return replace(actor, conditions=left)
        case WeaponDrawn(_, weapon):
            turn = replace(actor.turn, drawn=(*actor.turn.drawn, weapon))
            return replace(with_weapon(actor, weapon, None), turn=turn)
        case WeaponSheathed(_, weapon):
            return with_weapon(actor, weapon, "sheathed")
        case WeaponDropped(_, weapon):
            return with_weapon(actor, weapon, "dropped")
        case _:
            assert_never(event)


def with_weapon(actor: Combatant, weapon: str, place: WeaponPlace | None) -> Combatant:
    """The actor with that weapon elsewhere; None is in hand."""
    others = tuple(state for state in actor.weapons if state.weapon != weapon)
    now = () if place is None else (WeaponState(weapon, place),)
    return replace(actor, weapons=(*others, *now))


def _gone(mover: Combatant, event: Moved) -> Combatant:
    """The mover with its way counted in its turn; a 5-foot step is noted as such (D20-MOV-5)."""
    turn = mover.turn
    if event.gait == "step":
        return replace(mover, turn=replace(turn, step=True))
    walked, diagonals = turn.walked + event.squares, turn.diagonals + event.diagonals
    counted = ((turn.walked + cost, place) for cost, place in event.trail)
    trail = tuple(dict.fromkeys((*turn.trail, *counted)))
    return replace(mover, turn=replace(turn, walked=walked, diagonals=diagonals, trail=trail))


def put(encounter: Encounter, mover: Combatant, to: Cell | None) -> Encounter:
    """The mover, and whoever rides it, where it went; nobody moves without a map."""
    if to is None:
        return encounter
    after = encounter.with_combatant(replace(mover, at=to))
    rider = after.rider_of(mover)
    return after if rider is None else after.with_combatant(replace(rider, at=to))
