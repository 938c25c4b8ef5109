"""How the events of rounds and turns change the state."""

from collections.abc import Callable
from typing import assert_never

from app.rules.d20.contract.effects import Lasting, one_turn_less, orphaned, outlasts
from app.rules.d20.contract.events.turns import (
    ActionPrevented,
    ActionReadied,
    ActionSpent,
    ActionUsed,
    ConditionEnded,
    ConditionGained,
    EffectEnded,
    EffectGained,
    EncounterEnded,
    InitiativeRolled,
    OrderChanged,
    ReadyLost,
    ReadyTriggered,
    RoundStarted,
    SurpriseSettled,
    TurnBegan,
    TurnDelayed,
    TurnEnded,
    TurnEvent,
    TurnInterrupted,
    TurnResumed,
)
from app.rules.d20.table.state import Combatant, Encounter, Opportunities, Place, Round, Turn
from app.values import replace


def evolve_turns(encounter: Encounter, event: TurnEvent) -> Encounter:
    """The encounter after an event of rounds, turns, effects and conditions."""
    now = encounter.round or Round(1)
    match event:
        case ActionPrevented() | ActionUsed():
            return encounter
        case RoundStarted(number):
            return replace(encounter, round=_round(now, number))
        case EncounterEnded():
            return replace(encounter, has_ended=True)
        case SurpriseSettled(aware):
            return replace(encounter, round=replace(now, number=0 if aware else 1, aware=aware))
        case InitiativeRolled(order):
            return _with_initiatives(replace(encounter, round=replace(now, order=order)), order)
        case OrderChanged(order):
            return replace(encounter, round=replace(now, order=order))
        case TurnBegan(actor, seen):
            begun = one_turn_less(encounter, actor, "start")
            begun = _change(begun, actor, lambda it: _at_turn_start(it, seen))
            return _marked(begun, actor, lambda it: replace(it, has_begun=True, delay=None), current=actor)
        case TurnResumed(actor):
            resumed = _marked(encounter, actor, lambda it: replace(it, delay=None), current=actor)
            return _uninterrupted(resumed)
        case TurnEnded(actor):
            ended = one_turn_less(encounter, actor, "end")
            return _marked(ended, actor, lambda it: replace(it, has_gone=True), current=None)
        case TurnDelayed(actor):
            return _marked(encounter, actor, lambda it: replace(it, delay="waiting"), current=None)
        case TurnInterrupted(actor):
            changed = _change(encounter, actor, lambda it: replace(it, turn=_for_readied(it.turn)))
            return replace(changed, round=replace(now, interrupting=actor))
        case ActionSpent(actor):
            if encounter.round is None:
                return encounter
            return _change(encounter, actor, lambda it: replace(it, turn=_having_spent(it.turn, event)))
        case ActionReadied(actor, readied):
            return _change(encounter, actor, lambda it: replace(it, readied=readied))
        case ReadyLost(actor):
            return _change(encounter, actor, lambda it: replace(it, readied=None))
        case ReadyTriggered(actor, before):
            used = _change(encounter, actor, lambda it: replace(it, readied=None))
            return _put_before(used, actor, before)
        case EffectGained(target, effect):
            return _change(encounter, target, lambda it: replace(it, effects=(*it.effects, effect)))
        case EffectEnded(target, effect):
            return _change(encounter, target, lambda it: replace(it, effects=_less(it.effects, effect)))
        case ConditionGained(target, condition):
            return _change(
                encounter,
                target,
                lambda it: replace(
                    it,
                    conditions=(
                        *(old for old in it.conditions if not outlasts(condition, old)),
                        condition,
                    ),
                ),
            )
        case ConditionEnded(target, condition):
            return _change(
                encounter, target, lambda it: replace(it, conditions=_less(it.conditions, condition))
            )
        case _:
            assert_never(event)


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


def _having_spent(turn: Turn, spent: ActionSpent) -> Turn:
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
