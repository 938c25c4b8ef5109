"""Manoeuvres at a command, combat perception among them (H-PER-1)."""

from collections.abc import Iterable, Iterator

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.contract.commands.skills import Basis, Characteristic, Manoeuvre
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.skills import ManoeuvreMade
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.skills.manoeuvre import BonusesMissing, Column, agility, manoeuvre_bonus, read_column
from app.rules.harp.table.legal import able_to_act, able_to_use_action, not_parrying, on_turn, under_way
from app.rules.harp.table.sheet import Part, Skill, skill_total
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

IN_COMBAT = -50
RESTS_ON: dict[Skill | Characteristic, frozenset[Basis]] = {
    "acrobatics": frozenset(("agility", "movement")),
    "brawling": frozenset(("strength", "agility", "movement")),
    "perception": frozenset(("concentration", "sight")),
    "stealth": frozenset(("agility", "movement")),
    "strength": frozenset(("strength", "movement")),
    "agility": frozenset(("agility", "movement")),
    "quickness": frozenset(("quickness", "movement")),
}
"""What penalties look at; all others are a matter of concentration."""
RULE_OF: dict[Skill | Characteristic, str] = {"perception": "H-PER-1", "stealth": "H-INT-3"}
"""The statement that knows the skill; for all others the GM judges (H-RND-3)."""


class ColumnEmpty(Invalid):
    """The manoeuvre table has no figures in that column."""

    code = "column_empty"
    pointer = "/column"


def manoeuvre(tables: HarpTables, encounter: Encounter, command: Manoeuvre) -> Resolution[Result]:
    """A manoeuvre read in the column that the command names.

    Raises Illegal with every failed check, ColumnEmpty, UnknownModifier for a difficulty, BonusesMissing.
    """
    actor = encounter.combatant(command.actor, "/actor")
    if command.column == "utility":
        raise ColumnEmpty("No figures of the utility column are known.", column=command.column)
    takes_action = uses_action(command)
    permit(_free(encounter, actor, takes_action=takes_action), trained(actor, command.using))
    rule_id = rule_of(command.using)
    base = (
        own_total(actor, command.using, rule_id),
        of_difficulty(tables, command.difficulty, rule_id),
        Modifier("manoeuvre.in_combat", IN_COMBAT if command.in_combat else 0, "combat", "rule", "H-PER-1"),
        *by_the_gm(command.modifiers, rule_id),
    )
    uses = rests_on(command.using) if command.rests_on is None else frozenset(command.rests_on)
    bonus = manoeuvre_bonus(tables, encounter, actor, base, uses=uses)
    figure, success = yield from _roll(tables, actor, command, command.column, bonus)
    taken = action_taken(encounter, actor, command.type) if takes_action else ()
    return StepResult((*taken, ManoeuvreMade(actor.id, command.using, command.column, figure, success)))


def uses_action(command: Manoeuvre) -> bool:
    """Whether the manoeuvre is the action of the round: all but Perception, unless it is said."""
    return command.using != "perception" if command.takes_action is None else command.takes_action


def _roll(
    tables: HarpTables, actor: Combatant, command: Manoeuvre, column: Column, bonus: Tally
) -> Roll[tuple[int, bool | None]]:
    goal = None if command.against is None else _goal(command.against)

    def outcome(throw: Throw) -> tuple[int, bool | None]:
        total = throw.total + bonus.total
        figure = read_column(tables.manoeuvres.read(total), column)
        return figure, None if goal is None else total >= goal.total

    def explain(throw: Throw) -> Facts:
        figure, success = outcome(throw)
        facts: Facts = (
            ("manoeuvre_total", throw.total + bonus.total),
            ("manoeuvre_column", column),
            ("manoeuvre_result", figure),
        )
        return facts if success is None else (*facts, ("outcome", "success" if success else "failure"))

    return Roll(
        purpose=f"{command.using.replace('_', ' ')} manoeuvre",
        roller=actor.id,
        dice=OPEN_D100,
        modifiers=bonus,
        against=goal,
        outcome=outcome,
        explain=explain,
        rules=(rule_of(command.using),),
        succeeds=lambda outcome: outcome[1] is True,
    )


def _goal(total: int) -> Tally:
    """What is to be reached; a Stealth roll that was put by is such a total (H-INT-3)."""
    reach = Modifier("manoeuvre.against", total, "difficulty", "command", "H-INT-3")
    return add_up("manoeuvre_difficulty", (reach,))


def _free(encounter: Encounter, actor: Combatant, *, takes_action: bool) -> Iterator[FailedCheck]:
    """Whether the actor has its action for it; what takes none is open to all who are awake, at any time."""
    if not takes_action:
        yield from under_way(encounter)
        yield from able_to_act(actor)
        return
    yield from on_turn(encounter, actor)
    yield from able_to_use_action(actor)
    yield from not_parrying(actor)


def trained(actor: Combatant, using: Skill | Characteristic) -> Iterator[FailedCheck]:
    """Whether the actor has a total of a skill that nobody tries without; the others are then worth 0."""
    match using:
        case "acrobatics" | "brawling" | "first_aid" if skill_total(actor.sheet, using) is None:
            name, skill = actor.identity.name, using.replace("_", " ")
            yield FailedCheck(
                "UNTRAINED",
                "{actor} is not trained in {skill}.",
                rule_of(using),
                (("actor", name), ("skill", skill)),
            )
        case _:
            return


def rule_of(using: Skill | Characteristic) -> str:
    """The statement under which the manoeuvre is made."""
    return RULE_OF.get(using, "H-RND-3")


def rests_on(using: Skill | Characteristic) -> frozenset[Basis]:
    """What penalties look at in such a manoeuvre."""
    return RESTS_ON.get(using, frozenset(("concentration",)))


def own_total(actor: Combatant, using: Skill | Characteristic, rule_id: str) -> Modifier:
    """The total of the skill, or the bonus of the characteristic; raises BonusesMissing."""
    match using:
        case "acrobatics" | "brawling" | "first_aid" | "perception" | "stealth":
            total = skill_total(actor.sheet, using) or 0
            return Modifier(f"skill.{using}", total, "skill", "sheet", rule_id)
        case _:
            return Modifier(f"bonus.{using}", _bonus(actor, using), "characteristic", "sheet", rule_id)


def _bonus(actor: Combatant, using: Characteristic) -> int:
    sheet = actor.sheet
    if using == "agility" and sheet.agility is not None:
        return agility(sheet)
    if sheet.bonuses is None:
        name = actor.identity.name
        raise BonusesMissing("Give `bonuses` ({using}) on the sheet of {name}.", using=using, name=name)
    return getattr(sheet.bonuses, using)


def of_difficulty(tables: HarpTables, row_id: str, rule_id: str) -> Modifier:
    """The modifier of a named difficulty; raises UnknownModifier."""
    row = tables.difficulty(row_id)
    return Modifier(f"difficulty.{row.id}", row.modifier, "difficulty", "table: difficulties", rule_id)


def by_the_gm(parts: Iterable[Part], rule_id: str) -> Iterator[Modifier]:
    """The GM's own modifiers, each by name."""
    for part in parts:
        yield Modifier(part.label, part.value, part.kind, "command", rule_id)


STEPS: Steps = {Manoeuvre: manoeuvre}
