"""The round: declarations, whose turn it is, waiting, a turn's start and end (H-RND-…, H-WAIT-…)."""

from collections.abc import Iterator

from app.rules.common.disclosure import CombatantRevealed
from app.rules.common.errors import FailedCheck, Illegal, Invalid, UnknownId, permit
from app.rules.harp.contract.commands.command import (
    ActNow,
    BeginTurn,
    CloseTurn,
    ContinueAction,
    Declare,
    End,
    EndTurn,
    NextTurn,
    PassIfHelpless,
    Reorder,
    ResistStun,
    Start,
    Wait,
)
from app.rules.harp.contract.effects import take_hits
from app.rules.harp.contract.events.event import (
    ActionDeclared,
    DeathApproached,
    EncounterEnded,
    Event,
    OrderChanged,
    RoundStarted,
    TurnBegan,
    TurnEnded,
    TurnResumed,
)
from app.rules.harp.contract.events.movement import ActionInterrupted
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import wield
from app.rules.harp.table.guard import Share
from app.rules.harp.table.legal import able_to_act, has_action, under_way
from app.rules.harp.table.state import Combatant, Declaration, Encounter, Round
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.turns.initiative import declaring_round
from app.rules.resolution.steps import StepResult
from app.values import replace

DECLARABLE = (
    "attack", "charge", "move-and-attack", "shoot", "push-shooter",
    "parry", "full-parry", "multiple-parry", "dodge", "disengage", "plant-shield",
    "move", "run", "intercept", "draw", "reload", "stand", "hold", "ready",
    "manoeuvre", "first-aid", "wait", "other",
)  # fmt: skip
"""What can be declared; ``other`` is whatever the rules leave to the GM: a spell, a herb, a lever."""


class UnknownAction(UnknownId):
    """A declared action that is not one of the game's."""

    code = "unknown_action"


class OrderIncomplete(Invalid):
    """A new order must name everyone whose turn has not begun, each once."""

    code = "order_incomplete"
    pointer = "/order"


def start(encounter: Encounter) -> Result:
    """The first round begins with its declarations."""
    if encounter.round is not None or encounter.has_ended:
        raise Illegal((FailedCheck("ENCOUNTER_STARTED", "The encounter was started already.", "H-RND-1"),))
    return StepResult((RoundStarted(1),))


def end(encounter: Encounter) -> Result:
    """Nobody acts in the encounter any more."""
    permit(under_way(encounter))
    return StepResult((EncounterEnded(),))


def declare(tables: HarpTables, encounter: Encounter, command: Declare) -> Result:
    """What a combatant means to do this round; a later word replaces an earlier one (H-RND-1)."""
    _ = declaring_round(encounter)
    if command.action not in DECLARABLE:
        known = ", ".join(DECLARABLE)
        raise UnknownAction(
            "Nobody can declare «{action}»; declare one of {known}.",
            "/action",
            action=command.action,
            known=known,
        )
    actor = encounter.combatant(command.actor, "/actor")
    if command.weapon is not None:
        _ = wield(tables, actor.sheet, command.weapon)
    for row in command.modifiers:
        _ = tables.initiative_modifier(row)
    permit(able_to_act(actor))
    stance = tuple(
        Share(encounter.combatant(share.opponent, f"/stance/{index}/opponent").id, share.points)
        for index, share in enumerate(command.stance)
    )
    said = Declaration(actor.id, command.action, command.weapon, command.modifiers, stance)
    return StepResult((ActionDeclared(said), *_given_up(actor, command.action)))


def _given_up(actor: Combatant, action: str) -> Iterator[Event]:
    """Whoever declares something else gives up the action of several rounds it was busy with (H-RND-2)."""
    if actor.busy is not None and actor.busy.action != action:
        yield ActionInterrupted(actor.id, actor.busy.action)


def next_turn(encounter: Encounter) -> Result:
    """Whoever comes next begins, or goes on with a turn it waited with; after the last a new round starts."""
    now = encounter.round
    if now is None or now.is_declaring or encounter.has_ended:
        return StepResult()
    place = now.next_place()
    if place is None:
        return StepResult((RoundStarted(now.number + 1),))
    if place.has_begun:
        return StepResult((TurnResumed(place.combatant),), (PassIfHelpless(place.combatant),))
    return StepResult((), (BeginTurn(place.combatant), PassIfHelpless(place.combatant)))


def begin_turn(encounter: Encounter, step: BeginTurn) -> Result:
    """The start of an own turn: bleeding, death coming nearer, and the roll against a stun (H-RND-1)."""
    actor = encounter.combatant(step.actor)
    appears = (CombatantRevealed(actor.id),) if actor.identity.is_awaiting_its_turn else ()
    bled = take_hits(actor, actor.bleeding, "bleeding", encounter.options)
    events = (*appears, TurnBegan(actor.id), *bled, *_dying(actor))
    return StepResult(events, (ResistStun(actor.id, at_turn_start=True), ContinueAction(actor.id)))


