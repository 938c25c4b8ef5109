"""Rounds and turns: whose turn it is, how it begins and ends, and plain uses of actions (D20-RND)."""

from collections.abc import Iterator

from app.rules.common.disclosure import CombatantRevealed
from app.rules.common.errors import FailedCheck, Illegal, Invalid, permit
from app.rules.d20.contract.commands.care import Stabilise
from app.rules.d20.contract.commands.turns import (
    BeginTurn,
    CloseTurn,
    End,
    EndInterruption,
    EndTurn,
    NextTurn,
    PassIfHelpless,
    Perform,
    Reorder,
    Start,
    TotalDefense,
    UseAction,
)
from app.rules.d20.contract.economy import its_turn, may_not_spend, spending, under_way
from app.rules.d20.contract.effects import fading, gains, until_next_turn
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.maneuvers import GrappleEnded
from app.rules.d20.contract.events.turns import (
    ActionPrevented,
    ActionUsed,
    EncounterEnded,
    OrderChanged,
    ReadyLost,
    RoundStarted,
    TurnBegan,
    TurnEnded,
    TurnResumed,
)
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.ground.sight import seen_by
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import TOTAL_DEFENSE, is_unconscious, may_not_act
from app.rules.d20.table.holds import held_by
from app.rules.d20.table.state import Combatant, Effect, Encounter, Round
from app.rules.d20.turns.initiative import started
from app.rules.d20.wounds.burning import flames_of
from app.rules.resolution.steps import StepResult

TOTAL_DEFENSE_BONUS = 4
GRAPPLE = "grapple"


class OrderIncomplete(Invalid):
    """A new order must name everyone whose turn is still to come, each once."""

    code = "order_incomplete"
    pointer = "/order"


def start(encounter: Encounter) -> Result:
    """The first round is about to begin; initiative is rolled next (D20-RND-1)."""
    if encounter.round is not None or encounter.has_ended:
        check = FailedCheck("ENCOUNTER_STARTED", "The encounter was started already.", "D20-RND-1")
        raise Illegal((check,))
    return StepResult((RoundStarted(1),))


def end(encounter: Encounter) -> Result:
    """Nobody acts in the encounter any more."""
    permit(under_way(encounter))
    return StepResult((EncounterEnded(),))


def next_turn(encounter: Encounter) -> Result:
    """Whoever is next begins, or goes on with the turn it delayed; after the last a new round starts.

    A mount's turn goes by with its rider's (D20-INI-8).
    """
    now = encounter.round
    if now is None or encounter.has_ended or not now.is_rolled:
        return StepResult()
    place = now.next_place()
    if place is None:
        return StepResult((*_lapsed(encounter, now), RoundStarted(now.number + 1)), (NextTurn(),))
    actor = encounter.combatant(place.combatant)
    if place.has_begun:
        return StepResult((TurnResumed(actor.id),), (PassIfHelpless(actor.id),))
    mount = tuple(BeginTurn(mount.id) for mount in _carrying(encounter, actor))
    return StepResult((), (*mount, BeginTurn(actor.id), PassIfHelpless(actor.id)))


def _lapsed(encounter: Encounter, now: Round) -> Iterator[Event]:
    """The turns of this round that were delayed for too long (D20-RDY-1)."""
    for place in now.order:
        if place.has_begun and not place.has_gone:
            yield from _ending(encounter, encounter.combatant(place.combatant))


def begin_turn(book: Book, encounter: Encounter, step: BeginTurn) -> Result:
    """The start of an own turn: what lasted until now ends, the dying fight for their life (D20-RND-1)."""
    actor = encounter.combatant(step.actor)
    events: list[Event] = list(fading(encounter, actor.id, "start"))
    if actor.readied is not None:
        events.append(ReadyLost(actor.id))
    if actor.identity.is_awaiting_its_turn:
        events.append(CombatantRevealed(actor.id))
    events.append(TurnBegan(actor.id, seen_by(book, encounter, actor)))
    dying = (Stabilise(actor.id),) if actor.vital == "dying" else ()
    return StepResult(tuple(events), (*flames_of(encounter, actor.id), *dying))


def pass_if_helpless(encounter: Encounter, step: PassIfHelpless) -> Result:
    """The unconscious and the dead keep their place and do nothing in it (D20-RND-2).

    Where nobody is left who could act, their turns wait to be ended by hand.
    """
    now = encounter.round
    if now is None or not is_unconscious(encounter.combatant(step.actor)):
        return StepResult()
    others = (encounter.combatant(place.combatant) for place in now.order)
    if all(is_unconscious(other) for other in others):
        return StepResult()
    return StepResult((), (CloseTurn(step.actor), NextTurn()))


