"""How the events of rounds and turns change the state."""

from app.rules.harp.contract.events import event as events
from app.rules.harp.table.state import Activity, Combatant, Conditions, Encounter, Place, Round
from app.rules.resolution.changes import On
from app.values import replace


def _now(encounter: Encounter) -> Round:
    return encounter.round or Round(0)


def _round(encounter: Encounter, event: events.RoundStarted) -> Encounter:
    # Surprise counts in the first round only (H-SUR-1); shields are fresh (DH-34).
    surprised = encounter.surprised if event.number == 1 else ()
    # Harassing spoils the shots of the round it happens in (H-MIS-2).
    rested = tuple(
        replace(one, guard=replace(one.guard, shield_uses=0), harassed=()) for one in encounter.combatants
    )
    return replace(encounter, round=Round(event.number), surprised=surprised, combatants=rested)


def _surprised(encounter: Encounter, event: events.SideSurprised) -> Encounter:
    """A second surprise leaves the first as it is (DH-50)."""
    return replace(encounter, surprised=tuple(dict.fromkeys((*encounter.surprised, event.side))))


def _declared(encounter: Encounter, event: events.ActionDeclared) -> Encounter:
    now, said = _now(encounter), event.declaration
    others = tuple(other for other in now.declarations if other.combatant != said.combatant)
    return replace(encounter, round=replace(now, declarations=(*others, said)))


def _taken(encounter: Encounter, event: events.ActionTaken) -> Encounter:
    acted = encounter.with_combatant(_acting(encounter.combatant(event.actor), event.action))
    return replace(acted, combatants=tuple(_noticing(one, event) for one in acted.combatants))


def _ordered(encounter: Encounter, event: events.InitiativeRolled | events.OrderChanged) -> Encounter:
    return replace(encounter, round=replace(_now(encounter), order=event.order))


def _resumed(encounter: Encounter, event: events.TurnBegan | events.TurnResumed) -> Encounter:
    return _with_round(encounter, _mark(_now(encounter), event.actor, begun=True), event.actor)


def _begun(encounter: Encounter, event: events.TurnBegan) -> Encounter:
    actor = _at_turn_start(encounter, encounter.combatant(event.actor))
    return _resumed(encounter.with_combatant(actor), event)


def _ended(encounter: Encounter, event: events.TurnEnded) -> Encounter:
    ended = encounter.with_combatant(_at_turn_end(encounter, encounter.combatant(event.actor)))
    return _with_round(ended, _mark(_now(encounter), event.actor, ended=True), None)


def _with_round(encounter: Encounter, order: tuple[Place, ...], current: str | None) -> Encounter:
    """Before an encounter is started turns go by without a round."""
    if encounter.round is None:
        return encounter
    return replace(encounter, round=replace(encounter.round, order=order, current=current))


def _mark(now: Round, actor: str, *, begun: bool = False, ended: bool = False) -> tuple[Place, ...]:
    """The order with the actor's turn begun (and no longer waited with) or ended."""

    def marked(place: Place) -> Place:
        if place.combatant != actor:
            return place
        has_begun, has_ended = place.has_begun or begun, place.has_ended or ended
        return replace(place, has_begun=has_begun, is_waiting=False, has_ended=has_ended)

    return tuple(marked(place) for place in now.order)


def _with_initiatives(encounter: Encounter, order: tuple[Place, ...]) -> Encounter:
    """Everyone remembers its initiative; a fumble's effect on the next roll is used up.

    Whoever lay in wait and has not declared to go on with it does so no longer (H-INT-2).
    """
    for place in order:
        combatant = encounter.combatant(place.combatant)
        changed = replace(
            combatant,
            initiative=place.initiative,
            conditions=replace(combatant.conditions, initiative=0),
            interception=combatant.interception if place.first else None,
        )
        encounter = encounter.with_combatant(changed)
    return encounter


def _acting(actor: Combatant, action: str) -> Combatant:
    """The action of the round is used; whoever acts lies in wait no longer (H-INT-2)."""
    return replace(actor, activity=replace(actor.activity, action=action), interception=None)


def _noticing(watcher: Combatant, taken: events.ActionTaken) -> Combatant:
    """Whoever lay in wait for that action has not waited in vain, whatever it makes of it (DH-49)."""
    waiting = watcher.interception
    if waiting is None or not waiting.awaits(taken.actor, taken.action):
        return watcher
    return replace(watcher, interception=replace(waiting, came=True))


def _at_turn_start(encounter: Encounter, actor: Combatant) -> Combatant:
    """Being shaken ends (H-EFF-SHAKEN), the last turn's doings and defence are past (H-PAR-1, DH-22).

    By option rounds count now (DH-1). An action owed to an instinctive dodge is used (H-DOD-2).
    """
    conditions = replace(actor.conditions, shaken=False)
    if encounter.options.effect_duration == "turn_start":
        conditions = _one_turn_less(conditions, conditions)
    activity = Activity("instinctive-dodge" if actor.guard.owes_action else None, began_under=conditions)
    guard = actor.guard.at_turn_start(in_rounds=encounter.round is not None)
    return replace(actor, conditions=conditions, activity=activity, guard=guard)


def _at_turn_end(encounter: Encounter, actor: Combatant) -> Combatant:
    """Effects bind the turn they are counted in and end with it (DH-1).

    An effect suffered during the turn, by a fumble, binds the next ones and does not count this one.
    """
    under, began_under = actor.conditions, actor.activity.began_under
    conditions = replace(under, lost_turns=_less(under.lost_turns, began_under.lost_turns))
    if encounter.options.effect_duration == "own_turns":
        conditions = _one_turn_less(conditions, began_under)
    return replace(actor, conditions=conditions, harassed=())


def _one_turn_less(under: Conditions, began_under: Conditions) -> Conditions:
    return replace(
        under,
        stunned=_less(under.stunned, began_under.stunned),
        must_parry=_less(under.must_parry, began_under.must_parry),
        no_parry=_less(under.no_parry, began_under.no_parry),
    )


def _less(left: int, at_turn_start: int) -> int:
    """One turn less of what there was when the turn began."""
    return max(0, left - 1) if at_turn_start else left


def without(encounter: Encounter, target: str) -> Encounter:
    """The encounter when ``target`` has left it, its place in the order too."""
    kept = tuple(other for other in encounter.combatants if other.id != target)
    now = encounter.round
    if now is not None:
        now = replace(
            now,
            declarations=tuple(said for said in now.declarations if said.combatant != target),
            order=tuple(place for place in now.order if place.combatant != target),
            current=None if now.current == target else now.current,
        )
    return replace(encounter, combatants=kept, round=now)


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.RoundStarted, _round),
    on.any(events.EncounterEnded, lambda it, _event: replace(it, has_ended=True)),
    on.any(events.SideSurprised, _surprised),
    on.any(events.ActionDeclared, _declared),
    on.any(events.ActionTaken, _taken),
    on.target(events.DeathApproached, lambda it, event: replace(it, dying_in=event.rounds)),
    on.any(events.InitiativeRolled, lambda it, event: _with_initiatives(_ordered(it, event), event.order)),
    on.any(events.OrderChanged, _ordered),
    on.any(events.TurnBegan, _begun),
    on.any(events.TurnResumed, _resumed),
    on.any(events.TurnEnded, _ended),
)
