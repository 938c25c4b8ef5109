"""Shields: which attacks they meet, what the shield hand may hold, the planted pavise (H-SHD-…)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.modifiers import Modifier
from app.rules.harp.contract.commands.command import Situation, Strike
from app.rules.harp.contract.commands.defence import PlantShield
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.defence import ShieldPlanted, ShieldTakenUp
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import Armed
from app.rules.harp.table.legal import able_to_use_action, not_parrying, on_turn
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import ShieldCarried
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables, Shield
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult


def shield_bonus(tables: HarpTables, shield: ShieldCarried) -> tuple[Modifier, ...]:
    """The shield's bonus, trained or untrained, and its quality (H-SHD-1).

    The GM's own figure stands for the table's where the shield is improvised (H-SHD-2).
    """
    row = tables.shield(shield.model)
    quality = Modifier("db.shield_quality", shield.quality, "quality", "sheet: shield", "H-DB-1")
    if shield.bonus is not None:
        improvised = Modifier("db.shield_improvised", shield.bonus, "shield", "sheet: shield", "H-SHD-2")
        return (improvised, quality)
    bonus = row.bonus_trained if shield.trained else row.bonus_untrained
    return (Modifier("db.shield", bonus, "shield", f"table: {row.id}", "H-SHD-1"), quality)


def uncovered(tables: HarpTables, options: Options, target: Combatant, situation: Situation) -> str | None:
    """Why the target's shield does nothing against an attack, with the rule; None when it covers it."""
    shield, guard = target.sheet.shield, target.guard
    if shield is None:
        return "no shield (H-SHD-1)"
    if target.is_unconscious and options.unconscious_shield == "none":
        return "unconscious (DH-44)"
    row = tables.shield(shield.model)
    if guard.planted is not None:
        return "planted as cover (H-SHD-1)"
    if row.parrying_weapon and not guard.is_defensive:
        return "no defensive stance (H-SHD-2)"
    if row.parrying_weapon and _struck_with(target, row):
        return "attacked with in this round (H-SHD-2)"
    if not covers_side(row, situation):
        return "attacked from an uncovered side (H-SHD-1)"
    if guard.shield_uses >= row.attacks_covered:
        return "no attack left that it covers (H-SHD-1)"
    return None


def covers_side(row: Shield, situation: Situation) -> bool:
    """Whether the shield can be turned to the side that the attack comes from."""
    return not situation.rear and (row.covers_flank or not situation.flank)


def _struck_with(bearer: Combatant, row: Shield) -> bool:
    models = {entry.id: entry.model for entry in bearer.sheet.weapons}
    return any(models.get(weapon) == row.id for weapon in bearer.guard.struck_with)


def raises_shield(
    tables: HarpTables, encounter: Encounter, target: Combatant, blow: Strike
) -> Resolution[bool]:
    """Whether the target's shield meets this blow: it could, and by option its bearer wants it to (DH-9)."""
    if (
        target.sheet.db is not None
        or uncovered(tables, encounter.options, target, blow.situation) is not None
    ):
        return False
    if encounter.options.shield_allocation == "first_covered" or target.is_unconscious:
        return True
    answer = yield from Choose(
        "use the shield",
        target.id,
        ("yes", "no"),
        "yes",
        facts=(("attacker", blow.actor), ("weapon", blow.weapon)),
        rules=("H-SHD-1", "DH-9"),
    )
    return answer == "yes"


def shield_hand(tables: HarpTables, actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the hand that carries the shield is free for this weapon (H-SHD-3).

    A targe lets the hand use missile weapons, no other shield any weapon; a planted pavise needs no hand.
    """
    shield = actor.sheet.shield
    needs_it = armed.model.hands == 2 or armed.entry.hand in ("off", "both")
    if shield is None or actor.guard.planted is not None or not needs_it:
        return
    row = tables.shield(shield.model)
    is_itself = row.parrying_weapon and armed.model.id == row.id
    lets_shoot = row.hand_holds == "missile-weapons" and armed.is_missile
    if not is_itself and not lets_shoot:
        yield FailedCheck(
            "SHIELD_HAND_FULL",
            "{actor}'s hand with the {shield} cannot use the {weapon} as well.",
            "H-SHD-3",
            (("actor", actor.identity.name), ("shield", row.id), ("weapon", armed.called)),
        )


def plant_shield(tables: HarpTables, encounter: Encounter, command: PlantShield) -> Result:
    """A pavise becomes cover on the ground, or is taken up again; either takes the action (H-SHD-1)."""
    actor = encounter.combatant(command.actor, "/actor")
    cover = tables.cover(command.cover)
    permit(
        on_turn(encounter, actor),
        able_to_use_action(actor),
        not_parrying(actor),
        (_planted(actor) if command.take_up else _plantable(tables, actor)),
    )
    event = ShieldTakenUp(actor.id) if command.take_up else ShieldPlanted(actor.id, cover.id)
    return StepResult((*action_taken(encounter, actor, command.type), event))


def _planted(actor: Combatant) -> Iterator[FailedCheck]:
    if actor.guard.planted is None:
        yield FailedCheck(
            "SHIELD_NOT_PLANTED",
            "{actor} has no shield on the ground.",
            "H-SHD-1",
            (("actor", actor.identity.name),),
        )


def _plantable(tables: HarpTables, actor: Combatant) -> Iterator[FailedCheck]:
    name, shield = actor.identity.name, actor.sheet.shield
    if shield is None:
        yield FailedCheck("NO_SHIELD", "{actor} carries no shield.", "H-SHD-1", (("actor", name),))
    elif actor.guard.planted is not None:
        yield FailedCheck(
            "SHIELD_PLANTED",
            "{actor}'s shield stands on the ground already.",
            "H-SHD-1",
            (("way", "already"), ("actor", name)),
        )
    elif not tables.shield(shield.model).plantable:
        yield FailedCheck(
            "SHIELD_NOT_PLANTABLE", "A {shield} cannot be planted.", "H-SHD-1", (("shield", shield.model),)
        )


STEPS: Steps = {PlantShield: plant_shield}
