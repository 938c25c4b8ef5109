"""Damage, healing, effects and rulings outside attacks."""

from collections.abc import Iterator

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import Invalid, InvalidDocument
from app.rules.common.modifiers import Modifier, add_up
from app.rules.harp.bonuses.resistance import resistance_bonus
from app.rules.harp.contract.commands.care import (
    Damage,
    Edit,
    EffectAdd,
    EffectName,
    EffectRemove,
    Heal,
    SaveOrResist,
)
from app.rules.harp.contract.commands.command import ResistStun
from app.rules.harp.contract.effects import of_critical, take_hits
from app.rules.harp.contract.events.care import (
    CameTo,
    CombatantEdited,
    EffectEnded,
    FellDown,
    Healed,
    Resisted,
    Revived,
)
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.evolve.care import laid_down
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import check_place
from app.rules.harp.table.sheet_check import check_sheet
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import CriticalEffects, HarpTables
from app.rules.resolution.edits import as_told, renamed
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace


class AmountUnclear(Invalid):
    """An amount below 0, or nothing asked for at all."""

    code = "amount_unclear"


def damage(encounter: Encounter, command: Damage) -> Result:
    """Hits from anything but an attack (H-DMG-1)."""
    target = encounter.combatant(command.target, "/target")
    if command.hits < 1:
        raise AmountUnclear("Give 1 hit or more.", way="hits")
    return StepResult(tuple(take_hits(target, command.hits, command.cause, encounter.options)))


def heal(encounter: Encounter, command: Heal) -> Result:
    """Hits, bleeding and penalties made good; nobody is healed above its sheet (H-EFF-MUSTPARRY, DH-26)."""
    target = encounter.combatant(command.target, "/target")
    amounts = (command.hits, command.bleeding, command.penalty)
    if min(amounts) < 0 or (max(amounts) == 0 and not command.revive):
        raise AmountUnclear("Give `hits`, `bleeding` or `penalty` of 1 or more, or `revive`.", way="heal")
    return StepResult(tuple(_healing(target, command)))


def _healing(target: Combatant, command: Heal) -> Iterator[Event]:
    hits = min(command.hits, max(0, target.sheet.hits - target.hits))
    bleeding = min(command.bleeding, target.bleeding)
    penalty = min(command.penalty, -target.penalty)
    yield Healed(target.id, hits, bleeding, penalty)
    if command.penalty:
        yield from _ended(target, ("must_parry", "no_parry"))
    if command.revive and target.is_struck_dead:
        yield Revived(target.id)
    lives = not target.is_struck_dead or command.revive
    if target.is_unconscious and lives and target.hits + hits > 0:
        yield CameTo(target.id)


def effect_add(encounter: Encounter, command: EffectAdd) -> Result:
    """Effects as a critical brings them, with the roll against a stun that they call for."""
    target = encounter.combatant(command.target, "/target")
    rounds = (command.stunned, command.must_parry, command.no_parry, command.bleeding)
    if min(*rounds, command.death_in_rounds or 0) < 0 or command.penalty > 0:
        raise AmountUnclear("Rounds and bleeding are 0 or more; a penalty is 0 or less.", way="limits")
    effects = CriticalEffects(
        shaken=command.shaken,
        stun_rounds=command.stunned,
        must_parry_rounds=command.must_parry,
        no_parry_rounds=command.no_parry,
        bleed_per_round=command.bleeding,
        penalty=command.penalty,
        death_in_rounds=command.death_in_rounds,
    )
    if effects == CriticalEffects() and not command.prone:
        raise AmountUnclear("Name at least one effect.", way="name")
    falls = (FellDown(target.id),) if command.prone else ()
    events = (*of_critical(target, effects, encounter.options), *falls)
    return StepResult(events, (ResistStun(target.id),) if command.stunned else ())


