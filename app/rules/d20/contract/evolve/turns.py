"""How the events of rounds and turns change the state."""

from collections.abc import Callable
from typing import assert_never

from app.rules.d20.contract.effects import Lasting, one_turn_less, orphaned, outlasts
from app.rules.d20.contract.events import turns as events
from app.rules.d20.table.state import Combatant, Encounter, Opportunities, Place, Round, Turn
from app.rules.resolution.changes import On
from app.values import replace


def _now(encounter: Encounter) -> Round:
    return encounter.round or Round(1)


def _surprised(encounter: Encounter, event: events.SurpriseSettled) -> Encounter:
    number = 0 if event.aware else 1
    return replace(encounter, round=replace(_now(encounter), number=number, aware=event.aware))


def _ordered(encounter: Encounter, event: events.InitiativeRolled | events.OrderChanged) -> Encounter:
    return replace(encounter, round=replace(_now(encounter), order=event.order))


def _begun(encounter: Encounter, event: events.TurnBegan) -> Encounter:
    actor = event.actor
    begun = _change(
        one_turn_less(encounter, actor, "start"), actor, lambda it: _at_turn_start(it, event.seen)
    )
    return _marked(begun, actor, lambda it: replace(it, has_begun=True, delay=None), current=actor)


def _resumed(encounter: Encounter, event: events.TurnResumed) -> Encounter:
    resumed = _marked(encounter, event.actor, lambda it: replace(it, delay=None), current=event.actor)
    return _uninterrupted(resumed)


def _ended(encounter: Encounter, event: events.TurnEnded) -> Encounter:
    ended = one_turn_less(encounter, event.actor, "end")
    return _marked(ended, event.actor, lambda it: replace(it, has_gone=True), current=None)


def _delayed(encounter: Encounter, event: events.TurnDelayed) -> Encounter:
    return _marked(encounter, event.actor, lambda it: replace(it, delay="waiting"), current=None)


def _interrupted(encounter: Encounter, event: events.TurnInterrupted) -> Encounter:
    changed = _change(encounter, event.actor, lambda it: replace(it, turn=_for_readied(it.turn)))
    return replace(changed, round=replace(_now(encounter), interrupting=event.actor))


def _spent(encounter: Encounter, event: events.ActionSpent) -> Encounter:
    if encounter.round is None:
        return encounter
    return _change(encounter, event.actor, lambda it: replace(it, turn=_having_spent(it.turn, event)))


def _triggered(encounter: Encounter, event: events.ReadyTriggered) -> Encounter:
    used = _change(encounter, event.actor, lambda it: replace(it, readied=None))
    return _put_before(used, event.actor, event.before)


def _under(target: Combatant, event: events.ConditionGained) -> Combatant:
    kept = (old for old in target.conditions if not outlasts(event.condition, old))
    return replace(target, conditions=(*kept, event.condition))


def _freed(target: Combatant, event: events.ConditionEnded) -> Combatant:
    return replace(target, conditions=_less(target.conditions, event.condition))


def without(encounter: Encounter, target: str) -> Encounter:
    """The encounter when ``target`` has left it: its place in the order, its riders' seat, its clock."""
    encounter = orphaned(encounter, target)
    kept = tuple(_without(other, target) for other in encounter.combatants if other.id != target)
    now = encounter.round
    if now is not None:
        now = replace(
            now,
            order=tuple(place for place in now.order if place.combatant != target),
            current=None if now.current == target else now.current,
            aware=tuple(aware for aware in now.aware if aware != target),
            interrupting=None if target in (now.interrupting, now.current) else now.interrupting,
        )
    return replace(encounter, combatants=kept, round=now)


def _without(other: Combatant, target: str) -> Combatant:
    """Whoever is left, out of the saddle and the hold of the one who is gone."""
    conditions = tuple(
        it for it in other.conditions if it.id not in ("grappled", "pinned") or it.source != target
    )
    mount, holds = (None if one == target else one for one in (other.mount, other.holds))
    return replace(other, mount=mount, holds=holds, conditions=conditions)


def _change(encounter: Encounter, target: str, change: Callable[[Combatant], Combatant]) -> Encounter:
    return encounter.with_combatant(change(encounter.combatant(target)))


def _less(lasting: tuple[Lasting, ...], ended: Lasting) -> tuple[Lasting, ...]:
    """``lasting`` without the first that is ``ended``."""
    kept = list(lasting)
    if ended in kept:
        kept.remove(ended)
    return tuple(kept)


