"""First aid: some rounds of work, then a manoeuvre that stops a share of the bleeding (H-EFF-WOUND)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.harp.contract.commands.skills import Bandage, FirstAid
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.movement import ActionUnderWay
from app.rules.harp.contract.events.skills import FirstAidGiven
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.skills.manoeuvre import manoeuvre_bonus, manoeuvre_roll
from app.rules.harp.skills.skills import by_the_gm, of_difficulty, own_total, rests_on, trained
from app.rules.harp.table.legal import able_to_use_action, not_parrying, on_turn
from app.rules.harp.table.state import Busy, Care, Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.table.wounds import CARE
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult

RULE = "H-EFF-WOUND"


def first_aid(encounter: Encounter, command: FirstAid) -> Result:
    """Begin to stop a bleeding; how hard and how long follows from the wounds now. Raises Illegal.

    Without rounds the work is done at once.
    """
    actor = encounter.combatant(command.actor, "/actor")
    patient = encounter.combatant(command.target, "/target")
    permit(
        on_turn(encounter, actor),
        able_to_use_action(actor),
        not_parrying(actor),
        trained(actor, "first_aid"),
        _bleeds(patient),
    )
    rounds, difficulty = CARE[patient.wound_level]
    if encounter.round is None:
        return StepResult((), (Bandage(actor.id, patient.id, difficulty, command.modifiers),))
    care = Care(patient.id, difficulty, command.modifiers)
    under_way = ActionUnderWay(actor.id, Busy(command.type, rounds - 1, care=care))
    return StepResult((*action_taken(encounter, actor, command.type), under_way))


def bandage(tables: HarpTables, encounter: Encounter, step: Bandage) -> Resolution[Result]:
    """The manoeuvre at the end: the percentage column gives the share of the bleeding that stops."""
    actor, patient = encounter.combatant(step.actor), encounter.combatant(step.target)
    base = (
        own_total(actor, "first_aid", RULE),
        of_difficulty(tables, step.difficulty, RULE),
        *by_the_gm(step.modifiers, RULE),
    )
    bonus = manoeuvre_bonus(tables, encounter, actor, base, uses=rests_on("first_aid"))
    share = yield from manoeuvre_roll(
        tables, actor.id, "first aid", bonus, "percentage", (RULE, "H-EFF-BLEED")
    )
    return StepResult((FirstAidGiven(actor.id, patient.id, patient.bleeding * share // 100),))


def _bleeds(patient: Combatant) -> Iterator[FailedCheck]:
    if patient.bleeding == 0:
        yield FailedCheck(
            "TARGET_NOT_BLEEDING", "{target} does not bleed.", RULE, (("target", patient.identity.name),)
        )


STEPS: Steps = {FirstAid: lambda _tables, state, step: first_aid(state, step), Bandage: bandage}
