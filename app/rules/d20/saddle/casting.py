"""Spells in the saddle: what the mount's movement asks of the caster's mind (PF1-MNT-22 … PF1-MNT-24)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.d20.contract.commands.saddle import CastMounted
from app.rules.d20.contract.commands.turns import Perform
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.contract.events.saddle import FoughtFromSaddle, SpellLost
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Opportunity
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.saddle.saddle import pace_of
from app.rules.d20.table.book import Book
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.wounds.skills import checked, skill_bonus, skill_check, skill_of
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult

LEVELS = range(10)
MOVING, RUNNING = 10, 15


class SpellUnclear(Invalid):
    """No level that a spell can have, or no bonus of concentration to be found."""

    code = "spell_unclear"


def cast_mounted(book: Book, encounter: Encounter, command: CastMounted) -> Resolution[Result]:
    """A spell, with a check of concentration where the mount's movement asks for one; raises Illegal,
    SpellUnclear.
    """
    actor = encounter.combatant(command.actor, "/actor")
    permit(may_not_spend(encounter, actor, command.kind, command.type), _seated(actor))
    if command.level not in LEVELS:
        raise SpellUnclear("`level` is from 0 to {most}.", way="level", most=LEVELS.stop - 1)
    base = _base(encounter, command, actor)
    spent = tuple(spending(actor, command.kind, command.type))
    if base is None:
        then = _then(book, encounter, command, actor)
        return StepResult((*spent, *_bound(encounter, actor)), then)
    rule = "PF1-MNT-24" if base == RUNNING else "PF1-MNT-23"
    goal = add_up(
        "d20.dc",
        (
            Modifier("d20.cast.running" if base == RUNNING else "d20.cast.moving", base, "dc", "rules", rule),
            Modifier("d20.cast.level", command.level, "dc", "command", rule),
        ),
    )
    succeeds = yield from skill_check(actor, "concentration", _bonus(book, command, actor), goal, (rule,))
    used = tuple(checked(actor, "concentration"))
    if not succeeds:
        return StepResult((*spent, *used, SpellLost(actor.id, command.what)))
    return StepResult((*spent, *used), _then(book, encounter, command, actor))


def _seated(actor: Combatant) -> Iterator[FailedCheck]:
    if actor.mount is None:
        yield FailedCheck(
            "NOT_MOUNTED", "{actor} is on no mount.", "PF1-MNT-22", (("actor", actor.identity.name),)
        )


def _base(encounter: Encounter, command: CastMounted, actor: Combatant) -> int | None:
    """What the difficulty is over the spell's level; None where no check is called for.

    A mount that moves on after the spell, or farther than its speed before it, is moving while it is cast.
    """
    pace = pace_of(encounter, actor, command.pace)
    if pace == "run":
        return RUNNING
    return MOVING if command.around or pace == "double" else None


def _bonus(book: Book, command: CastMounted, actor: Combatant) -> Tally:
    if command.bonus is not None:
        stated = Modifier("d20.skill.concentration", command.bonus, "stated", "command", "PF1-MNT-23")
        return stack("d20.skill.concentration", (stated, *modifiers_of(actor, "concentration")))
    if skill_of(actor.sheet, "concentration") is None and actor.sheet.abilities is None:
        name = actor.identity.name
        raise SpellUnclear(
            "Give `bonus`, or `concentration` among the skills of {name}.", way="bonus", name=name
        )
    return skill_bonus(book, actor, "concentration")


def _bound(encounter: Encounter, actor: Combatant) -> Iterator[FoughtFromSaddle]:
    """Without a check the mount moves before the spell or after it (PF1-MNT-22, PF1-MNT-32)."""
    if encounter.round is not None:
        has_moved = pace_of(encounter, actor) != "still"
        yield FoughtFromSaddle(actor.id, "cast-moved" if has_moved else "cast-still")


def _then(
    book: Book, encounter: Encounter, command: CastMounted, actor: Combatant
) -> tuple[Opportunity | Perform, ...]:
    given = offer(book, encounter, actor, "using-action", command.threatened_by) if command.provokes else ()
    return (*given, Perform(actor.id, command.what))


STEPS: Steps = {CastMounted: cast_mounted}