def _round(now: Round, number: int) -> Round:
    """A new round: everyone's turn is to come, whoever delays still does."""
    order = tuple(replace(place, has_begun=False, has_gone=False) for place in now.order)
    return Round(number, order)


def _with_initiatives(encounter: Encounter, order: tuple[Place, ...]) -> Encounter:
    """Everyone remembers its count."""
    for place in order:
        combatant = encounter.combatant(place.combatant)
        encounter = encounter.with_combatant(replace(combatant, initiative=place.initiative))
    return encounter


def _marked(
    encounter: Encounter, actor: str, change: Callable[[Place], Place], *, current: str | None
) -> Encounter:
    """The actor's place changed, and whose turn it is; without rounds, or without a place, nothing is."""
    now = encounter.round
    if now is None or now.place(actor) is None:
        return encounter
    order = tuple(change(place) if place.combatant == actor else place for place in now.order)
    return replace(encounter, round=replace(now, order=order, current=current))


def _uninterrupted(encounter: Encounter) -> Encounter:
    if encounter.round is None:
        return encounter
    return replace(encounter, round=replace(encounter.round, interrupting=None))


def _at_turn_start(actor: Combatant, seen: tuple[str, ...]) -> Combatant:
    """All actions are there again, and all attacks of opportunity (D20-RND-1)."""
    return replace(actor, turn=Turn(seen=seen), has_acted=True, opportunities=Opportunities())


def _for_readied(turn: Turn) -> Turn:
    """The turn of somebody who takes a readied action: that one; squares walked before still count."""
    return replace(turn, standard=None, move=None, full_round=None, limited_to="standard")


def _having_spent(turn: Turn, spent: events.ActionSpent) -> Turn:
    match spent.kind:
        case "standard":
            return replace(turn, standard=spent.action)
        case "move" if turn.move is None:
            return replace(turn, move=spent.action)
        case "move":
            return replace(turn, standard=spent.action)
        case "full-round":
            return replace(turn, full_round=spent.action)
        case "swift":
            return replace(turn, swift=spent.action)
        case "free":
            return turn
        case _:
            assert_never(spent.kind)


def _put_before(encounter: Encounter, actor: str, before: str | None) -> Encounter:
    """The actor's place just before that of ``before``, on the same count; its turn of the round is over."""
    now = encounter.round
    place = None if now is None else now.place(actor)
    ahead = None if now is None or before is None else now.place(before)
    if now is None or place is None or ahead is None or place == ahead:
        return encounter
    moved = replace(place, initiative=ahead.initiative, has_begun=True, has_gone=True, delay=None)
    others = [other for other in now.order if other.combatant != actor]
    at = next(index for index, other in enumerate(others) if other.combatant == before)
    order = (*others[:at], moved, *others[at:])
    changed = _change(encounter, actor, lambda it: replace(it, initiative=ahead.initiative))
    return replace(changed, round=replace(now, order=order))


on = On[Encounter, Combatant]()
CHANGES = (
    on.any(events.RoundStarted, lambda it, event: replace(it, round=_round(_now(it), event.number))),
    on.any(events.EncounterEnded, lambda it, _event: replace(it, has_ended=True)),
    on.any(events.SurpriseSettled, _surprised),
    on.any(events.InitiativeRolled, lambda it, event: _with_initiatives(_ordered(it, event), event.order)),
    on.any(events.OrderChanged, _ordered),
    on.any(events.TurnBegan, _begun),
    on.any(events.TurnResumed, _resumed),
    on.any(events.TurnEnded, _ended),
    on.any(events.TurnDelayed, _delayed),
    on.any(events.TurnInterrupted, _interrupted),
    on.any(events.ActionSpent, _spent),
    on.actor(events.ActionReadied, lambda it, event: replace(it, readied=event.readied)),
    on.actor(events.ReadyLost, lambda it, _event: replace(it, readied=None)),
    on.any(events.ReadyTriggered, _triggered),
    on.target(events.EffectGained, lambda it, event: replace(it, effects=(*it.effects, event.effect))),
    on.target(events.EffectEnded, lambda it, event: replace(it, effects=_less(it.effects, event.effect))),
    on.target(events.ConditionGained, _under),
    on.target(events.ConditionEnded, _freed),
    *on.nothing(events.ActionPrevented, events.ActionUsed),
)
