"""Attacks that cost no action: on a charge, and on one who leaves a melee (H-CHG-2, DH-11, DH-20)."""

from collections.abc import Iterator

from app.rules.harp.bonuses.shields import shield_hand
from app.rules.harp.contract.commands.command import FreeAttack, Strike
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import BARE_HANDS, bare_hands, wield
from app.rules.harp.table.legal import able_to_attack
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult

DECLINED = "no"
UNSEEN = frozenset({"darkness", "darkness-foes-unplaced"})
"""Surroundings in which foes are placed by ear or not at all."""
PURPOSES = {
    "charge": "free attack on the charge",
    "leaving": "free attack on the one who leaves",
}
RULES = {"charge": ("H-CHG-2", "DH-11"), "leaving": ("DH-20",)}


def free_attack(tables: HarpTables, encounter: Encounter, step: FreeAttack) -> Resolution[Result]:
    """Ask who has the free attack for its weapon, or whether it lets it pass; nothing if it cannot strike."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    weapons = long_weapons(tables, actor) if step.occasion == "charge" else melee_weapons(tables, actor)
    if target.is_unconscious or not weapons or not can_strike_freely(actor):
        return StepResult()
    choice = yield from Choose(
        purpose=PURPOSES[step.occasion],
        chooser=actor.id,
        options=(*weapons, DECLINED),
        default=DECLINED if step.occasion == "charge" and _is_blind(encounter) else weapons[0],
        facts=(("target", target.id),),
        rules=RULES[step.occasion],
    )
    if choice == DECLINED:
        return StepResult()
    return StepResult((), (Strike(actor.id, target.id, choice, rules=RULES[step.occasion]),))


def _is_blind(encounter: Encounter) -> bool:
    """Whether nobody can see a charge coming (H-VIS-1)."""
    return any(part.id in UNSEEN for part in encounter.environment)


def can_strike_freely(actor: Combatant) -> bool:
    """Whether the combatant may attack and is not in the middle of an action of several rounds."""
    return actor.busy is None and not any(able_to_attack(actor))


def melee_weapons(tables: HarpTables, combatant: Combatant) -> tuple[str, ...]:
    """The melee weapons of the sheet that are at hand; the bare hands where there are none."""
    return tuple(_at_hand(tables, combatant, long_only=False)) or _bare(tables, combatant)


def _bare(tables: HarpTables, combatant: Combatant) -> tuple[str, ...]:
    return (BARE_HANDS,) if bare_hands(tables, combatant.sheet) else ()


def long_weapons(tables: HarpTables, combatant: Combatant) -> tuple[str, ...]:
    """The spears and pole-arms at hand, which meet a charge (H-CHG-2)."""
    return tuple(_at_hand(tables, combatant, long_only=True))


def _at_hand(tables: HarpTables, combatant: Combatant, *, long_only: bool) -> Iterator[str]:
    for entry in combatant.sheet.weapons:
        armed = wield(tables, combatant.sheet, entry.id)
        is_fit = not armed.is_missile and (not long_only or armed.model.reach_class != "none")
        is_in_hand = not combatant.weapon_states(entry.id) and not any(shield_hand(tables, combatant, armed))
        if is_fit and is_in_hand:
            yield entry.id


STEPS: Steps = {FreeAttack: free_attack}