def close_turn(book: Book, encounter: Encounter, step: CloseTurn) -> Result:
    """The end of an own turn, and of the mount's that went with it."""
    actor = encounter.combatant(step.actor)
    return StepResult((*_loosened(book, encounter, actor), *_ending(encounter, actor)))


def _loosened(book: Book, encounter: Encounter, actor: Combatant) -> Iterator[Event]:
    """In Pathfinder a hold that was neither taken nor kept in the turn that ends is lost (PF1-GRP-4)."""
    held, turn = held_by(encounter, actor), actor.turn
    if held is None or encounter.round is None or not book.profile.has_cmd:
        return
    if GRAPPLE not in (turn.standard, turn.move):
        yield GrappleEnded(actor.id, held.id)


def _ending(encounter: Encounter, actor: Combatant) -> Iterator[Event]:
    for one in (*_carrying(encounter, actor), actor):
        yield from fading(encounter, one.id, "end")
        yield TurnEnded(one.id)


def end_turn(encounter: Encounter, command: EndTurn) -> Result:
    """The actor's turn is over, or the readied action with which it cut into another's.

    Before the encounter is started, one own turn of the actor goes by.
    """
    actor = encounter.combatant(command.actor, "/actor")
    now = encounter.round
    if now is None and not encounter.has_ended:
        return StepResult((), (BeginTurn(actor.id), CloseTurn(actor.id)))
    permit(its_turn(encounter, actor))
    if now is not None and now.interrupting is not None:
        return StepResult((), (EndInterruption(now.interrupting),))
    whose = actor.id if now is None or now.current is None else now.current
    return StepResult((), (CloseTurn(whose), NextTurn()))


def reorder(encounter: Encounter, command: Reorder) -> Result:
    """The GM's order for everyone whose turn has not begun; the others keep their places (D20-INI-7)."""
    now = started(encounter)
    if not now.is_rolled:
        check = FailedCheck("INITIATIVE_NOT_ROLLED", "Roll initiative first.", "D20-INI-1")
        raise Illegal((check,))
    open_places = {
        place.combatant: place for place in now.order if not place.has_gone and place.combatant != now.current
    }
    wanted = [encounter.combatant(name, f"/order/{index}").id for index, name in enumerate(command.order)]
    if sorted(wanted) != sorted(open_places):
        raise OrderIncomplete("Name everyone whose turn is still to come, each once.")
    coming = iter(wanted)
    order = tuple(
        open_places[next(coming)] if place in open_places.values() else place for place in now.order
    )
    return StepResult((OrderChanged(order),))


def total_defense(encounter: Encounter, command: TotalDefense) -> Result:
    """+4 dodge bonus to AC until the start of the own next turn, for a standard action (D20-ACT-7)."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(may_not_spend(encounter, actor, "standard", command.type))
    guard = Effect(
        TOTAL_DEFENSE, "ac", TOTAL_DEFENSE_BONUS, "dodge", "D20-ACT-7", until=until_next_turn(actor)
    )
    return StepResult((*spending(actor, "standard", command.type), *gains(actor, guard)))


def use_action(book: Book, encounter: Encounter, command: UseAction) -> Result:
    """An action goes into what the rules leave to the table, after the opportunities it gives (D20-ACT-6)."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(may_not_spend(encounter, actor, command.kind, command.type))
    spent = spending(actor, command.kind, command.type, is_strenuous=command.strenuous)
    given = offer(book, encounter, actor, "using-action", command.threatened_by) if command.provokes else ()
    return StepResult(tuple(spent), (*given, Perform(actor.id, command.what)))


def perform(encounter: Encounter, step: Perform) -> Result:
    """Whoever can still act does what it had begun; whether a spell is spoilt the table decides."""
    if any(may_not_act(encounter.combatant(step.actor))):
        return StepResult((ActionPrevented(step.actor, step.what),))
    return StepResult((ActionUsed(step.actor, step.what),))


def _carrying(encounter: Encounter, rider: Combatant) -> Iterator[Combatant]:
    """What the rider sits on, where that has no turns of its own."""
    mount, now = encounter.mount_of(rider), encounter.round
    if mount is not None and (now is None or now.place(mount.id) is None):
        yield mount


STEPS: Steps = {
    Start: lambda _book, state, _step: start(state),
    End: lambda _book, state, _step: end(state),
    Reorder: lambda _book, state, step: reorder(state, step),
    EndTurn: lambda _book, state, step: end_turn(state, step),
    TotalDefense: lambda _book, state, step: total_defense(state, step),
    UseAction: use_action,
    BeginTurn: begin_turn,
    CloseTurn: close_turn,
    NextTurn: lambda _book, state, _step: next_turn(state),
    Perform: lambda _book, state, step: perform(state, step),
    PassIfHelpless: lambda _book, state, step: pass_if_helpless(state, step),
}
