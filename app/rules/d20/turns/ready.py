"""Delaying and readying: acting at another moment than one's own (D20-RDY)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Illegal, UnknownId, permit
from app.rules.d20.contract.commands.turns import (
    ActNow,
    Delay,
    EndInterruption,
    NextTurn,
    PassIfHelpless,
    Ready,
)
from app.rules.d20.contract.economy import OTHER, its_turn, may_not_spend, spending, under_way
from app.rules.d20.contract.events.turns import (
    ActionReadied,
    OrderChanged,
    ReadyTriggered,
    TurnDelayed,
    TurnInterrupted,
    TurnResumed,
)
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_act
from app.rules.d20.table.legal import misplaced
from app.rules.d20.table.state import Combatant, Encounter, Place, Readied, Round
from app.rules.d20.turns.initiative import initiative_bonus
from app.rules.resolution.steps import StepResult
from app.values import replace

READIABLE = (
    "aid-another", "attack", "bull-rush", "disarm", "dismount", "draw", "feint", "grapple", "mount", "move",
    "overrun", "sheathe", "stand", "sunder", "total-defense", "trip", "use-action", OTHER,
)  # fmt: skip
"""Commands that can be held ready: those of one standard or move action; ``other`` is any of them."""


class UnknownAction(UnknownId):
    """An action that nobody can hold ready."""

    code = "unknown_action"


def delay(encounter: Encounter, command: Delay) -> Result:
    """The actor lets its turn pass for now and takes it later, on whatever count it likes (D20-RDY-1)."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(
        _in_rounds(encounter),
        its_turn(encounter, actor),
        may_not_act(actor),
        _untouched(encounter, actor),
    )
    return StepResult((TurnDelayed(actor.id),), (NextTurn(),))


def ready(book: Book, encounter: Encounter, command: Ready) -> Result:
    """A standard action spent on being ready to act when the trigger comes (D20-RDY-3).

    Raises UnknownAction for what takes longer than a standard action, and UnknownSheetWeapon.
    """
    actor = encounter.combatant(command.actor, "/actor")
    action = "attack" if command.against_charge else command.action
    if action not in READIABLE:
        known = ", ".join(READIABLE)
        raise UnknownAction(
            "Nobody can hold «{action}» ready; it is one of {known}.", "/action", action=action, known=known
        )
    target = None if command.target is None else encounter.combatant(command.target, "/target").id
    armed = None if command.weapon is None else wield(book, actor.sheet, command.weapon)
    permit(
        may_not_spend(encounter, actor, "standard", command.type),
        _in_hand(actor, armed),
        (_set_against_charge(actor, armed) if command.against_charge else ()),
    )
    readied = Readied(action, command.weapon, target, command.trigger, command.against_charge)
    spent = spending(actor, "standard", command.type, is_strenuous=False)
    return StepResult((*spent, ActionReadied(actor.id, readied)))


def act_now(book: Book, encounter: Encounter, command: ActNow) -> Result:
    """A delayed turn comes right after the one under way; a readied action cuts into it at once.

    Of several who are called in after the same turn the one with the higher modifier goes first (D20-RDY-2).
    Without rounds a readied action is simply no longer held. Raises Illegal.
    """
    actor = encounter.combatant(command.actor, "/actor")
    permit(under_way(encounter))
    now = encounter.round
    place = None if now is None else now.place(actor.id)
    if now is not None and place is not None and place.delay == "waiting":
        return _called_in(book, encounter, now, place)
    if actor.readied is None:
        check = FailedCheck(
            "NOT_WAITING",
            "{actor} neither delays nor is ready.",
            "D20-RDY-2",
            (("way", "ready"), ("actor", actor.identity.name)),
        )
        raise Illegal((check,))
    permit(may_not_act(actor), _interruptible(now, actor))
    if now is None:
        return StepResult((ReadyTriggered(actor.id, None),))
    return StepResult((TurnInterrupted(actor.id),))


def end_interruption(encounter: Encounter, step: EndInterruption) -> Result:
    """The readied action is taken: its owner comes from now on before the one it cut in on (D20-RDY-6)."""
    now = encounter.round
    if now is None or now.interrupting != step.actor or now.current is None:
        return StepResult()
    events = (ReadyTriggered(step.actor, now.current), TurnResumed(now.current))
    return StepResult(events, (PassIfHelpless(now.current),))


def _called_in(book: Book, encounter: Encounter, now: Round, place: Place) -> Result:
    current = None if now.current is None else now.place(now.current)
    if current is None:
        check = FailedCheck("NOBODYS_TURN", "There is no turn to come after.", "D20-RDY-2")
        raise Illegal((check,))
    others = [other for other in now.order if other.combatant != place.combatant]
    at = others.index(current) + 1
    mine = initiative_bonus(book, encounter.combatant(place.combatant)).total
    while at < len(others) and others[at].delay == "called":
        theirs = initiative_bonus(book, encounter.combatant(others[at].combatant)).total
        if theirs < mine:
            break
        at += 1
    called = replace(place, initiative=current.initiative, delay="called")
    return StepResult((OrderChanged((*others[:at], called, *others[at:])),))


def _in_rounds(encounter: Encounter) -> Iterator[FailedCheck]:
    if encounter.round is None and not encounter.has_ended:
        yield FailedCheck(
            "ENCOUNTER_NOT_STARTED", "There are no turns to put off yet.", "D20-RDY-1", (("way", "delay"),)
        )


def _untouched(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whoever delays has done nothing in this turn of its own (D20-RDY-1)."""
    turn, now = actor.turn, encounter.round
    done = (turn.standard, turn.move, turn.swift, turn.full_round)
    has_done = any(action is not None for action in done) or turn.step or turn.walked
    is_own = now is not None and now.acting == now.current == actor.id
    if has_done or not is_own:
        yield FailedCheck(
            "ALREADY_ACTED",
            "{actor} has begun to act and cannot put the turn off.",
            "D20-RDY-1",
            (("actor", actor.identity.name),),
        )


def _interruptible(now: Round | None, actor: Combatant) -> Iterator[FailedCheck]:
    """A readied action cuts into somebody else's turn, and into no other readied action (D20-RDY-5)."""
    if now is None:
        return
    if now.interrupting is not None:
        yield FailedCheck("INTERRUPTION_UNDER_WAY", "Another readied action is being taken.", "D20-RDY-5")
    elif now.current is None or now.current == actor.id:
        yield FailedCheck(
            "NO_TURN_TO_INTERRUPT",
            "{actor} is ready for what others do, in their turns.",
            "D20-RDY-5",
            (("actor", actor.identity.name),),
        )


def _in_hand(actor: Combatant, armed: Armed | None) -> Iterator[FailedCheck]:
    if armed is not None and (place := actor.weapon_place(armed.id)) is not None:
        yield misplaced(actor, armed, place, "D20-RDY-3")


def _set_against_charge(actor: Combatant, armed: Armed | None) -> Iterator[FailedCheck]:
    """Only some weapons can be set against a charge (D20-BRC-05)."""
    if armed is None or not armed.can_brace:
        yield FailedCheck(
            "WEAPON_CANNOT_BRACE",
            "{actor} needs a weapon that can be set against a charge.",
            "D20-BRC-05",
            (("actor", actor.identity.name),),
        )


STEPS: Steps = {
    Delay: lambda _book, state, step: delay(state, step),
    Ready: ready,
    ActNow: act_now,
    EndInterruption: lambda _book, state, step: end_interruption(state, step),
}
