"""How the events of moving, charging, pushing and gear change the state."""

from app.rules.common.grid.cells import Cell
from app.rules.d20.contract.events import movement as events
from app.rules.d20.table.state import Combatant, Encounter, Opportunities, WeaponPlace, WeaponState
from app.rules.resolution.changes import On
from app.values import replace


def _moved(encounter: Encounter, event: events.Moved) -> Encounter:
    mover = encounter.combatant(event.actor)
    if encounter.round is not None:  # without rounds no turn begins that would set the count back
        mover = _gone(mover, event)
    return put(encounter.with_combatant(mover), mover, event.to)


def _mounted(encounter: Encounter, event: events.Mounted) -> Encounter:
    carrier, rider = encounter.combatant(event.mount), encounter.combatant(event.actor)
    turn = replace(rider.turn, rides=(*rider.turn.rides, "control"))  # of this turn no more is asked
    return encounter.with_combatant(replace(rider, mount=carrier.id, at=carrier.at, turn=turn))


def _opportunity_taken(encounter: Encounter, event: events.OpportunityTaken) -> Encounter:
    if encounter.round is None:
        return encounter
    actor = encounter.combatant(event.actor)
    made = actor.opportunities
    met = (*made.against, event.target) if event.because == "leaving" else made.against
    return encounter.with_combatant(replace(actor, opportunities=Opportunities(made.used + 1, met)))


def _forestalled(encounter: Encounter, event: events.ChargeForestalled) -> Encounter:
    if encounter.round is None:
        return encounter
    actor = encounter.combatant(event.actor)
    turn = replace(actor.turn, forestalled=(*actor.turn.forestalled, event.target))
    return encounter.with_combatant(replace(actor, turn=turn))


def _standing(actor: Combatant, _event: events.StoodUp) -> Combatant:
    return replace(actor, conditions=tuple(one for one in actor.conditions if one.id != "prone"))


def _drawn(actor: Combatant, event: events.WeaponDrawn) -> Combatant:
    turn = replace(actor.turn, drawn=(*actor.turn.drawn, event.weapon))
    return replace(with_weapon(actor, event.weapon, None), turn=turn)


def with_weapon(actor: Combatant, weapon: str, place: WeaponPlace | None) -> Combatant:
    """The actor with that weapon elsewhere; None is in hand."""
    others = tuple(state for state in actor.weapons if state.weapon != weapon)
    now = () if place is None else (WeaponState(weapon, place),)
    return replace(actor, weapons=(*others, *now))


def _gone(mover: Combatant, event: events.Moved) -> Combatant:
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


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.Moved, _moved),
    on.any(events.Pushed, lambda state, event: put(state, state.combatant(event.target), event.to)),
    on.any(events.Mounted, _mounted),
    on.actor(events.Dismounted, lambda it, event: replace(it, mount=None, at=event.to)),
    on.any(events.OpportunityTaken, _opportunity_taken),
    on.any(events.ChargeForestalled, _forestalled),
    on.actor(events.StoodUp, _standing),
    on.actor(events.WeaponDrawn, _drawn),
    on.actor(events.WeaponSheathed, lambda it, event: with_weapon(it, event.weapon, "sheathed")),
    on.actor(events.WeaponDropped, lambda it, event: with_weapon(it, event.weapon, "dropped")),
    *on.nothing(events.ChargeBegun, events.ChargeStopped, events.MoveStopped, events.ChargeMet),
    *on.nothing(events.BullRushFailed),
)
