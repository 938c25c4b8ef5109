"""A combatant as those know it who are not told its figures: a ``guess`` stands in the place of each."""

from collections.abc import Set

from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.state import Combatant, Conditions, Encounter
from app.values import replace

SOUND = 100
"""Hits of somebody of whom it is only known that it stands."""


def undisclosed(encounter: Encounter, those: Set[str], guess: int) -> Encounter:
    """The encounter with a guess in every figure of ``those``; what anybody can see of them stays."""
    combatants = tuple(_guessed(one, guess) if one.id in those else one for one in encounter.combatants)
    now = encounter.round
    if now is not None:
        order = tuple(
            replace(place, initiative=guess) if place.combatant in those else place for place in now.order
        )
        said = tuple(one for one in now.declarations if one.combatant not in those)
        now = replace(now, order=order, declarations=said)
    return replace(encounter, combatants=combatants, round=now)


def _guessed(combatant: Combatant, guess: int) -> Combatant:
    conditions = combatant.conditions
    return Combatant(
        replace(combatant.identity, ref=None),
        _sheet(combatant.sheet, guess),
        0 if combatant.is_unconscious else SOUND + guess,
        conditions=Conditions(
            stunned=min(conditions.stunned, 1),
            must_parry=min(conditions.must_parry, 1),
            no_parry=min(conditions.no_parry, 1),
            lost_turns=min(conditions.lost_turns, 1),
            shaken=conditions.shaken,
            prone=conditions.prone,
        ),
        dying_in=combatant.dying_in and 1 + guess,
        weapons=combatant.weapons,
        at=combatant.at,
        facing=combatant.facing,
        elevation=combatant.elevation,
        cells=combatant.cells,
    )


def _sheet(sheet: Sheet, guess: int) -> Sheet:
    weapons = tuple(SheetWeapon(one.id, one.model, ob=guess) for one in sheet.weapons)
    return Sheet(SOUND + guess, weapons, db=guess, armour_type=1, bmr=10, initiative=guess, size=sheet.size)
