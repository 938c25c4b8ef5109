"""Weapons taken in hand and put away (D20-MOV-8)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.d20.contract.commands.movement import Draw, Drop, Sheathe
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.events.movement import WeaponDrawn, WeaponDropped, WeaponSheathed
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Handle
from app.rules.d20.opportunity import opportunity
from app.rules.d20.table.arms import Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_act
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.legal import misplaced
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.steps import StepResult

DRAWS_ON_A_MOVE = 1
"""The base attack bonus from which a weapon is drawn in the course of a move (D20-MOV-8, PF1-CHG-97)."""


def draw(book: Book, encounter: Encounter, command: Draw) -> Result:
    """Take a weapon in hand: a move action, free with Quick Draw; picking one up lets down the guard.

    Raises Illegal, UnknownSheetWeapon.
    """
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(book, actor.sheet, command.weapon)
    weapon = armed.id
    is_dropped = actor.weapon_place(weapon) == "dropped"
    kind: ActionKind = "free" if draws_at_once(actor) and not is_dropped else "move"
    permit(may_not_spend(encounter, actor, kind, command.type), _to_hand(actor, armed))
    events = tuple(spending(actor, kind, command.type))
    if not is_dropped:
        return StepResult((*events, WeaponDrawn(actor.id, weapon)))
    offered = opportunity.offer(book, encounter, actor, "picking-up", command.threatened_by)
    return StepResult(events, (*offered, Handle(actor.id, weapon, "pick-up")))


def sheathe(book: Book, encounter: Encounter, command: Sheathe) -> Result:
    """Put a weapon away: a move action that lets down the guard; raises Illegal, UnknownSheetWeapon."""
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(book, actor.sheet, command.weapon)
    weapon = armed.id
    permit(may_not_spend(encounter, actor, "move", command.type), _in_hand(actor, armed))
    offered = opportunity.offer(book, encounter, actor, "sheathing", command.threatened_by)
    return StepResult(
        tuple(spending(actor, "move", command.type)), (*offered, Handle(actor.id, weapon, "sheathe"))
    )


def drop(book: Book, encounter: Encounter, command: Drop) -> Result:
    """Let go of a weapon, a free action; raises Illegal, UnknownSheetWeapon."""
    actor = encounter.combatant(command.actor, "/actor")
    armed = wield(book, actor.sheet, command.weapon)
    permit(may_not_spend(encounter, actor, "free", command.type), _in_hand(actor, armed))
    return StepResult((*spending(actor, "free", command.type), WeaponDropped(actor.id, armed.id)))


def handle(encounter: Encounter, step: Handle) -> Result:
    """The weapon changes its place, unless whoever handles it was struck down before."""
    actor = encounter.combatant(step.actor)
    if any(may_not_act(actor)):
        return StepResult()
    if step.how == "sheathe":
        return StepResult((WeaponSheathed(actor.id, step.weapon),))
    return StepResult((WeaponDrawn(actor.id, step.weapon),))


def draws_at_once(actor: Combatant) -> bool:
    """Whether drawing costs it no action at all."""
    return has_feat(actor.sheet, "quick-draw")


def draws_while_moving(actor: Combatant) -> bool:
    """Whether it draws a weapon in the course of a regular move: base attack bonus +1 or more."""
    return draws_at_once(actor) or (actor.sheet.bab or 0) >= DRAWS_ON_A_MOVE


def drawn_on_a_move(book: Book, actor: Combatant, weapon: str) -> Iterator[FailedCheck]:
    """Whether that weapon can be drawn in the course of a move (D20-MOV-8); raises UnknownSheetWeapon."""
    armed = wield(book, actor.sheet, weapon)
    yield from _to_hand(actor, armed)
    if actor.weapon_place(weapon) == "dropped":
        yield FailedCheck(
            "WEAPON_DROPPED", "The {weapon} lies on the ground.", "D20-MOV-8", (("weapon", armed.called),)
        )
    elif not draws_while_moving(actor):
        name = actor.identity.name
        yield FailedCheck(
            "CANNOT_DRAW_MOVING",
            "{actor} draws no weapon on the way: that takes a base attack bonus of +1.",
            "D20-MOV-8",
            (("actor", name),),
        )


def _to_hand(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    name, place = actor.identity.name, actor.weapon_place(armed.id)
    if place is None:
        yield FailedCheck(
            "WEAPON_IN_HAND",
            "{actor} has the {weapon} in hand.",
            "D20-MOV-8",
            (("actor", name), ("weapon", armed.called)),
        )
    elif place in ("broken", "away"):
        yield misplaced(actor, armed, place, "D20-MOV-8")


def _in_hand(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether a hand holds it: none does claws or itself."""
    if not armed.hands or actor.weapon_place(armed.id) is not None:
        yield FailedCheck(
            "WEAPON_NOT_IN_HAND",
            "{actor} does not have the {weapon} in hand.",
            "D20-MOV-8",
            (("actor", actor.identity.name), ("weapon", armed.called)),
        )


STEPS: Steps = {
    Draw: draw,
    Sheathe: sheathe,
    Drop: drop,
    Handle: lambda _book, state, step: handle(state, step),
}