def _dying(actor: Combatant) -> Iterator[Event]:
    if actor.dying_in:
        yield DeathApproached(actor.id, actor.dying_in - 1)


def pass_if_helpless(encounter: Encounter, step: PassIfHelpless) -> Result:
    """The unconscious keep their place in the order but do nothing in it (DH-32)."""
    if not encounter.combatant(step.actor).is_unconscious:
        return StepResult()
    return StepResult((), (CloseTurn(step.actor), NextTurn()))


def close_turn(step: CloseTurn) -> Result:
    """The end of an own turn."""
    return StepResult((TurnEnded(step.actor),))


def end_turn(encounter: Encounter, command: EndTurn) -> Result:
    """The actor's turn is over. Before the encounter is started, one own turn of the actor goes by."""
    actor = encounter.combatant(command.actor, "/actor")
    if encounter.round is None and not encounter.has_ended:
        return StepResult((), (BeginTurn(actor.id), CloseTurn(actor.id)))
    _ = _under_way(encounter, actor)
    return StepResult((), (CloseTurn(actor.id), NextTurn()))


def wait(encounter: Encounter, command: Wait) -> Result:
    """The actor waits: its turn comes last in the round, unless it says before that it acts (H-WAIT-1)."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(has_action(encounter, actor), able_to_act(actor))
    now = _under_way(encounter, actor)
    others = tuple(place for place in now.order if place.combatant != actor.id)
    waiting = tuple(replace(place, is_waiting=True) for place in now.order if place.combatant == actor.id)
    return StepResult((OrderChanged((*others, *waiting)),), (NextTurn(),))


def act_now(encounter: Encounter, command: ActNow) -> Result:
    """A waiting actor comes right after the turn under way; after another who asked for the same, last."""
    actor = encounter.combatant(command.actor, "/actor")
    now = encounter.round
    place = now.place(actor.id) if now else None
    if now is None or place is None or not place.is_waiting or encounter.has_ended:
        raise Illegal(
            (
                FailedCheck(
                    "NOT_WAITING", "{actor} is not waiting.", "H-WAIT-1", (("actor", actor.identity.name),)
                ),
            )
        )
    others = [other for other in now.order if other.combatant != actor.id]
    # Who looks ahead may not know whose turn it is: then it is that of nobody whom they see.
    after = next((index for index, other in enumerate(others) if other.combatant == now.current), -1) + 1
    if after < len(others) and others[after].has_begun and not others[after].is_waiting:
        return StepResult((OrderChanged((*others, replace(place, is_waiting=False))),))
    acting = replace(place, is_waiting=False)
    return StepResult((OrderChanged((*others[:after], acting, *others[after:])),))


def reorder(encounter: Encounter, command: Reorder) -> Result:
    """The GM's order for everyone whose turn has not ended, after the turn under way (H-INI-1, H-WAIT-2)."""
    permit(under_way(encounter))
    now = encounter.round
    if now is None or now.is_declaring:
        raise Illegal((FailedCheck("INITIATIVE_NOT_ROLLED", "Roll initiative first.", "H-INI-1"),))
    fixed = tuple(place for place in now.order if place.has_ended or place.combatant == now.current)
    open_places = {place.combatant: place for place in now.order if place not in fixed}
    wanted = [encounter.combatant(name, "/order").id for name in command.order]
    if sorted(wanted) != sorted(open_places):
        raise OrderIncomplete("Name everyone whose turn is still to come, each once.")
    return StepResult((OrderChanged((*fixed, *(open_places[name] for name in wanted))),))


def _under_way(encounter: Encounter, actor: Combatant) -> Round:
    """The round in which it is the actor's turn; raises Illegal."""
    now = encounter.round
    if now is None or now.is_declaring or now.current != actor.id or encounter.has_ended:
        raise Illegal(
            (
                FailedCheck(
                    "NOT_YOUR_TURN", "It is not {actor}'s turn.", "H-RND-1", (("actor", actor.identity.name),)
                ),
            )
        )
    return now


STEPS: Steps = {
    Start: lambda _tables, state, _step: start(state),
    End: lambda _tables, state, _step: end(state),
    Declare: declare,
    Reorder: lambda _tables, state, step: reorder(state, step),
    Wait: lambda _tables, state, step: wait(state, step),
    ActNow: lambda _tables, state, step: act_now(state, step),
    EndTurn: lambda _tables, state, step: end_turn(state, step),
    BeginTurn: lambda _tables, state, step: begin_turn(state, step),
    PassIfHelpless: lambda _tables, state, step: pass_if_helpless(state, step),
    CloseTurn: lambda _tables, _state, step: close_turn(step),
    NextTurn: lambda _tables, state, _step: next_turn(state),
}
