"""Fumbles: the table, and what still has to be rolled because of it (H-ROLL-2, DH-39)."""

from collections.abc import Iterator

from app.rules.common.dice import D100, Throw
from app.rules.common.modifiers import Modifier, add_up
from app.rules.harp.contract.commands.command import (
    BreakCheck,
    CriticalRoll,
    FumbleRoll,
    ResistStun,
    Step,
    Strike,
    WildAttack,
)
from app.rules.harp.contract.effects import adds_up, of_fumble
from app.rules.harp.contract.events.event import WeaponHeld, WeaponLost
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import FumbleEffects, HarpTables
from app.rules.resolution.requests import Choose, Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

WEAPON_BREAKS_UP_TO = 50
"""A weapon under test breaks on a d100 plus its own bonus of this or less."""


def fumble(tables: HarpTables, encounter: Encounter, step: FumbleRoll) -> Resolution[Result]:
    """Roll on the fumble table: a plain d100 in the column of the weapon (H-ROLL-2)."""
    actor = encounter.combatant(step.actor)
    armed = wield(tables, actor.sheet, step.weapon)
    column = tables.fumbles.column_for(armed.model.group, armed.table.id, armed.model.hands)

    def effects(throw: Throw) -> FumbleEffects:
        return tables.fumbles.read(column, throw.first)

    def explain(throw: Throw) -> Facts:
        return (("fumble_column", column), ("fumble_roll", throw.first))

    def decided_by(throw: Throw) -> tuple[str, ...]:
        return ("DH-2",) if adds_up(actor, effects(throw)) else ()

    suffered = yield from Roll(
        purpose="fumble",
        roller=step.actor,
        dice=D100,
        outcome=effects,
        explain=explain,
        rules=("H-ROLL-2", "DH-39"),
        decided_by=decided_by,
    )
    return StepResult(
        tuple(of_fumble(actor, step.weapon, suffered, encounter.options)),
        tuple(_follow_up(step, armed, suffered)),
    )


def _follow_up(step: FumbleRoll, armed: Armed, effects: FumbleEffects) -> Iterator[Step]:
    if effects.self_critical is not None:
        yield CriticalRoll(step.actor, step.actor, armed.table.default_critical, effects.self_critical)
    if effects.stun_rounds:
        yield ResistStun(step.actor)
    if effects.weapon_break_check:
        yield BreakCheck(step.actor, step.weapon)
    if effects.attack_nearest_ally:
        yield WildAttack(step.actor, step.weapon, effects.ob_percent)


def break_check(tables: HarpTables, encounter: Encounter, step: BreakCheck) -> Resolution[Result]:
    """Whether the weapon breaks: d100 + the weapon's own bonus, 50 or less breaks it (DH-39)."""
    actor = encounter.combatant(step.actor)
    armed = wield(tables, actor.sheet, step.weapon)
    toughness = add_up(
        "weapon_toughness", (Modifier("ob.weapon", armed.entry.bonus, "weapon", "sheet", "DH-39"),)
    )

    def breaks(throw: Throw) -> bool:
        return throw.total + toughness.total <= WEAPON_BREAKS_UP_TO

    broken = yield from Roll(
        purpose="weapon breakage",
        roller=step.actor,
        dice=D100,
        modifiers=toughness,
        outcome=breaks,
        rules=("DH-39",),
    )
    event = WeaponLost(step.actor, step.weapon, "broken") if broken else WeaponHeld(step.actor, step.weapon)
    return StepResult((event,))


def wild_attack(encounter: Encounter, step: WildAttack) -> Resolution[Result]:
    """A fumbled missile flies at an ally with a share of the OB; which ally is nearest is asked (DH-39)."""
    actor = encounter.combatant(step.actor)
    allies = tuple(
        other.id
        for other in encounter.combatants
        if other.identity.side == actor.identity.side and other.id != actor.id
    )
    if not allies:
        return StepResult()
    nearest = yield from Choose(
        "nearest ally",
        step.actor,
        (*allies, "nobody"),
        allies[0],
        facts=(("weapon", step.weapon),),
        rules=("DH-39",),
        is_ruling=True,
    )
    if nearest == "nobody":
        return StepResult()
    return StepResult((), (Strike(step.actor, nearest, step.weapon, ob_percent=step.ob_percent),))


STEPS: Steps = {
    FumbleRoll: fumble,
    BreakCheck: break_check,
    WildAttack: lambda _tables, state, step: wild_attack(state, step),
}
