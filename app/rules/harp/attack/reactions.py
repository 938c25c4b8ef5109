"""What the target of a blow may do about it before the dice fall (DH-38, DH-17)."""

from collections.abc import Iterator

from app.rules.harp.attack.dodge import may_dodge
from app.rules.harp.bonuses.defence import idle_parry
from app.rules.harp.contract.commands.command import Strike
from app.rules.harp.contract.commands.defence import DefenceStep, OfferDodge, RollParry
from app.rules.harp.table.arms import wield
from app.rules.harp.table.guard import ParryPoints
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import HarpTables


def reactions(tables: HarpTables, encounter: Encounter, blow: Strike) -> Iterator[DefenceStep]:
    """The steps that come before ``blow``, in order."""
    target = encounter.combatant(blow.target)
    if may_dodge(encounter, target):
        yield OfferDodge(target.id, blow.actor, blow.weapon)
    if encounter.options.full_parry_roll == "per_blow":
        yield from _parry_rolls(tables, encounter, blow)


def _parry_rolls(tables: HarpTables, encounter: Encounter, blow: Strike) -> Iterator[RollParry]:
    """The roll of a full parry that stands against this blow, made anew for each (DH-17)."""
    target = encounter.combatant(blow.target)
    armed = wield(tables, encounter.combatant(blow.actor).sheet, blow.weapon)
    for parry in target.guard.parries:
        again = ParryPoints(parry.opponent, parry.points, parry.weapon, parry.bonus)
        if parry.is_full and idle_parry(target, again, armed, blow.actor) is None:
            yield RollParry(target.id, parry.opponent, parry.weapon)