def effect_remove(encounter: Encounter, command: EffectRemove) -> Result:
    """Effects ended at once; one that the combatant is not under changes nothing."""
    target = encounter.combatant(command.target, "/target")
    events = list(_ended(target, command.effects))
    ended_death = any(isinstance(event, EffectEnded) and event.effect == "death" for event in events)
    if ended_death and target.hits > 0:
        events.append(CameTo(target.id))
    return StepResult(tuple(events))


def _ended(target: Combatant, effects: tuple[EffectName, ...]) -> Iterator[Event]:
    under = target.conditions
    holding: dict[EffectName, bool] = {
        "stunned": under.stunned > 0,
        "must_parry": under.must_parry > 0,
        "no_parry": under.no_parry > 0,
        "shaken": under.shaken,
        "lost_turns": under.lost_turns > 0,
        "bleeding": target.bleeding > 0,
        "penalty": target.penalty < 0,
        "death": target.is_struck_dead,
        "prone": under.prone,
    }
    for effect in effects:
        if holding[effect]:
            yield EffectEnded(target.id, effect)


def save_or_resist(encounter: Encounter, command: SaveOrResist) -> Resolution[Result]:
    """A resistance roll: open-ended + the bonus reaches the difficulty (DH-7)."""
    target = encounter.combatant(command.target, "/target")
    more = (Modifier(part.label, part.value, part.kind, "command", "DH-7") for part in command.modifiers)
    bonus = resistance_bonus(target.sheet, command.resistance, more)
    goal = add_up(
        "resistance_difficulty",
        (Modifier("resistance.difficulty", command.difficulty, "difficulty", "command", "DH-7"),),
    )

    def resists(throw: Throw) -> bool:
        return throw.total + bonus.total >= command.difficulty

    def explain(throw: Throw) -> Facts:
        return (
            ("resistance_total", throw.total + bonus.total),
            ("difficulty", command.difficulty),
            ("outcome", "resisted" if resists(throw) else "not_resisted"),
        )

    success = yield from Roll(
        purpose=f"{command.resistance} resistance",
        roller=target.id,
        dice=OPEN_D100,
        modifiers=bonus,
        against=goal,
        outcome=resists,
        explain=explain,
        rules=("DH-7",),
    )
    return StepResult((Resisted(target.id, command.resistance, success),))


def edit(tables: HarpTables, encounter: Encounter, command: Edit) -> Result:
    """The GM's word replaces names, side, hits left, sheet and place; lost weapons come back by it too.

    Whoever is left without hits lies on the ground.
    """
    result = edit_if_new(tables, encounter, command)
    if not result.events:
        raise AmountUnclear("Nothing is to be changed.", way="nothing")
    return result


def edit_if_new(tables: HarpTables, encounter: Encounter, command: Edit) -> Result:
    """The same; nothing happens where nothing is to be changed."""
    target = encounter.combatant(command.target, "/target")
    if command.sheet is not None:
        problems = tuple(check_sheet(tables, command.sheet))
        if problems:
            raise InvalidDocument(problems)
    edited = replace(
        target,
        identity=renamed(command, target, encounter.combatants),
        sheet=command.sheet or target.sheet,
        hits=target.hits if command.hits is None else command.hits,
        weapons=() if command.weapons_at_hand else target.weapons,
        at=command.at or target.at,
        facing=command.facing or target.facing,
        elevation=target.elevation if command.elevation is None else command.elevation,
        cells=target.cells if command.cells is None else command.cells,
    )
    amiss = tuple(check_place(encounter, edited))
    if amiss:
        raise InvalidDocument(amiss)
    if edited == target:
        return StepResult()
    falls = edited.is_unconscious and not target.is_unconscious
    return StepResult(as_told(target, laid_down(edited) if falls else edited, CombatantEdited))


STEPS: Steps = {
    Damage: lambda _tables, state, step: damage(state, step),
    Heal: lambda _tables, state, step: heal(state, step),
    EffectAdd: lambda _tables, state, step: effect_add(state, step),
    EffectRemove: lambda _tables, state, step: effect_remove(state, step),
    SaveOrResist: lambda _tables, state, step: save_or_resist(state, step),
    Edit: edit,
}
